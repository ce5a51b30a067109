import {
  type BattleTable,
  DatasetError,
  detectFormat,
  type RatingsDataset,
  type ReadPreferencesOptions,
  readPreferences,
  readRatings,
} from "@tierwise/data";
import { parseFile } from "@tierwise/data/files";
import { createEdgesParser, type GraphDataset } from "./edges-jsonl.ts";
import { graphFromRatings } from "./graph-from-ratings.ts";

/** Options for {@link readGraphs}. */
export interface ReadGraphsOptions extends ReadPreferencesOptions {
  /** How to handle a pair with comparisons in both directions; see `graphFromComparisons`. Default: `"kept"`. */
  readonly contradictions?: "kept" | "majority";
  /** For ratings: the minimum difference for one item to be above another. Default: any difference (0). */
  readonly margin?: number;
}

/**
 * Reads preference graphs from comparisons, ratings, or JSON Lines `{"edges": [["better", "worse"], …]}` with optional `user` and
 * `items`; plain or gzipped.
 *
 * @param path - The path of the file.
 * @param options - The format and columns of the file, how to handle contradictions, and the margin for ratings.
 * @returns The item names and one graph per user.
 * @throws DatasetError if the file is invalid or contains tiers or votes, which need no rank breaking.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { preferenceFromGraph } from "@tierwise/rank-breaking";
 * import { readGraphs } from "@tierwise/rank-breaking/files";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "duels.csv");
 * writeFileSync(path, "user,better,worse\nann,tea,rice\nann,milk,rice\nbob,milk,tea\n");
 * const { itemNames, graphs } = await readGraphs(path);
 * for (const { user, graph } of graphs) {
 *   const tiers = preferenceFromGraph(graph).tiers.map((tier) => tier.map((item) => itemNames[item]));
 *   console.log(user, JSON.stringify(tiers));
 *   // ann [["milk","tea"],["rice"]]
 *   // bob [["milk"],["tea"]]
 * }
 * ```
 */
export async function readGraphs(path: string, options: ReadGraphsOptions = {}): Promise<GraphDataset> {
  const { contradictions = "kept", margin = 0, ...reading } = options;
  const format = options.format ?? (await detectFormat(path, reading));
  if (format === "edges") return parseFile(path, createEdgesParser(path, reading), reading);
  if (format === "battles" || format === "comparisons") {
    const { battles, reading: how } = await readPreferences(path, { ...reading, keep: { judges: true } });
    if (battles !== undefined) return { ...fromBattles(battles, contradictions), reading: how };
  }
  if (format === "ratings" || format === "places" || format === "table") {
    return fromRatings(await readRatings(path, reading), margin);
  }
  throw new DatasetError(`has the format ${format}, which needs no rank breaking; expected battles, ratings or edges`, {
    file: path,
  });
}

/** Creates one graph per judge, or a single graph if the battles have no judges. A tie adds no edge. */
function fromBattles(battles: BattleTable, contradictions: "kept" | "majority"): GraphDataset {
  const { itemNames, left, right, outcomes, weights, clusters, clusterNames = [""] } = battles;
  const wins = clusterNames.map(() => new Map<number, number>());
  const pairOf = (better: number, worse: number): number => better * itemNames.length + worse;
  for (let row = 0; row < left.length; row++) {
    if (outcomes[row] > 1) continue;
    const pair = outcomes[row] === 0 ? pairOf(left[row], right[row]) : pairOf(right[row], left[row]);
    const ofJudge = wins[clusters?.[row] ?? 0];
    ofJudge.set(pair, (ofJudge.get(pair) ?? 0) + weights[row]);
  }
  const graphs = wins.map((ofJudge, judge) => {
    const items = new Set<number>();
    const edges: [number, number][] = [];
    for (const [pair, count] of [...ofJudge].sort(([one], [other]) => one - other)) {
      const [better, worse] = [Math.floor(pair / itemNames.length), pair % itemNames.length];
      items.add(better).add(worse);
      const against = contradictions === "majority" ? (ofJudge.get(pairOf(worse, better)) ?? 0) : 0;
      if (count > against) edges.push([better, worse]);
    }
    return { user: clusterNames[judge], graph: { items: [...items], edges } };
  });
  return { itemNames, graphs };
}

function fromRatings(
  { itemNames, users, ratings, preferences, reading }: RatingsDataset,
  margin: number,
): GraphDataset {
  const better = reading.best ?? "higher";
  const graphs = users.map((user, u) => {
    const rated = preferences[u].tiers.flatMap((tier, m) =>
      Array.from(tier, (item): [number, number] => [item, ratings[u][m]]),
    );
    return { user, graph: graphFromRatings(rated, { margin, better }) };
  });
  return { itemNames, graphs, reading };
}
