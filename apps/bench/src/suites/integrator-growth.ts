import { adaptive, tierAbove } from "@tierwise/core-integrator";
import { growthExponent } from "../growth.ts";
import { drawRanking, normal, random } from "../random.ts";
import { sideBySide } from "../side-by-side.ts";
import type { Claim, Suite } from "../suite.ts";

const SEED = 2;
const SPREADS = [0.01, 0.1, 1, 3, 10, 30, 100];

/** The kernel alone: how the cost of a tier grows with its size, and how it depends on the spread of the scores. */
export const integratorGrowth: Suite = {
  name: "integrator-growth",
  title: "Growth of the cost of a tier, drawn from the model among ten times as many items",
  run({ quick }) {
    const sizes = quick ? [10, 100, 1000, 10_000] : [10, 32, 100, 316, 1000, 3162, 10_000, 31_623, 100_000];
    const claims: Claim[] = [];
    const times: Record<string, number[]> = {};
    for (const spread of SPREADS) {
      times[spread] = sizes.map((size) => kernelTime(size, spread, quick));
      const what = `exponent of the cost from n = ${sizes[0]} to ${sizes.at(-1)}, spread ${spread}`;
      claims.push({ what, figure: growthExponent(sizes, times[spread]), unit: "", target: { atMost: 1.1 } });
    }
    for (const [i, size] of sizes.entries()) {
      const costs = SPREADS.map((spread) => times[spread][i]);
      const figure = Math.max(...costs) / Math.min(...costs);
      claims.push({ what: `dearest spread against the cheapest, n = ${size}`, figure, target: { atMost: 3 } });
    }
    return { claims, details: { seed: SEED, sizes, spreads: SPREADS, nanoseconds: times } };
  },
};

/** Median time of value and gradient of one tier, in units of a fixed piece of work timed in the same rounds. */
function kernelTime(size: number, spread: number, quick: boolean): number {
  const { top, rest } = drawTier(size, 10 * size, spread);
  const gradient = new Float64Array(size);
  const rule = adaptive();
  const result = { logProbability: 0, restGradient: 0, error: 0, evaluations: 0 };
  const yardstick = new Float64Array(1000).map((_, i) => -i / 100);
  const { tier } = sideBySide(
    {
      yardstick: () => yardstick.reduce((sum, x) => sum + Math.exp(x), 0),
      tier: () => rule.above(top, size, rest, gradient, result),
    },
    { rounds: quick ? 5 : 11, sliceMilliseconds: 10 },
  );
  if (Math.abs(tierAbove(top, rest).logProbability - result.logProbability) > 1e-9)
    throw new Error("not the same tier");
  return tier.ratio;
}

function drawTier(size: number, itemCount: number, spread: number): { top: Float64Array; rest: number } {
  const uniform = random(SEED);
  const scores = new Float64Array(itemCount).map(() => spread * normal(uniform));
  const ranking = drawRanking(scores, uniform);
  const below = Float64Array.from(ranking.subarray(size), (item) => scores[item]);
  const max = below.reduce((most, w) => Math.max(most, w));
  const rest = max + Math.log(below.reduce((sum, w) => sum + Math.exp(w - max), 0));
  return { top: Float64Array.from(ranking.subarray(0, size), (item) => scores[item]), rest };
}
