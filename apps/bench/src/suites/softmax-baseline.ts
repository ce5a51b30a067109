import { sideBySide } from "../side-by-side.ts";
import { bareExponentials, softmaxCrossEntropy } from "../softmax-cross-entropy.ts";
import type { Claim, Suite } from "../suite.ts";

/** The softmax that other suites compare with is not a strawman: it costs about one `Math.exp` an item. */
export const softmaxBaseline: Suite = {
  name: "softmax-baseline",
  title: "The baseline: a softmax cross-entropy against a bare loop of Math.exp",
  run({ quick }) {
    const claims: Claim[] = [];
    for (const itemCount of [10_000, 30_938, 205_443]) {
      for (const array of [Float32Array, Float64Array]) {
        const scores = new array(itemCount).map((_, i) => 3 * Math.sin(i));
        const out = new array(itemCount);
        const { softmax } = sideBySide(
          { exponentials: () => bareExponentials(scores, out), softmax: () => softmaxCrossEntropy(scores, 7, out) },
          { rounds: quick ? 7 : 21 },
        );
        claims.push({
          what: `softmax cross-entropy, ${itemCount} items, ${array.name}`,
          figure: softmax.ratio,
          quartiles: softmax.quartiles,
          target: { atMost: 1.1 },
        });
      }
    }
    return { claims };
  },
};
