import type { LikelihoodOptions } from "@tierwise/core-integrator";
import type { RankingLoss } from "@tierwise/losses";
import type { AdaGradOptions } from "./ada-grad.ts";

/** What {@link fitUtilities} needs to know. */
export interface FitOptions extends LikelihoodOptions, AdaGradOptions {
  /** N, the number of items. */
  readonly items: number;
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
  /** How often each preference was observed; 1 where left out. */
  readonly weights?: ArrayLike<number>;
  /**
   * λ ≥ 0 of the prior −λ/2·Σw², which keeps utilities finite where the data alone do not. 0 where left out: plain maximum
   * likelihood.
   */
  readonly prior?: number;
  /** L-BFGS: whether to compute standard errors; by default up to 2000 items. */
  readonly standardErrors?: boolean;
  /** L-BFGS: the largest entry of the gradient, per observation, that counts as zero: 1e-8 where left out. */
  readonly tolerance?: number;
  /** L-BFGS: 1000 where left out. */
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

/** Checks what the likelihood does not; returns the solver and the number of observations, counted by weight. */
export function checkOptions(
  options: FitOptions,
  count: number,
): { solver: "lbfgs" | "adagrad"; observations: number } {
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
  if (solver === "adagrad") checkAdaGrad(options, count);
  else if (!((options.tolerance ?? 1) > 0)) {
    throw new RangeError(`tolerance is ${options.tolerance}; expected a positive number`);
  }
  return { solver, observations: Math.max(1, totalWeight(options.weights, count)) };
}

function totalWeight(weights: ArrayLike<number> | undefined, count: number): number {
  if (weights === undefined) return count;
  if (weights.length !== count) {
    throw new RangeError(`weights has ${weights.length} entries; expected ${count}, one an observation`);
  }
  let total = 0;
  for (let b = 0; b < weights.length; b++) {
    if (!(weights[b] >= 0)) throw new RangeError(`weights[${b}] is ${weights[b]}; expected a number of at least 0`);
    total += weights[b];
  }
  return total;
}

function checkAdaGrad(options: FitOptions, count: number): void {
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
  if (heldOut > 0 && count === 1) {
    throw new RangeError("preferences has 1 entry, which cannot be held out and learnt from; set heldOut to 0");
  }
  const { batchSize = 20, patience = 10, evaluateEvery = 1, maxEpochs = 1000 } = options;
  for (const [name, value] of Object.entries({ batchSize, patience, evaluateEvery, maxEpochs })) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} is ${value}; expected a positive integer`);
  }
  if (!(maxSteps >= 1)) throw new RangeError(`maxSteps is ${maxSteps}; expected a positive integer`);
}
