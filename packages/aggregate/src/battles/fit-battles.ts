import type { Uncertainty } from "../intervals/interval.ts";
import { uncertaintyFields } from "../intervals/standard-errors.ts";
import { maxNorm } from "../numerics/linear-algebra.ts";
import { normalizeWeights } from "../observations/weighted-preferences.ts";
import { type FittedPairModel, fitPairs, type PairProblem } from "../pairs/fit-pairs.ts";
import { unconverged } from "../solvers/no-maximum.ts";
import { fitWithAcceptable } from "./acceptable.ts";
import type { BattleFit } from "./battle-fit.ts";
import { type BattleOptions, type ResolvedBattleOptions, resolveBattleOptions } from "./battle-options.ts";
import { type Battles, checkBattles } from "./battles.ts";
import { scaledControls } from "./controls.ts";
import { observedPairs } from "./observed-pairs.ts";
import { fitReliability } from "./reliability.ts";
import type { TieSummary } from "./ties.ts";

const MOST_STEPS = 1000;
/** Above this many items, intervals are computed without an N × N matrix. */
const MOST_ITEMS_FOR_MATRIX = 2000;

/**
 * Fits one utility per item to battles of two items, as in a leaderboard. Finds the most likely utilities w in the Bradley-Terry model,
 *
 *     P(left wins) = 1/(1 + e^{−η}),   η = w_left − w_right + Σ_a β_a·x_a,
 *
 * where β are the effects of `controls`. `ties` sets how ties are counted, and `prior` adds −λ/2·Σw². Utilities have mean 0.
 *
 * Equal battles are merged first, so the cost of the fit does not depend on the number of battles. Newton's method with the exact Hessian
 * then takes about six steps.
 *
 * A tie is an observation: it shows that two items are close. To fit tiers, whose order is unknown, use {@link fitUtilities}.
 *
 * @param battles - The battles, in columns.
 * @param options - How to count ties, the prior, the interval, the controls and the judges.
 *
 * @example
 * ```ts
 * import { fitBattles, rankedItems } from "@tierwise/aggregate";
 *
 * const battles = {
 *   itemNames: ["soup", "stew", "rice"],
 *   left: Int32Array.of(0, 0, 1, 1, 2, 2),
 *   right: Int32Array.of(1, 1, 2, 2, 0, 0),
 *   outcomes: Uint8Array.of(0, 2, 0, 1, 0, 1), // left, tie, left, right, left, right
 *   weights: Float64Array.of(20, 10, 25, 15, 10, 30),
 * };
 * const fit = fitBattles(battles);
 * const lines = rankedItems(fit).map(({ name, utility, interval }) => {
 *   return `${name} ${utility.toFixed(2)}, from ${interval?.map((bound) => bound.toFixed(2)).join(" to ")}`;
 * });
 * console.log(lines.join("\n"));
 * // soup 0.86, from 0.48 to 1.24
 * // stew -0.29, from -0.63 to 0.05
 * // rice -0.57, from -0.90 to -0.24
 * console.log(fit.ties.method, fit.ties.count, fit.interval?.method); // half 10 observed information
 * ```
 */
export function fitBattles(battles: Battles, options: BattleOptions = {}): BattleFit {
  checkBattles(battles);
  const resolved = resolveBattleOptions(options);
  const normalized = normalizeWeights(battles.weights, battles.left.length, resolved.prior);
  const weights = normalized.weights ?? new Float64Array(battles.left.length).fill(1);
  const ties = countTies(battles, weights, normalized.unit, resolved);
  resolved.signal?.throwIfAborted();
  if (resolved.bothBad === "below") return fitWithAcceptable(battles, resolved, ties);
  if (ties.share === 1 && resolved.ties.name !== "half") {
    return withoutEstimate(battles, ties, "every battle is a tie, so no utility can be estimated; use half()");
  }
  const hasTies = resolved.ties.name === "davidson" && ties.count > 0;
  const controls = resolved.controls.length > 0 ? scaledControls(battles, resolved.controls) : undefined;
  const { judges, signal, onProgress } = resolved;
  const dropTies = resolved.ties.name === "drop";
  const paired = observedPairs(battles, { dropTies, hasTies, controls, keepRows: judges !== undefined, weights });
  const problem: PairProblem = {
    ...{ cells: paired.cells, observations: paired.observations, unit: normalized.unit, prior: normalized.prior },
    ...{ maxIterations: MOST_STEPS, signal },
    onStep: (done, { gradient }) =>
      onProgress?.({
        ...{ stage: "newton", done, total: MOST_STEPS },
        gradientNorm: maxNorm(gradient) / (normalized.total || 1),
      }),
  };
  const scales = controls?.scales ?? new Float64Array(0);
  if (judges !== undefined) {
    const found = fitReliability(battles, problem, paired.rows, judges, resolved.interval);
    if (found instanceof Int32Array) return withoutEstimate(battles, ties, unbeatenProblem(battles, found), found);
    const fit = describe(battles, resolved, ties, scales, found.model, found.uncertainty, hasTies);
    return { ...fit, ...(found.problem !== undefined && { problem: found.problem }), judges: found.judges };
  }
  const model = fitPairs(problem);
  if (model instanceof Int32Array) return withoutEstimate(battles, ties, unbeatenProblem(battles, model), model);
  const wanted = model.maximum.converged && battles.itemNames.length > 0 ? resolved.interval : false;
  const fitted = wanted ? model.fitted(MOST_ITEMS_FOR_MATRIX) : undefined;
  const uncertainty = wanted && fitted ? wanted.estimate(fitted) : undefined;
  return describe(battles, resolved, ties, scales, model, uncertainty, hasTies);
}

function countTies(
  { outcomes }: Battles,
  weights: Float64Array,
  unit: number,
  { ties, bothBad }: ResolvedBattleOptions,
): TieSummary {
  let [tied, total] = [0, 0];
  for (let r = 0; r < outcomes.length; r++) {
    total += weights[r];
    if (outcomes[r] === 2 || (outcomes[r] > 2 && bothBad === "tie")) tied += weights[r];
  }
  return { method: ties.name, count: tied * unit, share: total > 0 ? tied / total : 0 };
}

/** The result of a fit, converted to the units of the data. */
function describe(
  { itemNames }: Battles,
  { controls }: ResolvedBattleOptions,
  ties: TieSummary,
  scales: Float64Array,
  { maximum, logLikelihood, gradientNorm }: Pick<FittedPairModel, "gradientNorm" | "logLikelihood" | "maximum">,
  uncertainty: Uncertainty | undefined,
  hasTies: boolean,
): BattleFit {
  const items = itemNames.length;
  const { converged, iterations, x } = maximum;
  const errors = uncertainty?.standardErrors;
  const effects = controls.map(({ name }, a) => ({
    name,
    estimate: x[items + a] / scales[a],
    ...(errors && { standardError: errors[items + a] / scales[a] }),
  }));
  const nu = hasTies ? Math.exp(x[items + controls.length]) : 0;
  const tieError = errors?.[items + controls.length];
  return {
    itemNames,
    utilities: x.slice(0, items),
    ...(uncertainty && uncertaintyFields(uncertainty, items)),
    converged,
    ...(!converged && { problem: unconverged(true, maximum, gradientNorm, iterations, MOST_STEPS) }),
    logLikelihood,
    gradientNorm,
    iterations,
    ties: {
      ...ties,
      ...(ties.method === "davidson" && { nu }),
      // The delta method converts the standard error of log ν to that of ν: the factor is dν/d log ν = ν.
      ...(hasTies && tieError !== undefined && { standardError: nu * tieError }),
    },
    ...(controls.length > 0 && { effects }),
  };
}

/** The result if the most likely utilities are not finite. */
function withoutEstimate(
  { itemNames }: Battles,
  ties: TieSummary,
  problem: string,
  unbeatenItems?: Int32Array,
): BattleFit {
  return {
    itemNames,
    utilities: new Float64Array(itemNames.length),
    converged: false,
    ...(unbeatenItems && { unbeatenItems }),
    problem,
    logLikelihood: Number.NaN,
    gradientNorm: Number.NaN,
    iterations: 0,
    ties,
  };
}

/** The message that some items are never beaten and therefore have no finite utilities. */
function unbeatenProblem({ itemNames, left, right, weights }: Battles, unbeaten: Int32Array): string {
  const [item] = unbeaten;
  const name = JSON.stringify(itemNames[item] ?? "acceptable");
  const hasBattles = left.some((_, r) => weights[r] > 0 && (left[r] === item || right[r] === item));
  if (unbeaten.length === 1 && !hasBattles) return `${name} has no battles; set a prior, or omit this item`;
  const who = unbeaten.length === 1 ? `${name} is` : `${unbeaten.length} items, the first of them ${name}, are`;
  return `${who} never beaten by the others, so the most likely utilities are infinite; set a prior`;
}
