import type { LikelihoodOptions } from "@tierwise/core-integrator";
import type { RankingLoss } from "@tierwise/losses";
import type { AdaGradOptions } from "./ada-grad.ts";

/** What {@link fitUtilities} needs to know. */
export interface FitOptions extends LikelihoodOptions, AdaGradOptions {
  /** N, the number of items. */
  readonly items: number;
  /**
   * The most items that are allowed, checked before anything is allocated: a fit takes about 200 bytes per item. Default:
   * 10 000 000.
   */
  readonly maxItems?: number;
  /**
   * What is minimised: any loss of `@tierwise/losses`, or a function of your own of that form. PL-Partition, the likelihood of the
   * tiers, where left out.
   */
  readonly loss?: RankingLoss;
  /**
   * How.
   *
   * - `"lbfgs"` (the default without a `loss`): the maximum of the likelihood to a gradient of `tolerance`, from all
   *   observations at once; with standard errors.
   * - `"adagrad"` (the default with a `loss`): mini-batches with early stopping, as in the paper's study.
   */
  readonly solver?: "lbfgs" | "adagrad";
  /**
   * How often each preference was observed, finite and at least 0. Default: 1 each. Only ratios matter to the utilities: all
   * weights times c give the same ones, and standard errors divided by √c. (With a `prior`, multiply that by c too.)
   */
  readonly weights?: ArrayLike<number>;
  /**
   * λ ≥ 0 of the prior −λ/2·Σw², which keeps utilities finite where the data alone do not. It counts in observations: the more of
   * them, or the larger their weights, the less the same λ matters. Default: 0, plain maximum likelihood.
   */
  readonly prior?: number;
  /** L-BFGS: whether to compute standard errors, which only a fit that has converged gets. Default: up to 2000 items. */
  readonly standardErrors?: boolean;
  /**
   * L-BFGS: the largest entry of the gradient, divided by the sum of the weights, that counts as zero. Utilities count as found
   * where, besides, Newton's step to the maximum is no longer than 100 times this. Default: 1e-8.
   */
  readonly tolerance?: number;
  /** L-BFGS: the most steps. Default: 1000. */
  readonly maxIterations?: number;
}

/** Options that only one of the solvers knows. */
const ONLY_LBFGS = ["standardErrors", "tolerance", "maxIterations"] as const;
const ONLY_ADAGRAD = [
  "loss",
  "learningRate",
  "batchSize",
  "heldOut",
  "patience",
  "evaluateEvery",
  "maxEpochs",
  "maxSteps",
  "seed",
  "onProgress",
] as const;

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

/** Checks what neither the likelihood nor the weights do; returns the solver. */
export function checkOptions(options: FitOptions): "lbfgs" | "adagrad" {
  const { prior = 0 } = options;
  const solver = options.solver ?? (options.loss === undefined ? "lbfgs" : "adagrad");
  if (solver !== "lbfgs" && solver !== "adagrad") {
    throw new RangeError(`solver is ${JSON.stringify(solver)}; expected "lbfgs" or "adagrad"`);
  }
  for (const name of solver === "adagrad" ? ONLY_LBFGS : ONLY_ADAGRAD) {
    if (options[name] !== undefined && options[name] !== false) {
      throw new RangeError(`${name} is an option of the other solver than "${solver}"`);
    }
  }
  if (!(prior >= 0 && prior < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`prior is ${prior}; expected a finite number of at least 0`);
  }
  if (solver === "adagrad") checkAdaGrad(options);
  else checkLbfgs(options);
  return solver;
}

function checkLbfgs({ tolerance = 1e-8, maxIterations = 1000 }: FitOptions): void {
  if (!(tolerance > 0 && tolerance < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`tolerance is ${tolerance}; expected a positive number`);
  }
  if (!(maxIterations >= 0)) throw new RangeError(`maxIterations is ${maxIterations}; expected a number of at least 0`);
}

function checkAdaGrad(options: FitOptions): void {
  const { loss, rule, maxTier, learningRate = 0.1, heldOut = 0.2, maxSteps = Number.POSITIVE_INFINITY } = options;
  if (loss !== undefined && typeof loss !== "function") {
    throw new TypeError(`loss is ${String(loss)}; expected a loss such as rankNetLoss()`);
  }
  if (loss !== undefined && (rule !== undefined || maxTier !== undefined)) {
    throw new RangeError("rule and maxTier are options of PL-Partition: give them to the loss");
  }
  if (!(learningRate > 0 && learningRate < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`learningRate is ${learningRate}; expected a positive number`);
  }
  if (!(heldOut >= 0 && heldOut < 1)) {
    throw new RangeError(`heldOut is ${heldOut}; expected a share of the observations, from 0 to less than 1`);
  }
  const { batchSize = 20, patience = 10, evaluateEvery = 1, maxEpochs = 1000 } = options;
  for (const [name, value] of Object.entries({ batchSize, patience, evaluateEvery, maxEpochs })) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} is ${value}; expected a positive integer`);
  }
  if (!(maxSteps >= 1)) throw new RangeError(`maxSteps is ${maxSteps}; expected a positive integer`);
}
