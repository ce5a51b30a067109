import type { SharedLoss } from "@tierwise/losses";
import { randomPermutation, randomSplit, randomStream } from "@tierwise/random";
import type { FitProblem } from "./solver.ts";

/** Options for {@link adaGrad}: how mini-batches are drawn and when to stop. */
export interface AdaGradOptions {
  /** AdaGrad's initial step size. Default: the paper's value, 0.1. */
  readonly learningRate?: number;
  /** The number of observations per step. Default: the paper's value, 20. */
  readonly batchSize?: number;
  /**
   * The fraction of the observations to hold out. The fit stops when the loss of these observations rises. With 0, nothing is held out and
   * the fit runs for `epochs` or `maxSteps`. Default: 0.2.
   */
  readonly validation?: number;
  /** The fit stops after this many successive evaluations of the validation loss without improvement. Default: 10. */
  readonly patience?: number;
  /** The number of steps between evaluations. Default: one pass over the observations. */
  readonly evaluateEvery?: number;
  /** The maximum number of passes over the observations. Default: 1000. */
  readonly epochs?: number;
  /** The maximum number of steps. Default: no limit. */
  readonly maxSteps?: number;
  /** The seed for choosing the held-out observations and for ordering the others. Default: 0. */
  readonly seed?: number;
}

/** The fields of the problem that the descent uses. */
export type DescentProblem = Pick<FitProblem, "preferences" | "weights" | "prior" | "onProgress" | "signal">;

/** The result of minimizing a loss. */
export interface Descent {
  /** The number of steps taken. */
  readonly step: number;
  /** The number of passes over the observations, including an unfinished one. */
  readonly epoch: number;
  /** The lowest weighted mean loss of the held-out observations, or NaN if none are held out. */
  readonly bestLoss: number;
  /** The scores with the lowest validation loss, or the last scores if nothing is held out. */
  readonly x: Float64Array;
  /** Whether the validation loss improved and then stopped improving. */
  readonly converged: boolean;
  /** Whether the validation loss ever fell below its value for equal utilities. */
  readonly improved: boolean;
  /** Whether the fit ended because the validation loss had not improved for `patience` evaluations. */
  readonly stopped: boolean;
}

/** Prevents a division by zero in the first step; the value is the same as in PyTorch, for observations of weight 1. */
const EPSILON = 1e-10;
// The numbers of the random streams that are derived from the seed.
const HELD_OUT = 0;
const EPOCHS = 1;

/**
 * Minimizes Σ_b weight_b · loss_b(x) + λ/2·Σx² by AdaGrad over mini-batches (Duchi, Hazan and Singer, JMLR 12, 2011): x_i moves by rate ·
 * g_i/√(Σ g_i²), where the sum is over all steps so far, so steps do not depend on the scale of the loss. Observations of weight 0 are
 * neither held out nor used for training.
 */
export function descendByMiniBatches(
  loss: SharedLoss,
  { preferences, weights, prior, onProgress, signal }: DescentProblem,
  options: AdaGradOptions,
): Descent {
  const { learningRate = 0.1, batchSize = 20, patience = 10, epochs = 1000, seed = 0 } = options;
  const { maxSteps = Number.POSITIVE_INFINITY } = options;
  const { held, training } = split(countedObservations(preferences.count, weights), options.validation ?? 0.2, seed);
  const epsilon = EPSILON * smallestWeight(training, weights);
  const stepsPerEpoch = Math.ceil(training.length / batchSize);
  const total = Math.min(maxSteps, epochs * stepsPerEpoch);
  const evaluateEvery = options.evaluateEvery ?? Math.max(1, stepsPerEpoch);
  const x = new Float64Array(preferences.itemCount);
  const best = x.slice();
  const gradient = new Float64Array(x.length);
  const squares = new Float64Array(x.length);
  const weighted = weights === undefined ? {} : { weights };
  const heldWeight = weightOf(held, weights);
  const evaluate = (): number => (held.length === 0 ? Number.NaN : heldLoss());
  const heldLoss = (): number => loss(x, preferences, { ...weighted, subset: held }) / heldWeight;
  let bestLoss = evaluate();
  let bestEvaluation = 0;
  let evaluations = 0;
  let step = 0;
  let epoch = 0;
  /** Evaluates the validation loss; returns whether to continue. */
  const evaluateAndContinue = (): boolean => {
    const validationLoss = evaluate();
    evaluations++;
    if (validationLoss < bestLoss) {
      bestLoss = validationLoss;
      bestEvaluation = evaluations;
      best.set(x);
    }
    onProgress?.({ stage: "adagrad", done: step, total, epoch, validationLoss, bestLoss });
    return !(evaluations - bestEvaluation >= patience && held.length > 0);
  };
  let running = stepsPerEpoch > 0;
  while (running && epoch < epochs && step < maxSteps) {
    const order = randomPermutation(training.length, randomStream(seed, EPOCHS, epoch++)).map((k) => training[k]);
    for (let at = 0; running && at < order.length && step < maxSteps; at += batchSize) {
      signal?.throwIfAborted();
      const subset = order.subarray(at, at + batchSize);
      loss(x, preferences, { ...weighted, gradient, subset });
      descend(x, gradient, squares, { learningRate, epsilon, shrinkage: (prior * subset.length) / training.length });
      step++;
      if (step % evaluateEvery === 0) running = evaluateAndContinue();
    }
  }
  signal?.throwIfAborted();
  const lastLoss = evaluate();
  if (held.length === 0 || lastLoss < bestLoss) best.set(x);
  const stopped = held.length > 0 && evaluations - bestEvaluation >= patience;
  const improved = bestEvaluation > 0;
  const converged = stopped && improved;
  return { x: best, converged, improved, stopped, step, epoch, bestLoss: Math.min(bestLoss, lastLoss) };
}

/** Takes one step, where `shrinkage` · x is the gradient of the prior. */
function descend(
  x: Float64Array,
  gradient: Float64Array,
  squares: Float64Array,
  { learningRate, epsilon, shrinkage }: { learningRate: number; epsilon: number; shrinkage: number },
): void {
  for (let i = 0; i < x.length; i++) {
    const g = gradient[i] + shrinkage * x[i];
    if (g === 0) continue;
    squares[i] += g * g;
    // |g| replaces the root if the sum of squares is 0, because g² may underflow.
    x[i] -= (learningRate * g) / ((Math.sqrt(squares[i]) || Math.abs(g)) + epsilon);
  }
}

/** Splits the observations into a held-out set and a training set. If any are held out, neither set is empty. */
function split(counted: Int32Array, share: number, seed: number): { held: Int32Array; training: Int32Array } {
  const count = counted.length;
  if (share > 0 && count === 1) {
    throw new RangeError(
      `preferences[${counted[0]}] is the only entry with a positive weight, so none can be held out; set validation to 0`,
    );
  }
  const heldCount = share === 0 ? 0 : Math.max(0, Math.min(count - 1, Math.max(1, Math.round(share * count))));
  const { held, rest } = randomSplit(count, heldCount, randomStream(seed, HELD_OUT));
  return { held: held.map((k) => counted[k]), training: rest.map((k) => counted[k]) };
}

/** The observations with positive weight. */
function countedObservations(count: number, weights: ArrayLike<number> | undefined): Int32Array {
  const all = Int32Array.from({ length: count }, (_, b) => b);
  return weights === undefined ? all : all.filter((b) => weights[b] > 0);
}

function smallestWeight(subset: Int32Array, weights: ArrayLike<number> | undefined): number {
  if (weights === undefined) return 1;
  return subset.reduce((least, b) => Math.min(least, weights[b]), 1);
}

function weightOf(subset: Int32Array, weights: ArrayLike<number> | undefined): number {
  if (weights === undefined) return subset.length;
  return subset.reduce((sum, b) => sum + weights[b], 0);
}
