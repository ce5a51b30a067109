import {
  type ComparisonsDataset,
  DatasetError,
  detectFormat,
  type RatingsDataset,
  type ReadPreferencesOptions,
  readComparisons,
  readRatings,
} from "@tierwise/data";
import { parseFile } from "@tierwise/data/files";
import { createEdgesParser, type GraphDataset } from "./edges-jsonl.ts";
import { graphFromComparisons } from "./graph-from-comparisons.ts";
import { graphFromRatings } from "./graph-from-ratings.ts";

/** Options for {@link readGraphs}. */
export interface ReadGraphsOptions extends ReadPreferencesOptions {
  /** How to handle a pair that was compared both ways; see {@link graphFromComparisons}. Default: `"kept"`. */
  readonly contradictions?: "kept" | "majority";
  /** For ratings: the minimum difference for one item to be above another. Default: 0, any difference. */
  readonly margin?: number;
}

/**
 * Reads preference graphs from comparisons, ratings, or JSON Lines `{"edges": [["better", "worse"], …]}` with optional `user` and
 * `items`; plain or gzipped.
 *
 * @param path - The file. Unless a format is given, `.jsonl` and `.ndjson` files contain edges.
 * @param options - The format and columns of the file, contradictions, and margin.
 * @returns The item names and one graph per user.
 * @throws DatasetError if the file is invalid or contains tiers or votes, which need no breaking.
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
 *   // ann [["tea","milk"],["rice"]]
 *   // bob [["milk"],["tea"]]
 * }
 * ```
 */
export async function readGraphs(path: string, options: ReadGraphsOptions = {}): Promise<GraphDataset> {
  if (options.format === undefined && /\.(jsonl|ndjson)(\.gz)?$/i.test(path)) {
    return parseFile(path, createEdgesParser(path, options), options);
  }
  const format = options.format ?? (await detectFormat(path, options));
  if (format === "comparisons") return fromComparisons(await readComparisons(path, options), options);
  if (format === "ratings") return fromRatings(await readRatings(path, options), options);
  throw new DatasetError("tiers and votes need no breaking; expected comparisons or ratings", { file: path });
}

function fromComparisons(dataset: ComparisonsDataset, { contradictions = "kept" }: ReadGraphsOptions): GraphDataset {
  const { itemNames, users, userOf, preferences } = dataset;
  const pairs = users.map((): [number, number][] => []);
  for (const [i, { tiers }] of preferences.entries()) pairs[userOf[i]].push([tiers[0][0], tiers[1][0]]);
  const graphs = users.map((user, u) => ({ user, graph: graphFromComparisons(pairs[u], { contradictions }) }));
  return { itemNames, graphs };
}

function fromRatings(dataset: RatingsDataset, { margin = 0, better = "higher" }: ReadGraphsOptions): GraphDataset {
  const { itemNames, users, ratings, preferences } = dataset;
  const graphs = users.map((user, u) => {
    const rated = preferences[u].tiers.flatMap((tier, m) =>
      Array.from(tier, (item): [number, number] => [item, ratings[u][m]]),
    );
    return { user, graph: graphFromRatings(rated, { margin, better }) };
  });
  return { itemNames, graphs };
}
