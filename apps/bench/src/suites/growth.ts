import { adaptive, logLikelihood, logLikelihoodRows, midpoint, packPreferences } from "@tierwise/core-integrator";
import { plLowerBoundLoss, rowLoss } from "@tierwise/losses";
import { normal, randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import { growthExponent } from "@tierwise/studies";
import type { IntervalCost, TierCost } from "@tierwise/studies/figures";
import { softmaxCrossEntropy } from "../peers/softmax-cross-entropy.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin, sideBySide } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { drawRow } from "./problems/six-losses.ts";

const SEED = 6;
const SPREAD = 2;
/** The paper's T and c. */
const PAPER = { intervals: 10_000, shift: 5 };
const ITEMS = 100_000;

/** Cost as a function of the size n of a tier among N = 10⁵ items, and of the number T of intervals in the midpoint rule. */
export const growth: Suite = {
  name: "growth",
  group: "The rules: accuracy and cost",
  title: "Cost as a function of the size n of a tier, and of the number T of intervals of the midpoint rule",
  run({ quick }) {
    const tier = againstTier(quick);
    const intervals = againstIntervals(quick);
    return {
      claims: [...tier.claims, ...intervals.claims],
      details: { seed: SEED, spread: SPREAD, items: ITEMS, tier: tier.costs, intervals: intervals.costs },
    };
  },
};

function againstTier(quick: boolean): { claims: Claim[]; costs: TierCost[] } {
  const claims: Claim[] = [];
  const costs: TierCost[] = [];
  for (const n of quick ? [1, 10, 100, 1000] : [1, 3, 10, 32, 100, 316, 1000, 3162, 10_000]) {
    const { scores, preferences } = drawRow(ITEMS, n, { seed: SEED, spread: SPREAD });
    const gradient = new Float32Array(ITEMS);
    const lowerBound = rowLoss(plLowerBoundLoss());
    const paper = { gradient, rule: midpoint(PAPER) };
    const timings = sideBySide<string>(
      {
        softmax: () => softmaxCrossEntropy(scores, 0, gradient),
        "PL-LB": () => lowerBound(scores, 0, preferences, 0, gradient),
        adaptive: () => logLikelihoodRows(scores, preferences, { gradient }),
        // The rule sums n·T terms: larger n would take minutes and only extend the straight line.
        ...(n <= (quick ? 100 : 1000) ? { midpoint: () => logLikelihoodRows(scores, preferences, paper) } : {}),
      },
      { rounds: quick ? 5 : 9, sliceMilliseconds: quick ? 4 : 10 },
    );
    for (const [method, { ratio }] of Object.entries(timings)) {
      if (method !== "softmax") costs.push({ method, n, cost: ratio });
    }
    claims.push(
      claimOf(
        `time of PL-Partition relative to PL-LB, N = 10⁵, n = ${n}`,
        ratioWithin(timings["adaptive"].rounds, timings["PL-LB"].rounds),
        { context: readableTime(timings["adaptive"].nanoseconds) },
      ),
    );
  }
  return { claims, costs };
}

/**
 * The midpoint rule on a tier of 100 of 1000 items: its cost for value and gradient relative to the adaptive rule, and its error with
 * centered and with raw scores.
 */
function againstIntervals(quick: boolean): { claims: Claim[]; costs: IntervalCost[] } {
  const random = randomStream(SEED);
  const scores = new Float64Array(1000).map(() => normal(random));
  const preference = { tiers: [samplePlackettLuce(scores, random).slice(0, 100)] };
  const packed = packPreferences([preference], scores.length);
  const gradient = new Float64Array(scores.length);
  const reference = logLikelihood(scores, preference, { rule: adaptive({ tolerance: 1e-15 }) });
  // Errors below this bound are due to rounding and are therefore meaningless.
  const rounding = Math.abs(reference) * Number.EPSILON;
  const errorOf = (rule: ReturnType<typeof midpoint>): number =>
    Math.max(rounding, Math.abs(logLikelihood(scores, preference, { rule }) - reference));
  const counts = quick ? [10, 100, 1000, 10_000] : [10, 32, 100, 316, 1000, 3162, 10_000, 31_623, 100_000];
  const claims: Claim[] = [];
  const costs: IntervalCost[] = [{ rule: "adaptive", cost: 1, error: errorOf(adaptive()) }];
  for (const intervals of counts) {
    const rule = midpoint({ intervals, shift: PAPER.shift });
    const rawError = errorOf(midpoint({ intervals, shift: PAPER.shift, center: "none" }));
    const { timed } = sideBySide(
      {
        adaptive: () => logLikelihoodRows(scores, packed, { gradient }),
        timed: () => logLikelihoodRows(scores, packed, { gradient, rule }),
      },
      { rounds: quick ? 5 : 9, sliceMilliseconds: quick ? 4 : 10 },
    );
    const error = errorOf(rule);
    costs.push({ rule: "midpoint", intervals, cost: timed.ratio, error, rawError });
    const [what, where] = [`midpoint(T = ${intervals}, c = 5)`, "100 of 1000 items"];
    claims.push(
      claimOf(`time of ${what} relative to adaptive, ${where}`, timed, { context: readableTime(timed.nanoseconds) }),
      { what: `error of log P with ${what}, ${where}`, figure: error, unit: "nats" },
      { what: `error of log P with ${what} on raw scores, ${where}`, figure: rawError, unit: "nats" },
    );
  }
  const large = costs.filter(({ intervals = 0 }) => intervals >= 1000);
  const exponent = growthExponent(
    large.map(({ intervals }) => intervals ?? Number.NaN),
    large.map(({ cost }) => cost),
  );
  claims.push({
    what: "exponent p if the midpoint rule's cost grows like T^p, T ≥ 1000",
    figure: exponent,
    unit: "",
  });
  return { claims, costs };
}
