import { adaptive, logLikelihoodRows, packPreferences } from "@tierwise/core-integrator";
import { normal, randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import { growthExponent } from "@tierwise/studies";
import { sideBySide } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { yardstick } from "../timing/yardstick.ts";

const SEED = 2;
const SPREADS = [0.01, 0.1, 1, 3, 10, 30, 100];
const QUICK_SPREADS = [0.01, 1, 10, 100];
const KINDS = ["likelihood", "kernel"] as const;
const WHAT = { likelihood: "the likelihood, with 9n items below the tier", kernel: "only the integral, given w_R" };

/**
 * Measures how the cost of a tier of n items, drawn by the model from 10n items, depends on n and on the spread of the scores. Both value
 * and gradient are computed, for the entire likelihood and for the integral alone.
 */
export const integratorGrowth: Suite = {
  name: "integrator-growth",
  group: "The rules: accuracy and cost",
  title: "How the cost of a tier of n items, drawn from the model among 10n items, grows with n",
  run({ quick }) {
    const sizes = quick ? [10, 100, 1000, 10_000] : [10, 32, 100, 316, 1000, 3162, 10_000, 31_623, 100_000];
    const spreads = quick ? QUICK_SPREADS : SPREADS;
    const costs = spreads.map((spread) => sizes.map((size) => costOf(size, spread, quick)));
    const claims: Claim[] = KINDS.flatMap((kind) => [
      ...spreads.map((spread, s) => ({
        what: `growth exponent of the time from n = ${sizes[0]} to ${sizes.at(-1)}, spread ${spread}: ${WHAT[kind]}`,
        figure: growthExponent(
          sizes,
          costs[s].map((cost) => cost[kind]),
        ),
        unit: "" as const,
        target: { atMost: 1.1 },
      })),
      ...sizes.map((size, i) => ({
        what: `time with the slowest spread relative to the fastest, n = ${size}: ${WHAT[kind]}`,
        figure: range(costs.map((row) => row[i][kind])),
        target: { atMost: 3 },
      })),
    ]);
    return { claims, details: { seed: SEED, sizes, spreads, costs } };
  },
};

/** The cost of value and gradient, relative to a fixed piece of work that is timed in the same rounds. */
function costOf(size: number, spread: number, quick: boolean): Record<(typeof KINDS)[number], number> {
  const itemCount = 10 * size;
  const uniform = randomStream(SEED);
  const scores = new Float64Array(itemCount).map(() => spread * normal(uniform));
  const ranking = samplePlackettLuce(scores, uniform);
  const preference = packPreferences([{ tiers: [ranking.slice(0, size)] }], itemCount);
  const top = Float64Array.from(ranking.subarray(0, size), (item) => scores[item]);
  const rest = logSumExp(Float64Array.from(ranking.subarray(size), (item) => scores[item]));
  const gradient = new Float64Array(itemCount);
  const rule = adaptive();
  const result = { logProbability: 0, restGradient: 0, error: 0, evaluations: 0 };
  const { kernel, likelihood } = sideBySide(
    {
      yardstick,
      kernel: () => rule.evaluate(top, size, rest, gradient, result),
      likelihood: () => logLikelihoodRows(scores, preference, { gradient }),
    },
    { rounds: quick ? 5 : 11, sliceMilliseconds: quick ? 4 : 8 },
  );
  return { kernel: kernel.ratio, likelihood: likelihood.ratio };
}

function logSumExp(values: Float64Array): number {
  const max = values.reduce((most, w) => Math.max(most, w));
  return max + Math.log(values.reduce((sum, w) => sum + Math.exp(w - max), 0));
}

function range(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}
