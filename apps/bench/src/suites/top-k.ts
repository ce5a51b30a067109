import { topK } from "@tierwise/metrics";
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
  title: "topK against finding the maximum, and against a full sort",
  run({ quick }) {
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
          claimOf(`topK, ${what}, against the maximum`, selection, {
            target: { atMost: pattern === "ascending" ? 20 : 2 },
            context: readableTime(selection.nanoseconds),
            gate: { better: "lower" },
          }),
          claimOf(`a full sort, ${what}, against topK`, ratioWithin(sort.rounds, selection.rounds), {
            target: { atLeast: 5 },
            context: readableTime(sort.nanoseconds),
            gate: { better: "higher" },
          }),
        );
      }
    }
    return { claims };
  },
};

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
