import {
  adaptive,
  exact,
  intervalsForLikelihood,
  logLikelihood,
  logLikelihoodGradient,
  midpoint,
  type Preference,
  type Rule,
} from "@tierwise/core-integrator";
import { normal, randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import type { RuleCost } from "@tierwise/studies/figures";
import { enumeratedLogLikelihood } from "../peers/enumeration.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { sideBySide } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { yardstick } from "../timing/yardstick.ts";

const SEED = 3;
/** The paper's T and c. */
const PAPER = { intervals: 10_000, shift: 5 };

/** Compares the rules: evaluations on the tiers of the simulation study, speed and accuracy relative to the paper's rule, and growth. */
export const integratorRules: Suite = {
  name: "integrator-rules",
  group: "The rules: accuracy and cost",
  gated: true,
  title: "The adaptive rule compared with the paper's midpoint rule, the exact recursion and enumeration",
  run({ quick }) {
    return {
      claims: [...evaluations(quick), ...againstMidpoint(quick)],
      details: { seed: SEED, growth: growth(quick) },
    };
  },
};

/** The tiers of section 4.1: scores uniform on (0, log N), and four tiers from three cuts within the first 500 places. */
function evaluations(quick: boolean): Claim[] {
  return [100, 1000, 10_000, ...(quick ? [] : [100_000])].map((itemCount) => {
    const uniform = randomStream(SEED);
    const scores = new Float64Array(itemCount).map(() => uniform() * Math.log(itemCount));
    const samples = quick ? 20 : 100;
    let total = 0;
    for (let sample = 0; sample < samples; sample++) {
      total += logLikelihoodGradient(scores, simulatedPreference(scores, uniform)).evaluations;
    }
    const what = `mean evaluations per tier of the simulation study, N = ${itemCount}`;
    return { what, figure: total / (3 * samples), unit: "", target: { atMost: 40 } };
  });
}

function simulatedPreference(scores: Float64Array, uniform: () => number): Preference {
  const ranking = samplePlackettLuce(scores, uniform);
  const most = Math.min(500, scores.length - 1);
  const cuts = new Set<number>();
  while (cuts.size < 3) cuts.add(1 + Math.floor(uniform() * most));
  const [a, b, c] = [...cuts].sort((x, y) => x - y);
  return { tiers: [ranking.slice(0, a), ranking.slice(a, b), ranking.slice(b, c)] };
}

interface Contest {
  readonly where: string;
  readonly scores: Float64Array;
  readonly preference: Preference;
}

function contests(): Contest[] {
  const uniform = randomStream(SEED);
  const drawn = (n: number, itemCount: number, spread = 1): Contest => {
    const scores = new Float64Array(itemCount).map(() => spread * normal(uniform));
    const where = `${n} of ${itemCount} items${spread === 1 ? "" : `, scores with standard deviation ${spread}`}`;
    return { where, scores, preference: { tiers: [samplePlackettLuce(scores, uniform).slice(0, n)] } };
  };
  const heavy = drawn(19, 983);
  for (const item of Array.from(heavy.preference.tiers[0])) heavy.scores[item] += 10;
  return [
    drawn(1, 983),
    drawn(3, 983),
    drawn(10, 983),
    drawn(19, 983),
    drawn(100, 1000),
    drawn(19, 983, 10),
    { ...heavy, where: "19 of 983 items with nearly all of the mass" },
  ];
}

/** The values of T to try, in order, until the midpoint rule is accurate enough. */
const COUNTS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
/** The relative error of log P that both rules must reach: the tolerance of the adaptive rule when training the ranker. */
const ACCURACY = 1e-9;

function againstMidpoint(quick: boolean): Claim[] {
  const options = { rounds: quick ? 5 : 7, sliceMilliseconds: quick ? 5 : 20 };
  return contests().flatMap(({ where, scores, preference }) => {
    const reference = logLikelihood(scores, preference, { rule: adaptive({ tolerance: 1e-15 }) });
    const shortfall = (rule: Rule): number => Math.abs(logLikelihood(scores, preference, { rule }) - reference);
    const ours = adaptive({ tolerance: ACCURACY });
    const enough = COUNTS.find(
      (intervals) =>
        shortfall(midpoint({ intervals, shift: PAPER.shift })) <= ACCURACY * Math.max(1, Math.abs(reference)),
    );
    const paper = midpoint(PAPER);
    const least = midpoint({ intervals: enough ?? PAPER.intervals, shift: PAPER.shift, negligible: 1e-18 });
    const timings = sideBySide(
      {
        adaptive: () => logLikelihoodGradient(scores, preference, { rule: ours }),
        least: () => logLikelihoodGradient(scores, preference, { rule: least }),
        paper: () => logLikelihoodGradient(scores, preference, { rule: paper }),
      },
      options,
    );
    const errors: Claim[] = [
      { what: `error of adaptive(1e-9), ${where}`, figure: shortfall(ours), unit: "nats" },
      { what: `error of midpoint(T = 10000, c = 5), ${where}`, figure: shortfall(paper), unit: "nats" },
      {
        what: `error of midpoint(T = 10000, c = 5, raw scores), ${where}`,
        figure: shortfall(midpoint({ ...PAPER, center: "none" })),
        unit: "nats",
      },
    ];
    const gated = where === "100 of 1000 items" ? { gate: { better: "higher" } as const } : {};
    return [
      claimOf(`time of midpoint(T = 10000, c = 5) relative to adaptive, ${where}`, timings.paper, {
        context: readableTime(timings.paper.nanoseconds),
        ...gated,
      }),
      claimOf(
        enough === undefined
          ? `time of midpoint(T = 10000, c = 5) without negligible midpoints relative to adaptive (no T ≤ 100000 reaches 1e-9), ${where}`
          : `time of midpoint(T = ${enough}, c = 5), which reaches 1e-9, relative to adaptive, ${where}`,
        timings.least,
        { context: readableTime(timings.least.nanoseconds) },
      ),
      ...errors,
    ];
  });
}

/** For the growth plot: the cost of each rule as a function of n, with 3n items whose scores are all 0. */
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
    // The smallest shift that Theorem 1 allows when the rest has two thirds of the mass. T is chosen for an absolute error of P below
    // 0.001, which is a weak guarantee if P itself is smaller.
    const shift = Math.log(1.5 * 2.01);
    const [intervals] = intervalsForLikelihood({ scores, preference, shift, epsilon: 1e-3 });
    if (intervals * n <= (quick ? 3e6 : 3e7)) {
      time("midpoint", () => logLikelihood(scores, preference, { rule: midpoint({ intervals, shift }) }), intervals);
    }
  }
  return rows;
}
