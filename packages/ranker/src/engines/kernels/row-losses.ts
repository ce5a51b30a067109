import type { RestSoftmax, RuleSpec } from "@tierwise/core-integrator";
import {
  allocate,
  exponentiateRows,
  expScale,
  type Kernels,
  type Matrix,
  matrix,
  type Pool,
  rowStatistics,
  scale,
} from "@tierwise/kernels";
import {
  createLoss,
  type LossResources,
  type LossSpec,
  type RankingLoss,
  type RowLoss,
  rowLoss,
} from "@tierwise/losses";
import type { Network } from "../../network/network.ts";
import type { BatchLosses } from "./engine.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** Computes the losses of a batch on the threads of the pool, or on the calling thread if the loss is a custom function. */
export function batchLosses(network: TrainingNetwork, pool: Pool, given: RankingLoss | undefined): BatchLosses {
  const { output, shape, preferences } = network;
  const ownLoss = given && rowLoss(given);
  return async (rows, training) => {
    if (ownLoss === undefined) await pool.run("loss", rows);
    else {
      const gradient = training ? output.scores : undefined;
      for (let row = 0; row < rows; row++) {
        const at = row * shape.itemCount;
        const p = network.rows[row];
        network.losses[row] = finiteLoss(ownLoss, output.scores, at, preferences, p, gradient, 1 / rows);
      }
    }
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += network.losses[row];
    return sum;
  };
}

/**
 * The tolerance of integrals during training. Scores and gradients are in single precision, with a relative resolution of 6e-8. The rule's
 * default of 1e-12 would take a third more evaluations for digits that rounding would discard.
 */
const trainingTolerance = 1e-9;
/** Terms of the midpoint rule below this threshold do not change a gradient in single precision, even if all T of them are added. */
const trainingNegligible = 1e-18;

/** The loss of a row for a spec, with the training defaults for omitted options. */
export function trainingRowLoss(spec: LossSpec, means: LossResources = {}): RowLoss {
  return rowLoss(trainingLoss(spec, means));
}

/** Whether a loss is a sum over pairs of items, so that sampled items need weights for their terms. */
export function isPairwise({ name }: LossSpec): boolean {
  return name === "ranknet" || name === "ranksvm";
}

function trainingLoss(spec: LossSpec, means: LossResources = {}): RankingLoss {
  if (spec.name !== "pl-partition") return createLoss(spec, means);
  return createLoss({ ...spec, rule: trainingRule(spec.rule ?? { name: "adaptive" }) }, means);
}

function trainingRule(rule: RuleSpec): RuleSpec {
  if (rule.name === "adaptive") return { ...rule, tolerance: rule.tolerance ?? trainingTolerance };
  if (rule.name === "midpoint") return { ...rule, negligible: rule.negligible ?? trainingNegligible };
  return rule;
}

/**
 * The loss of a row, or NaN with a zero gradient if a score is not finite. In that case the model has diverged, which ends the trial but is
 * not an error. Any other error is rethrown.
 */
export function finiteLoss(
  loss: RowLoss,
  ...[scores, at, preferences, p, gradient, weight]: Parameters<RowLoss>
): number {
  try {
    return loss(scores, at, preferences, p, gradient, weight);
  } catch (error) {
    const end = at + preferences.itemCount;
    for (let i = at; i < end; i++) {
      if (Number.isFinite(scores[i])) continue;
      gradient?.fill(0, at, end);
      return Number.NaN;
    }
    throw error;
  }
}

/** The softmax passes over the scores of all items for the rows of a batch. */
export function kernelRestSoftmax(kernels: Kernels, { output, shape: { itemCount }, batchRows }: Network): RestSoftmax {
  const rows = Array.from({ length: batchRows }, (_, row) =>
    matrix(output.scores.subarray(row * itemCount, (row + 1) * itemCount), 1, itemCount),
  );
  return restSoftmaxOn(kernels, (at) => rows[at / itemCount]);
}

/**
 * The softmax passes over rows of scores, in place and in single precision, four exponentials at a time.
 *
 * @param kernels - The kernels of the memory of the scores.
 * @param rowAt - Returns the row of scores that starts at the given position and has the given number of items. Elements of its array
 * beyond the row may be overwritten.
 */
export function restSoftmaxOn(kernels: Kernels, rowAt: (at: number, itemCount: number) => Matrix): RestSoftmax {
  const statistics = allocate(kernels.memory, Float64Array, 2);
  const options = { shift: 0, scale: 0 };
  let named = new Float32Array(0);
  let storesExponentials = false;
  return {
    sum(_scores, at, itemCount, list, from, to, out, inPlace) {
      const x = rowAt(at, itemCount);
      if (named.length < to - from) named = new Float32Array(2 * (to - from));
      for (let i = from; i < to; i++) {
        named[i - from] = x.data[list[i]];
        x.data[list[i]] = Number.NEGATIVE_INFINITY;
      }
      // The gradient needs the same exponentials, so they are stored if they may replace the scores.
      if (inPlace) exponentiateRows(kernels, x, statistics);
      else rowStatistics(kernels, statistics, x);
      storesExponentials = inPlace;
      for (let i = from; i < to; i++) x.data[list[i]] = named[i - from];
      out.max = statistics[0];
      out.sum = statistics[1];
    },
    write(_scores, at, itemCount, max, factor) {
      const { data } = rowAt(at, itemCount);
      if (storesExponentials) {
        scale(kernels, data, factor);
        return;
      }
      options.shift = max;
      options.scale = factor;
      expScale(kernels, data, data, options);
    },
  };
}
