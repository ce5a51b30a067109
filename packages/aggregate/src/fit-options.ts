import type { LikelihoodOptions } from "@tierwise/core-integrator";
import { createLoss, type LossName, type LossSpec, type RankingLoss } from "@tierwise/losses";
import { information } from "./intervals/information.ts";
import type { Interval } from "./intervals/interval.ts";
import { adaGrad } from "./solvers/ada-grad.ts";
import { lbfgs } from "./solvers/lbfgs.ts";
import type { FitProgress } from "./solvers/progress.ts";
import type { FitProblem, Solver } from "./solvers/solver.ts";

/** What {@link fitUtilities} takes besides the data. */
export interface FitSettings extends LikelihoodOptions {
  /**
   * The most items that are allowed, checked before anything is allocated: a fit takes about 200 bytes per item. Default:
   * 10 000 000.
   */
  readonly maxItems?: number;
  /**
   * What is minimized: a loss of `@tierwise/losses`, by its name, its spec or as a value, or a function of your own of that form. Default:
   * PL-Partition, the likelihood of the tiers.
   */
  readonly loss?: LossName | LossSpec | RankingLoss;
  /**
   * How: `lbfgs()`, `adaGrad()` or a solver of your own; `"lbfgs"` and `"adagrad"` are short for the two with their defaults.
   * Default: `lbfgs()` without a `loss`, `adaGrad()` with one.
   */
  readonly solver?: Solver | "adagrad" | "lbfgs";
  /**
   * λ ≥ 0 of the prior −λ/2·Σw², which keeps utilities finite where the data alone do not. It counts in observations: the more of
   * them, or the larger their weights, the less the same λ matters. Default: 0, plain maximum likelihood.
   */
  readonly prior?: number;
  /**
   * How standard errors are computed, which only a fit by L-BFGS that has converged gets: `information()`, for which `"information"` is
   * short, or one of your own; `false` or `"none"` for not at all. Default: `information()` up to 2000 items.
   */
  readonly interval?: Interval | "information" | "none" | false;
  /** Called after every step of L-BFGS, and at every evaluation of AdaGrad. */
  readonly onProgress?: (progress: FitProgress) => void;
  /**
   * Ends the fit: it throws the signal's reason before its next step. No event is handled while a fit runs, so that it is `onProgress` that
   * may abort.
   */
  readonly signal?: AbortSignal;
}

/** What {@link fitUtilities} takes with preferences whose items have no names. */
export interface FitOptions extends FitSettings {
  /** N, the number of items. */
  readonly items: number;
  /**
   * How often each preference was observed, finite and at least 0. Default: 1 each. Only ratios matter to the utilities: all
   * weights times c give the same ones, and standard errors divided by √c. (With a `prior`, multiply that by c too.)
   */
  readonly weights?: ArrayLike<number>;
}

const MOST_ITEMS = 10_000_000;

/** Throws where there are more items than allowed, or not a number of them; allocates nothing. */
export function checkItems({ items, maxItems = MOST_ITEMS }: FitOptions): void {
  if (!Number.isInteger(items) || items < 0) {
    throw new RangeError(`items is ${items}; expected an integer of at least 0`);
  }
  if (!(maxItems >= 0)) throw new RangeError(`maxItems is ${maxItems}; expected a number of at least 0`);
  if (items > maxItems) {
    throw new RangeError(`items is ${items}; expected at most ${maxItems}, unless the option maxItems allows more`);
  }
}

/** Options of the solvers, and what else was once an option: where each belongs. */
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

/** Options with names made values and defaults filled in. */
export type ResolvedOptions = { readonly solver: Solver } & Pick<
  FitProblem,
  "interval" | "likelihood" | "loss" | "onProgress" | "prior" | "signal"
>;

/** Checks what neither the likelihood, the weights nor the solvers do. */
export function resolveOptions(options: FitSettings): ResolvedOptions {
  checkPlaces(options);
  const { rule, maxTier, prior = 0, onProgress, signal } = options;
  if (!(prior >= 0 && prior < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`prior is ${prior}; expected a finite number of at least 0`);
  }
  const loss = resolveLoss(options.loss);
  if (loss !== undefined && (rule !== undefined || maxTier !== undefined)) {
    throw new RangeError("rule and maxTier are options of PL-Partition: give them to the loss");
  }
  const likelihood = { ...(rule && { rule }), ...(maxTier !== undefined && { maxTier }) };
  const solver = resolveSolver(options.solver ?? (loss === undefined ? "lbfgs" : "adagrad"));
  return { solver, loss, likelihood, prior, interval: resolveInterval(options.interval), onProgress, signal };
}

/** Throws where an option of a solver is given among those of the fit, where it would be ignored. */
function checkPlaces(options: FitSettings): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (Object.hasOwn(places, name)) {
      throw new TypeError(`${name} is an option of the solver; write solver: ${places[name]}`);
    }
    if (name === "standardErrors") {
      throw new TypeError("standardErrors is what a fit returns; write interval: information(), or interval: false");
    }
  }
}

function resolveLoss(loss: FitSettings["loss"]): RankingLoss | undefined {
  return loss === undefined || typeof loss === "function" ? loss : createLoss(loss);
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
  if (typeof interval === "object" && typeof interval?.standardErrors === "function") return interval;
  throw new RangeError(`interval is ${JSON.stringify(interval)}; expected information() or false`);
}
