import { readFile } from "node:fs/promises";
import type { PreferenceGraph } from "@tierwise/rank-breaking";
import type { SourceFlags } from "../options/source-options.ts";
import { readPreferences } from "./read-preferences.ts";

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
  if (flags.format === undefined && /\.(jsonl|ndjson)$/i.test(path)) return readEdges(path);
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

/** Lines `{"edges": [["better", "worse"], …]}`, with `items` and `user` where wanted. */
async function readEdges(path: string): Promise<GraphDataset> {
  const numbers = new Map<string, number>();
  const numberOf = (name: unknown): number => {
    const known = numbers.get(String(name));
    if (known !== undefined) return known;
    numbers.set(String(name), numbers.size);
    return numbers.size - 1;
  };
  const lines = (await readFile(path, "utf8")).split(/\r?\n/);
  const graphs = lines.flatMap((text, i) => {
    if (text.trim() === "") return [];
    const { user = String(i + 1), items = [], edges } = parseLine(text, `${path}:${i + 1}`);
    const pairs = edges.map(([better, worse]): [number, number] => [numberOf(better), numberOf(worse)]);
    const all = new Set([...items.map(numberOf), ...pairs.flat()]);
    return [{ user: String(user), graph: { items: [...all], edges: pairs } }];
  });
  return { items: [...numbers.keys()], graphs };
}

interface EdgeLine {
  readonly user?: number | string;
  readonly items?: readonly unknown[];
  readonly edges: readonly (readonly [unknown, unknown])[];
}

function parseLine(text: string, place: string): EdgeLine {
  let line: Partial<EdgeLine> | null;
  try {
    line = JSON.parse(text) as Partial<EdgeLine> | null;
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`, { cause: error });
  }
  const { items, edges } = line ?? {};
  const isPair = (edge: unknown): boolean => Array.isArray(edge) && edge.length === 2;
  if (!Array.isArray(edges) || !edges.every(isPair) || !(items === undefined || Array.isArray(items))) {
    throw new Error(`${place}: expected {"edges": [["better", "worse"], …]}`);
  }
  return line as EdgeLine;
}
