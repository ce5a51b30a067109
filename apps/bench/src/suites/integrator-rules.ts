import {
  adaptive,
  exact,
  intervalsForLikelihood,
  logLikelihood,
  logLikelihoodGradient,
  midpoint,
  type Preference,
} from "@tierwise/core-integrator";
import { normal, randomStream } from "@tierwise/random";
import { claimOf, readableTime } from "../claim-of.ts";
import { drawRanking } from "../draw-ranking.ts";
import { enumeratedLogLikelihood } from "../enumeration.ts";
import type { RuleCost } from "../figures/rule-growth.ts";
import { sideBySide } from "../side-by-side.ts";
import type { Claim, Suite } from "../suite.ts";
import { yardstick } from "../yardstick.ts";

const SEED = 3;
/** The paper's T and c. */
const PAPER = { intervals: 10_000, shift: 5 };

/** The rules side by side: evaluations on the simulation's tiers, speed and accuracy against the paper's rule, growth. */
export const integratorRules: Suite = {
  name: "integrator-rules",
  group: "The rules: accuracy and cost",
  gated: true,
  title: "The adaptive rule beside the paper's midpoint rule, the exact recursion and enumeration",
  run({ quick }) {
    return {
      claims: [...evaluations(quick), ...againstMidpoint(quick)],
      details: { seed: SEED, growth: growth(quick) },
    };
  },
};

/** Section 4.1's tiers: scores uniform on (0, log N), four tiers by three cuts within the first 500 places. */
function evaluations(quick: boolean): Claim[] {
  return [100, 1000, 10_000, ...(quick ? [] : [100_000])].map((itemCount) => {
    const uniform = randomStream(SEED);
    const scores = new Float64Array(itemCount).map(() => uniform() * Math.log(itemCount));
    const samples = quick ? 20 : 100;
    let total = 0;
    for (let sample = 0; sample < samples; sample++) {
      total += logLikelihoodGradient(scores, simulatedPreference(scores, uniform)).evaluations;
    }
    const what = `mean evaluations a tier, the simulation's tiers, N = ${itemCount}`;
    return { what, figure: total / (3 * samples), unit: "", target: { atMost: 40 } };
  });
}

function simulatedPreference(scores: Float64Array, uniform: () => number): Preference {
  const ranking = drawRanking(scores, uniform);
  const most = Math.min(500, scores.length - 1);
  const cuts = new Set<number>();
  while (cuts.size < 3) cuts.add(1 + Math.floor(uniform() * most));
  const [a, b, c] = [...cuts].sort((x, y) => x - y);
  return { tiers: [ranking.slice(0, a), ranking.slice(a, b), ranking.slice(b, c)] };
}

function againstMidpoint(quick: boolean): Claim[] {
  const uniform = randomStream(SEED);
  const scores = new Float64Array(1000).map(() => normal(uniform));
  const preference: Preference = { tiers: [drawRanking(scores, uniform).slice(0, 100)] };
  const paper = { rule: midpoint(PAPER) };
  const reference = logLikelihood(scores, preference, { rule: adaptive({ tolerance: 1e-15 }) });
  const { midpoint: slow } = sideBySide(
    {
      adaptive: () => logLikelihoodGradient(scores, preference),
      midpoint: () => logLikelihoodGradient(scores, preference, paper),
    },
    { rounds: quick ? 5 : 7, sliceMilliseconds: quick ? 5 : 20 },
  );
  const shortfall = (rule?: { rule: ReturnType<typeof midpoint> }): number =>
    Math.abs(logLikelihood(scores, preference, rule) - reference);
  const where = "100 of 1000 items";
  return [
    claimOf(`midpoint(T = 10000) against adaptive, ${where}`, slow, {
      target: { atLeast: 100 },
      beside: readableTime(slow.nanoseconds),
      gate: { better: "higher" },
    }),
    { what: `error of adaptive, ${where}`, figure: shortfall(), unit: "nats", target: { atMost: shortfall(paper) } },
    { what: `error of midpoint(T = 10000, c = 5), ${where}`, figure: shortfall(paper), unit: "nats" },
  ];
}

/** Cost of each rule against n, equal scores of 0 among 3n items, for the growth plot. */
function growth(quick: boolean): RuleCost[] {
  const rows: RuleCost[] = [];
  const options = quick ? { rounds: 3, sliceMilliseconds: 2 } : { rounds: 7, sliceMilliseconds: 5 };
  const sizes = quick ? [2, 4, 8, 16, 100, 1000] : [2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 20, 50, 100, 1000, 10_000];
  for (const n of sizes) {
    const scores = new Float64Array(3 * n);
    const preference: Preference = { tiers: [Int32Array.from({ length: n }, (_, i) => i)] };
    const time = (rule: string, call: () => unknown, intervals?: number): void => {
      const { timed } = sideBySide({ yardstick, timed: call }, options);
      rows.push({ rule, n, cost: timed.ratio, ...(intervals === undefined ? {} : { intervals }) });
    };
    time("adaptive", () => logLikelihood(scores, preference));
    if (n <= 9) time("enumeration", () => enumeratedLogLikelihood(scores, preference));
    if (n <= 20) time("exact", () => logLikelihood(scores, preference, { rule: exact() }));
    // The smallest shift that Theorem 1 allows, and an absolute error of 0.001 of P, which says little where P is smaller.
    const shift = Math.log(2.01) - Math.log(2 * n);
    const [intervals] = intervalsForLikelihood({ scores, preference, shift, epsilon: 1e-3 });
    if (intervals * n <= (quick ? 3e6 : 3e7)) {
      time("midpoint", () => logLikelihood(scores, preference, { rule: midpoint({ intervals, shift }) }), intervals);
    }
  }
  return rows;
}
