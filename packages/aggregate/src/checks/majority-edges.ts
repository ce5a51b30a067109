import type { PairCounts } from "./pair-counts.ts";

/** An observed majority, in which `from` was above `to` more often than below it. */
export interface MajorityEdge {
  readonly from: number;
  readonly to: number;
  /** The strength of the majority, (wins − losses)/√(wins + losses). */
  readonly strength: number;
}

/** All observed majorities, strongest first, and the number of pairs that were compared. */
export function majorityEdges({ itemCount: n, wins }: PairCounts): { edges: MajorityEdge[]; comparedPairs: number } {
  const edges: MajorityEdge[] = [];
  let comparedPairs = 0;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const lead = wins[i * n + j] - wins[j * n + i];
      const count = wins[i * n + j] + wins[j * n + i];
      if (count > 0) comparedPairs++;
      if (lead === 0) continue;
      const [from, to] = lead > 0 ? [i, j] : [j, i];
      edges.push({ from, to, strength: Math.abs(lead) / Math.sqrt(count) });
    }
  }
  edges.sort((a, b) => b.strength - a.strength || a.from - b.from || a.to - b.to);
  return { edges, comparedPairs };
}
