import type { Interval, Uncertainty } from "../intervals/interval.ts";
import { chiSquareTail } from "../numerics/chi-square.ts";
import { type FittedPairModel, fitPairs, type PairProblem } from "../pairs/fit-pairs.ts";
import type { Battles } from "./battles.ts";
import { jointInformation } from "./joint-information.ts";
import { bestScale, isSeparated, judgesOf, LARGEST_RELIABILITY, membersOf } from "./judges.ts";

/** A model of judges who differ in reliability, created by {@link reliability}. */
export interface Reliability {
  /** The name of the factor that identifies the judges; undefined if the clusters are the judges. */
  readonly factor: string | undefined;
  /** The strength κ ≥ 0 of the prior −κ/2·Σ(s − 1)². */
  readonly prior: number;
}

/** Options for {@link reliability}. */
export interface ReliabilityOptions {
  /** The factor that identifies the judges. Default: the clusters of the battles. */
  readonly factor?: string;
  /**
   * The strength κ ≥ 0 of the prior −κ/2·Σ(s − 1)². The prior keeps s finite even if a judge always agrees with the ranking, as is common
   * for judges with few battles. Start with 1. Default: 0.
   */
  readonly prior?: number;
}

/** The reliability of one judge. */
export interface JudgeReliability {
  /** The name of the judge. */
  readonly name: string;
  /** The reliability s: 1 for an average judge, 0 for a judge who answers at random, negative for a judge who prefers the worse item. */
  readonly reliability: number;
  /** The standard error of s; undefined unless the interval is `information()`. */
  readonly standardError?: number;
  /** The total weight of this judge's battles. */
  readonly battles: number;
}

/** The reliabilities of the judges, and a test of whether they differ. */
export interface JudgeSummary {
  /** The reliability of each judge who occurs in the data. */
  readonly reliabilities: readonly JudgeReliability[];
  /** The likelihood-ratio test of the hypothesis that all judges are equally reliable. */
  readonly test: {
    /** The statistic 2·(log L of this fit − log L with equal judges). */
    readonly statistic: number;
    /** The number of judges minus 1. */
    readonly degreesOfFreedom: number;
    /** The probability of a statistic at least this large if all judges are equally reliable. */
    readonly pValue: number;
  };
}

/**
 * Gives every judge a reliability s, which multiplies the log-odds: P(left wins) = 1/(1 + e^{−s·η}). The mean of s over the judges is 1.
 * The fit reports a likelihood-ratio test of equal reliability; its p-value is too small if judges have few battles each.
 *
 * @param options - The column that identifies the judges, and the prior.
 *
 * @example
 * ```ts
 * import { fitBattles, reliability } from "@tierwise/aggregate";
 *
 * // Ada prefers soup to stew 4 to 1, and stew to rice 4 to 1; Bo nearly tosses a coin.
 * const battles = {
 *   itemNames: ["soup", "stew", "rice"],
 *   left: Int32Array.of(0, 0, 1, 1, 0, 0, 1, 1),
 *   right: Int32Array.of(1, 1, 2, 2, 1, 1, 2, 2),
 *   outcomes: Uint8Array.of(0, 1, 0, 1, 0, 1, 0, 1),
 *   weights: Float64Array.of(40, 10, 40, 10, 26, 24, 26, 24),
 *   clusters: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1),
 *   clusterNames: ["Ada", "Bo"],
 * };
 * const { judges } = fitBattles(battles, { judges: reliability() });
 * console.log(judges?.reliabilities.map(({ name, reliability: s }) => `${name} ${s.toFixed(2)}`).join(", ")); // Ada 1.89, Bo 0.11
 * console.log(judges?.test.degreesOfFreedom, (judges?.test.pValue ?? 1) < 1e-4); // 1 true
 * ```
 */
export function reliability({ factor, prior = 0 }: ReliabilityOptions = {}): Reliability {
  if (!(prior >= 0 && prior < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`prior is ${prior}; expected a nonnegative finite number`);
  }
  return { factor, prior };
}

/** A fit that includes the reliabilities of the judges. */
export interface FittedReliability {
  readonly model: Pick<FittedPairModel, "gradientNorm" | "logLikelihood" | "maximum">;
  readonly uncertainty: Uncertainty | undefined;
  readonly judges: JudgeSummary;
  /** Why the reliabilities have no finite estimate; undefined if they have one. */
  readonly problem?: string;
}

const MOST_ROUNDS = 500;
const MOST_PARAMETERS_FOR_MATRIX = 2000;

/**
 * Alternately maximizes over the utilities for given reliabilities and over each reliability for given utilities, until neither changes.
 * Both problems are concave. Row r, cell r and observation r must be the same battle.
 */
export function fitReliability(
  battles: Battles,
  problem: PairProblem,
  rows: Int32Array,
  { factor, prior }: Reliability,
  interval: Interval | false,
): FittedReliability | Int32Array {
  const { codes, names } = judgesOf(battles, rows, factor);
  const equal = fitPairs(problem);
  if (equal instanceof Int32Array) return equal;
  const members = membersOf(codes, names.length);
  const battlesOf = (j: number): number =>
    members[j].reduce((sum, c) => sum + problem.observations.weights[c] * problem.unit, 0);
  const present = members.flatMap((list, j) => (list.length > 0 ? [j] : []));
  const s = new Float64Array(names.length).fill(1);
  const scales = new Float64Array(rows.length).fill(1);
  let model: FittedPairModel = equal;
  let isSettled = present.length < 2;
  let infinite: string | undefined;
  for (let round = 0; round < MOST_ROUNDS && !isSettled; round++) {
    const before = s.slice();
    for (const j of present) s[j] = bestScale(problem, model.maximum.x, members[j], s[j], prior / problem.unit);
    const mean = present.reduce((sum, j) => sum + s[j], 0) / present.length;
    const largest = present.reduce((most, j) => (Math.abs(s[j]) > Math.abs(s[most]) ? j : most));
    if (!(Math.abs(mean) > 1e-8 && Math.abs(s[largest]) < LARGEST_RELIABILITY * Math.abs(mean))) {
      infinite = unboundedJudge(names[largest], battlesOf(largest));
      break;
    }
    for (const j of present) s[j] /= mean;
    for (let c = 0; c < rows.length; c++) scales[c] = s[codes[c]];
    const start = model.maximum.x.map((value, i) => (i < scaledCount(problem) ? value * mean : value));
    const next = fitPairs({ ...problem, cells: { ...problem.cells, scales }, start });
    if (next instanceof Int32Array || !next.maximum.converged) break;
    model = next;
    isSettled = present.every((j) => Math.abs(s[j] - before[j]) <= 1e-9 * Math.max(1, Math.abs(s[j])));
  }
  const separated = prior > 0 ? undefined : present.find((j) => isSeparated(problem, model.maximum.x, members[j]));
  if (separated !== undefined && present.length > 1) infinite = unboundedJudge(names[separated], battlesOf(separated));
  const converged = isSettled && infinite === undefined && model.maximum.converged;
  const statistic = Math.max(0, 2 * (model.logLikelihood - equal.logLikelihood));
  const degreesOfFreedom = present.length - 1;
  const scaled = { ...problem, cells: { ...problem.cells, scales } };
  const { uncertainty, errors } =
    converged && interval ? uncertain(scaled, model, interval, codes, s, present) : nothing;
  return {
    model: { ...model, maximum: { ...model.maximum, converged } },
    uncertainty,
    ...(infinite !== undefined && { problem: infinite }),
    judges: {
      reliabilities: present.map((j) => ({
        name: names[j],
        reliability: s[j],
        ...(errors && { standardError: errors[j] }),
        battles: battlesOf(j),
      })),
      test: { statistic, degreesOfFreedom, pValue: chiSquareTail(statistic, Math.max(1, degreesOfFreedom)) },
    },
  };
}

/** The message about a judge whose answers all follow the ranking or all contradict it. */
function unboundedJudge(name: string, battles: number): string {
  const who = `judge ${JSON.stringify(name)}, with ${battles} ${battles === 1 ? "battle" : "battles"},`;
  return `the most likely reliability of ${who} is infinite; set the prior of reliability()`;
}

const nothing = { uncertainty: undefined, errors: undefined };

/** Computes standard errors of all parameters. Only `information()` includes the uncertainty of the reliabilities. */
function uncertain(
  problem: PairProblem,
  model: FittedPairModel,
  interval: Interval,
  codes: Int32Array,
  s: Float64Array,
  present: readonly number[],
): { uncertainty: Uncertainty | undefined; errors: Float64Array | undefined } {
  const size = model.maximum.x.length;
  if (interval.name === "information" && size <= MOST_PARAMETERS_FOR_MATRIX) {
    const joint = jointInformation(problem, model.maximum.x, codes, s, present);
    return { uncertainty: joint?.uncertainty, errors: joint?.judgeErrors };
  }
  const fitted = model.fitted(MOST_PARAMETERS_FOR_MATRIX);
  if (fitted === undefined) return nothing;
  const found = interval.estimate(fitted);
  return { uncertainty: { ...found, method: `${found.method}, given the reliabilities` }, errors: undefined };
}

/** The number of parameters that are multiplied by reliabilities: the utilities and effects, but not the tie parameter. */
function scaledCount({ cells: { itemCount, controlCount } }: PairProblem): number {
  return itemCount + controlCount;
}
