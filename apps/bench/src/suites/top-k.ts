import { topK } from "@tierwise/metrics";
import { sideBySide } from "../side-by-side.ts";
import type { Claim, Suite } from "../suite.ts";

const itemCount = 205_443;

/** Scores in orders that are hard on a selection in different ways. */
const patterns: Readonly<Record<string, (i: number) => number>> = {
  random: (i) => Math.sin(i * i),
  ascending: (i) => i,
  constant: () => 1,
};

/** Taking the best k costs little more than looking at every score once, and far less than sorting them. */
export const topKSelection: Suite = {
  name: "top-k",
  title: "topK against finding the maximum, and against a full sort",
  run({ quick }) {
    const claims: Claim[] = [];
    for (const [pattern, scoreOf] of Object.entries(patterns)) {
      const scores = Float32Array.from({ length: itemCount }, (_, i) => scoreOf(i));
      for (const k of [5, 100]) {
        const options = { rounds: quick ? 7 : 21 };
        const { selection } = sideBySide({ maximum: () => maximum(scores), selection: () => topK(scores, k) }, options);
        const { sort } = sideBySide({ selection: () => topK(scores, k), sort: () => sortedTop(scores, k) }, options);
        const what = `${k} of ${itemCount} ${pattern} scores`;
        claims.push({
          what: `topK, ${what}, against the maximum`,
          figure: selection.ratio,
          quartiles: selection.quartiles,
          target: { atMost: pattern === "ascending" ? 20 : 2 },
        });
        claims.push({
          what: `a full sort, ${what}, against topK`,
          figure: sort.ratio,
          quartiles: sort.quartiles,
          target: { atLeast: 5 },
        });
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

/** What one would write without `topK`: all indices, sorted by score. */
function sortedTop(scores: Float32Array, k: number): Uint32Array {
  const items = Uint32Array.from(scores, (_, i) => i);
  return items.sort((i, j) => scores[j] - scores[i] || i - j).subarray(0, k);
}
