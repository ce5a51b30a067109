import type { RestSoftmax, RuleSpec } from "@tierwise/core-integrator";
import { allocate, expScale, type Kernels, matrix, type Pool, rowStatistics } from "@tierwise/kernels";
import {
  createLoss,
  type LossResources,
  type LossSpec,
  type RankingLoss,
  type RowLoss,
  rowLoss,
} from "@tierwise/losses";
import { type Random, randomStream } from "@tierwise/random";
import * as control from "../../network/control.ts";
import type { Network } from "../../network/network.ts";
import type { BatchLosses } from "./engine.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** The random streams of negatives: one per step and row while training, one per row in validation. */
const negativeStream = 2;
const validationStream = 3;

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
 * The loss of a data row. Negatives are drawn from a separate stream per seed, step and row, so the draws do not depend on the thread. The
 * seed is that of the negatives if given, otherwise that of the training run.
 */
export function perRowLoss(spec: LossSpec, network: TrainingNetwork, outputKernels: Kernels): (row: number) => RowLoss {
  if (spec.negatives === undefined) {
    const loss = rowLoss(trainingLoss(spec, { restSoftmax: kernelRestSoftmax(outputKernels, network) }));
    return () => loss;
  }
  const { options, control: now, popularity } = network;
  const { seed = options.seed } = spec.negatives;
  let random: Random = randomStream(seed);
  const loss = rowLoss(trainingLoss(spec, { random: () => random(), ...(popularity && { popularity }) }));
  return (row) => {
    // Validation uses the same negatives in every epoch, so that epochs are comparable.
    random =
      now[control.training] === 1
        ? randomStream(seed, negativeStream, now[control.step], row)
        : randomStream(seed, validationStream, row);
    return loss;
  };
}

/**
 * The tolerance of integrals during training. Scores and gradients are in single precision, with a relative resolution of 6e-8. The rule's
 * default of 1e-12 would take a third more evaluations for digits that rounding would discard.
 */
const trainingTolerance = 1e-9;
/** Terms of the midpoint rule below this threshold do not change a gradient in single precision, even if all T terms are added. */
const trainingNegligible = 1e-18;

/** The loss for a spec, with the training defaults for omitted options. */
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

/**
 * The softmax passes over the scores of a batch, in place and in single precision, four exponentials at a time. They can only be applied to
 * rows of these scores.
 */
export function kernelRestSoftmax(kernels: Kernels, { output, shape: { itemCount }, batchRows }: Network): RestSoftmax {
  const statistics = allocate(output.memory, Float64Array, 2);
  const rows = Array.from({ length: batchRows }, (_, row) =>
    matrix(output.scores.subarray(row * itemCount, (row + 1) * itemCount), 1, itemCount),
  );
  const options = { shift: 0, scale: 0 };
  let named = new Float32Array(0);
  return {
    sum(_scores, at, itemCount, list, from, to, out) {
      const { data: row } = rows[at / itemCount];
      if (named.length < to - from) named = new Float32Array(2 * (to - from));
      for (let i = from; i < to; i++) {
        named[i - from] = row[list[i]];
        row[list[i]] = Number.NEGATIVE_INFINITY;
      }
      rowStatistics(kernels, statistics, rows[at / itemCount]);
      for (let i = from; i < to; i++) row[list[i]] = named[i - from];
      out.max = statistics[0];
      out.sum = statistics[1];
    },
    write(_scores, at, itemCount, max, scale) {
      const { data: row } = rows[at / itemCount];
      options.shift = max;
      options.scale = scale;
      expScale(kernels, row, row, options);
    },
  };
}
