import type { PreferenceGraph } from "@tierwise/rank-breaking";
import type { SourceFlags } from "../options/source-options.ts";
import { memoryOf, readPreferences } from "./read-preferences.ts";

/** Graphs of preferences over named items, one a user. */
export interface GraphDataset {
  readonly items: readonly string[];
  readonly graphs: readonly { readonly user: string; readonly graph: PreferenceGraph }[];
}

/** How graphs come out of a file. */
export interface GraphFlags extends SourceFlags {
  /** What is made of a pair that was compared both ways. */
  readonly contradictions: "kept" | "majority";
  /** Of ratings: how much better an item must be. */
  readonly margin: number;
}

/** Reads comparisons, ratings, or JSON Lines with edges. */
export async function readGraphs(path: string, flags: GraphFlags): Promise<GraphDataset> {
  if (flags.format === undefined && /\.(jsonl|ndjson)(\.gz)?$/i.test(path)) {
    const { readEdges } = await import("./read-edges.ts");
    return readEdges(path, memoryOf(flags));
  }
  const data = await readPreferences(path, flags);
  const { graphFromComparisons, graphFromRatings } = await import("@tierwise/rank-breaking");
  if (data.format === "comparisons") {
    const { users, userOf, preferences } = data;
    const pairs = users.map((): [number, number][] => []);
    for (const [i, { tiers }] of preferences.entries()) pairs[userOf[i]].push([tiers[0][0], tiers[1][0]]);
    const { contradictions } = flags;
    const graphs = users.map((user, u) => ({ user, graph: graphFromComparisons(pairs[u], { contradictions }) }));
    return { items: data.items, graphs };
  }
  if (data.format !== "ratings")
    throw new Error(`${path}: tiers and votes need no breaking; expected comparisons or ratings`);
  const { users, ratings, preferences } = data;
  const graphs = users.map((user, u) => {
    const rated = preferences[u].tiers.flatMap((tier, m) =>
      Array.from(tier, (item): [number, number] => [item, ratings[u][m]]),
    );
    const better = flags.best === undefined ? {} : { better: flags.best };
    return { user, graph: graphFromRatings(rated, { margin: flags.margin, ...better }) };
  });
  return { items: data.items, graphs };
}
