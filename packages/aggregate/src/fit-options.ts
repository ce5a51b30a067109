import type { LikelihoodOptions, PackedPreferences } from "@tierwise/core-integrator";
import { createLoss, type LossName, type LossSpec, type RankingLoss } from "@tierwise/losses";
import { bootstrap } from "./intervals/bootstrap.ts";
import type { Interval } from "./intervals/interval.ts";
import { sandwich } from "./intervals/sandwich.ts";
import { information } from "./intervals/standard-errors.ts";
import { adaGrad } from "./solvers/ada-grad.ts";
import { lbfgs } from "./solvers/lbfgs.ts";
import { newtonOrLbfgs } from "./solvers/newton.ts";
import type { FitProgress } from "./solvers/progress.ts";
import type { FitProblem, Solver } from "./solvers/solver.ts";
import { isLikelihood } from "./solvers/tier-likelihood.ts";

/** Options for {@link fitUtilities}, except those that describe the data. */
export interface FitSettings extends LikelihoodOptions {
  /** The largest number of items allowed, checked before memory is allocated. A fit takes about 200 bytes per item. Default: 10,000,000. */
  readonly maxItems?: number;
  /**
   * The loss to minimize: a loss from `@tierwise/losses`, by name, as a spec or as a value, or a custom function with the same
   * signature. Default: PL-Partition, the negative log-likelihood of the tiers.
   */
  readonly loss?: LossName | LossSpec | RankingLoss;
  /**
   * The solver: `lbfgs()`, `adaGrad()` or a custom one; `"lbfgs"` and `"adagrad"` select the first two with their defaults. Default: for
   * PL-Partition without negative sampling, Newton's method on pair counts if every preference ranks one item above one other, and
   * `lbfgs()` otherwise; for any other loss, `adaGrad()`.
   */
  readonly solver?: Solver | "adagrad" | "lbfgs";
  /**
   * The strength λ ≥ 0 of the prior −λ/2·Σw², which keeps utilities finite for any data. It is measured in observations: the more
   * observations there are, or the larger their weights, the less a given λ matters. Default: no prior (0).
   */
  readonly prior?: number;
  /**
   * How to compute standard errors once the likelihood is maximized: `information()`, `sandwich()`, `bootstrap()`, one of these names, or a
   * custom method. With `false` or `"none"`, they are not computed. Default: for up to 2000 items, `information()`; otherwise none.
   */
  readonly interval?: Interval | "bootstrap" | "information" | "none" | "sandwich" | false;
  /** Called after every step of L-BFGS, or whenever AdaGrad evaluates the validation loss. */
  readonly onProgress?: (progress: FitProgress) => void;
  /**
   * A signal that aborts the fit: before its next step, the fit throws the signal's reason. A fit is synchronous and handles no events
   * while it runs, so only `onProgress` can abort it.
   */
  readonly signal?: AbortSignal;
}

/** Options for {@link fitUtilities} if preferences come without item names. */
export interface FitOptions extends FitSettings {
  /** N, the number of items. */
  readonly items: number;
  /**
   * How often each preference was observed: nonnegative finite numbers. Default: 1 each. Only ratios matter for the utilities:
   * multiplying all weights by c leaves them unchanged and divides standard errors by √c. (Multiply a `prior` by c as well.)
   */
  readonly weights?: ArrayLike<number>;
  /**
   * The cluster of each preference, such as its voter or its question, as an integer from 0. Observations in a cluster may depend on each
   * other; `sandwich()` and `bootstrap()` take this into account. Default: all observations are independent.
   */
  readonly clusters?: ArrayLike<number>;
}

const MOST_ITEMS = 10_000_000;

/** Throws if the number of items is invalid or larger than allowed. Allocates no memory. */
export function checkItems({ items, maxItems = MOST_ITEMS }: FitOptions): void {
  if (!Number.isInteger(items) || items < 0) {
    throw new RangeError(`items is ${items}; expected a nonnegative integer`);
  }
  if (!(maxItems >= 0)) throw new RangeError(`maxItems is ${maxItems}; expected a nonnegative number`);
  if (items > maxItems) {
    throw new RangeError(`items is ${items}; expected at most ${maxItems}; set maxItems to allow more`);
  }
}

/** How to set each solver option, including options with former names; shown in an error message. */
const places: Readonly<Record<string, string>> = {
  tolerance: "lbfgs({ tolerance: … })",
  maxIterations: "lbfgs({ maxIterations: … })",
  learningRate: "adaGrad({ learningRate: … })",
  batchSize: "adaGrad({ batchSize: … })",
  validation: "adaGrad({ validation: … })",
  heldOut: "adaGrad({ validation: … })",
  patience: "adaGrad({ patience: … })",
  evaluateEvery: "adaGrad({ evaluateEvery: … })",
  epochs: "adaGrad({ epochs: … })",
  maxEpochs: "adaGrad({ epochs: … })",
  maxSteps: "adaGrad({ maxSteps: … })",
  seed: "adaGrad({ seed: … })",
};

/** Options with names resolved to values and defaults filled in. */
export type ResolvedOptions = { readonly solver: Solver } & Pick<
  FitProblem,
  "interval" | "likelihood" | "loss" | "onProgress" | "prior" | "signal"
>;

/** Resolves and checks the options. The options of the likelihood, the weights and the options of the solver are checked later. */
export function resolveOptions(options: FitSettings, preferences: PackedPreferences): ResolvedOptions {
  checkPlaces(options);
  const { rule, maxTier, prior = 0, onProgress, signal } = options;
  if (!(prior >= 0 && prior < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`prior is ${prior}; expected a nonnegative finite number`);
  }
  const loss = resolveLoss(options.loss);
  if (loss !== undefined && (rule !== undefined || maxTier !== undefined)) {
    throw new RangeError("rule and maxTier are options of PL-Partition; pass them to the loss");
  }
  const likelihood = { ...(rule && { rule }), ...(maxTier !== undefined && { maxTier }) };
  const solver = options.solver === undefined ? defaultSolver(loss, preferences) : resolveSolver(options.solver);
  return { solver, loss, likelihood, prior, interval: resolveInterval(options.interval), onProgress, signal };
}

/** Throws if an option of a solver is given as an option of the fit, where it would be ignored. */
function checkPlaces(options: FitSettings): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (Object.hasOwn(places, name)) {
      throw new TypeError(`${name} is an option of the solver; write solver: ${places[name]}`);
    }
    if (name === "standardErrors") {
      throw new TypeError("standardErrors is a result of the fit; write interval: information(), or interval: false");
    }
  }
}

function resolveLoss(loss: FitSettings["loss"]): RankingLoss | undefined {
  return loss === undefined || typeof loss === "function" ? loss : createLoss(loss);
}

/** Newton's method needs duels, which name two items each, so it cannot apply if observations name more than two items on average. */
function defaultSolver(loss: RankingLoss | undefined, { items, count }: PackedPreferences): Solver {
  if (!isLikelihood(loss)) return adaGrad();
  return items.length <= 2 * count ? newtonOrLbfgs() : lbfgs();
}

function resolveSolver(solver: Solver | string): Solver {
  if (solver === "lbfgs") return lbfgs();
  if (solver === "adagrad") return adaGrad();
  if (typeof solver === "object" && typeof solver?.fit === "function") return solver;
  throw new RangeError(
    `solver is ${JSON.stringify(solver)}; expected "lbfgs" or "adagrad", or a value such as adaGrad({ seed: 1 })`,
  );
}

function resolveInterval(interval: FitSettings["interval"]): Interval | false | undefined {
  if (interval === undefined || interval === false) return interval;
  if (interval === "none") return false;
  if (interval === "information") return information();
  if (interval === "sandwich") return sandwich();
  if (interval === "bootstrap") return bootstrap();
  if (typeof interval === "object" && typeof interval?.estimate === "function") return interval;
  throw new RangeError(
    `interval is ${JSON.stringify(interval)}; expected information(), sandwich(), bootstrap() or false`,
  );
}
