import { stat } from "node:fs/promises";
import { readAllScores } from "@tierwise/data";
import { topK } from "@tierwise/metrics";
import type { RankedRows, RankJob } from "../batching/rank-job.ts";
import { fileVersion } from "../trained/file-version.ts";
import { createItemLookup } from "./item-lookup.ts";
import type { ServedItems } from "./served-model.ts";

/** Loads a fitted ranking from the output of `tierwise fit`: the file written by `--out`, or the JSON printed by `--json`. */
export async function loadFitted(path: string): Promise<ServedItems> {
  const version = await fileVersion(path);
  const { mtime } = await stat(path);
  const scores = await readAllScores(path).catch((error: Error) => {
    throw new Error(`${path} is neither a model nor the output of tierwise fit: ${error.message}`, { cause: error });
  });
  if (scores.size === 0) throw new Error(`${path} contains no items; expected the output of tierwise fit`);
  const itemNames = [...scores.keys()];
  const utilities = Float64Array.from(scores.values());
  return {
    ranks: "items",
    kind: "fitted",
    version,
    written: mtime.toISOString(),
    items: createItemLookup(itemNames.length, itemNames),
    hasItemNames: true,
    features: undefined,
    utilities,
    rank: (job, answer) => answer(undefined, rankUtilities(utilities, job)),
    pendingRows: () => 0,
    drained: () => Promise.resolve(),
    isAlive: () => true,
    stop: () => Promise.resolve(),
  };
}

/** Ranks items by descending utility; ties are ordered by ascending index. Rows differ only in the items they exclude. */
function rankUtilities(utilities: Float64Array, { rowCount, k, candidates, exclude }: RankJob): RankedRows {
  const items = new Int32Array(rowCount * k).fill(-1);
  const scores = new Float64Array(rowCount * k).fill(Number.NaN);
  // Candidates are sorted, so that the item with the smaller index comes first among equal utilities.
  const among = candidates && [...candidates].sort((a, b) => a - b);
  for (let row = 0; row < rowCount; row++) {
    const barred = new Set(exclude?.indices.subarray(exclude.indptr[row], exclude.indptr[row + 1]));
    const allowed = (among ?? Array.from(utilities.keys())).filter((item) => !barred.has(item));
    const best = topK(
      Float64Array.from(allowed, (item) => utilities[item]),
      k,
    );
    for (const [place, i] of best.entries()) {
      items[row * k + place] = allowed[i];
      scores[row * k + place] = utilities[allowed[i]];
    }
  }
  return { start: 0, stride: k, items, scores };
}
