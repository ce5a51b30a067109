import { logLikelihoodRows, packPreferences } from "@tierwise/core-integrator";
import { normal, randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import { bareExponentials, softmaxCrossEntropy } from "../peers/softmax-cross-entropy.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { inverse, sideBySide } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";

const SEED = 1;
const SPREAD = 2;
const SHAPES = [
  { size: 19, itemCount: 30_938, atMost: 1.3 },
  { size: 75, itemCount: 205_443, atMost: 1.3 },
  { size: 500, itemCount: 10_000, atMost: 1.6 },
];

/** Value and gradient of a tier among many items cost about as much as a softmax. One suite per element type. */
function integratorCost(array: Float32ArrayConstructor | Float64ArrayConstructor): Suite {
  return {
    group: "The rules: accuracy and cost",
    gated: true,
    name: `integrator-cost-${array.BYTES_PER_ELEMENT * 8}`,
    title: `Value and gradient of the partition likelihood, compared with a softmax cross-entropy (${array.name})`,
    run({ quick }) {
      const claims: Claim[] = [];
      for (const { size, itemCount, atMost } of SHAPES) {
        const uniform = randomStream(SEED);
        const drawn = new Float64Array(itemCount).map(() => SPREAD * normal(uniform));
        const tier = samplePlackettLuce(drawn, uniform).slice(0, size);
        const preference = packPreferences([{ tiers: [tier] }], itemCount);
        const scores = new array(itemCount);
        scores.set(drawn);
        const gradient = new array(itemCount);
        const { softmax, exponentials, likelihood } = sideBySide(
          {
            softmax: () => softmaxCrossEntropy(scores, tier[0], gradient),
            exponentials: () => bareExponentials(scores, gradient),
            likelihood: () => logLikelihoodRows(scores, preference, { gradient }),
          },
          { rounds: quick ? 9 : 31 },
        );
        const where = `${size} of ${itemCount} items`;
        claims.push(
          claimOf(`time of value and gradient relative to the softmax, ${where}`, likelihood, {
            target: { atMost },
            context: readableTime(likelihood.nanoseconds),
            gate: { better: "lower" },
          }),
          claimOf(`time of the softmax relative to bare Math.exp, ${itemCount} items`, inverse(exponentials), {
            target: { atMost: 1.1 },
            context: `${(softmax.nanoseconds / itemCount).toFixed(1)} ns per item`,
          }),
        );
      }
      return { claims, details: { seed: SEED, spread: SPREAD } };
    },
  };
}

export const integratorCostSingle = integratorCost(Float32Array);
export const integratorCostDouble = integratorCost(Float64Array);
