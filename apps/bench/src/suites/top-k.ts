import { generateXmlDataset } from "@tierwise/datasets-xml";
import {
  allocate,
  createKernelMemory,
  createKernels,
  gemmNT,
  loadKernelModule,
  matrix,
  rowRange,
} from "@tierwise/kernels";
import { topK } from "@tierwise/metrics";
import { createRanker } from "@tierwise/ranker";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin, sideBySide } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";

const itemCount = 205_443;

/** Orders of scores that make selection difficult in different ways. */
const patterns: Readonly<Record<string, (i: number) => number>> = {
  random: (i) => Math.sin(i * i),
  ascending: (i) => i,
  constant: () => 1,
};

/** Selecting the best k costs little more than reading every score once, and far less than sorting. */
export const topKSelection: Suite = {
  name: "top-k",
  group: "Selection and graphs",
  gated: true,
  title: "topK compared with finding the maximum and with a full sort",
  async run({ quick }) {
    const claims: Claim[] = [];
    for (const [pattern, scoreOf] of Object.entries(patterns)) {
      const scores = Float32Array.from({ length: itemCount }, (_, i) => scoreOf(i));
      for (const k of quick ? [100] : [5, 100]) {
        const { selection, sort } = sideBySide(
          { maximum: () => maximum(scores), selection: () => topK(scores, k), sort: () => sortedTop(scores, k) },
          { rounds: quick ? 7 : 21, sliceMilliseconds: quick ? 5 : 20 },
        );
        const what = `${k} of ${itemCount} ${pattern} scores`;
        claims.push(
          claimOf(`time of topK relative to finding the maximum, ${what}`, selection, {
            target: { atMost: pattern === "ascending" ? 20 : 2 },
            context: readableTime(selection.nanoseconds),
            gate: { better: "lower" },
          }),
          claimOf(`speedup of topK over a full sort, ${what}`, ratioWithin(sort.rounds, selection.rounds), {
            target: { atLeast: 5 },
            context: readableTime(sort.nanoseconds),
            gate: { better: "higher" },
          }),
        );
      }
    }
    claims.push(await rankingAgainstProduct(quick));
    return { claims };
  },
};

const rowCount = 128;
const hidden = 64;

/** Ranking a batch panel by panel costs little more than the product that computes the scores. */
async function rankingAgainstProduct(quick: boolean): Promise<Claim> {
  const items = quick ? 200_000 : 1_000_000;
  const ranker = createRanker({ features: 500, hidden, items, seed: 1 });
  const data = { rows: rowCount, features: 500, labels: 50, labelsPerRow: 3, featuresPerRow: 18, seed: 1 };
  const { features } = generateXmlDataset(data);
  const panel = 2048;
  const memory = createKernelMemory({ bytes: 4 * (rowCount * (hidden + panel) + items * hidden) + 4096 });
  const kernels = createKernels(await loadKernelModule(), memory);
  const floats = (rows: number, columns: number) =>
    matrix(allocate(memory, Float32Array, rows * columns).fill(0.5), rows, columns);
  const [x, out, weights] = [floats(rowCount, hidden), floats(rowCount, panel), floats(items, hidden)];
  const { ranking } = sideBySide(
    {
      product() {
        for (let from = 0; from + panel <= items; from += panel) {
          gemmNT(kernels, out, x, rowRange(weights, from, from + panel));
        }
      },
      ranking: () => ranker.topK(features, 10),
    },
    { rounds: quick ? 5 : 11, sliceMilliseconds: 20 },
  );
  return claimOf(
    `time of finding the best 10 of ${items} items for ${rowCount} rows, relative to the product alone, ${hidden} hidden units`,
    ranking,
    {
      target: { atMost: 1.5 },
      context: `${readableTime(ranking.nanoseconds / rowCount)} per row`,
      gate: { better: "lower" },
    },
  );
}

function maximum(scores: Float32Array): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) if (scores[i] > max) max = scores[i];
  return max;
}

/** The alternative without `topK`: all indices, sorted by score. */
function sortedTop(scores: Float32Array, k: number): Uint32Array {
  const items = Uint32Array.from(scores, (_, i) => i);
  return items.sort((i, j) => scores[j] - scores[i] || i - j).subarray(0, k);
}
