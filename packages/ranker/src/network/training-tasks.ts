import { type CreateTasks, createKernels, dropout, type Kernels, type Tasks, transposeSparse } from "@tierwise/kernels";
import { type LossSpec, type RowLoss, rowLoss } from "@tierwise/losses";
import { type Random, randomStream } from "@tierwise/random";
import { glasTasks } from "../glas/glas-tasks.ts";
import { finiteLoss } from "../losses/finite-loss.ts";
import { trainingLoss } from "../losses/training-loss.ts";
import { backwardTasks } from "./backward-tasks.ts";
import * as control from "./control.ts";
import { kernelRestPass } from "./kernel-rest-pass.ts";
import { blockCount, forEachCount, scoringTasks } from "./scoring-tasks.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** The streams of the training's seed that hidden dropout draws from, one a step. */
export const hiddenStream = 0x4000_0000;
/** The streams that negatives are drawn from: while training by step and row, in validation by row. */
const negativeStream = 2;
const validationStream = 3;

/**
 * Everything that the threads of a training do, a step being the rounds
 *
 *     hidden → forward → loss → backward → reduce → update
 *
 * with a barrier between any two (the output layer is sharded by item, the losses by row), where GLaS is on with its rounds
 * before `backward`. `rank` serves validation. No task's result depends on which thread runs it.
 */
export const createTasks: CreateTasks<TrainingNetwork> = (network) => {
  const { options, shape, input, output } = network;
  const workplace = {
    input: createKernels(network.module, input.memory),
    output: createKernels(network.module, output.memory),
  };
  const dropHidden = (x: Float32Array, firstRow: number): void => {
    if (options.hiddenDropout === 0 || network.control[control.training] === 0) return;
    dropout(workplace.input, x, {
      rate: options.hiddenDropout,
      seed: options.seed,
      stream: hiddenStream + network.control[control.step],
      start: firstRow * shape.hidden,
    });
  };
  const scoring = scoringTasks(network, workplace, dropHidden);
  const lossOf = perRowLoss(network.loss, network, workplace.output);
  const batchOf = forEachCount((rows) => ({ rows, ...input.batch }));

  const tasks: Tasks = {
    ...scoring,
    /** As `hidden`; the block after the last one is the batch by feature, which the input layer's gradient needs. */
    hiddenAndTranspose(block) {
      const rows = network.control[control.rowCount];
      if (block < blockCount(rows)) scoring.hidden(block);
      else network.control[control.featureCount] = transposeSparse(workplace.input, network.transpose, batchOf(rows));
    },
    /** Rows: their losses, and while training their gradients in place of the scores. */
    loss(row) {
      const { control: now, rows, losses, preferences } = network;
      const gradient = now[control.training] === 1 ? output.scores : undefined;
      const weight = 1 / now[control.rowCount];
      const at = row * shape.items;
      losses[row] = finiteLoss(lossOf(rows[row]), output.scores, at, preferences, rows[row], gradient, weight);
    },
    ...backwardTasks(network, workplace, dropHidden),
    ...(network.glas === undefined ? {} : glasTasks(network, network.glas, workplace.output)),
  };
  return tasks;
};

/**
 * The loss of a row of the data. With negatives, each row draws from a stream of its own that seed (the training's, unless they have one), step and row name: what is
 * drawn does not depend on which thread draws it.
 */
function perRowLoss(spec: LossSpec, network: TrainingNetwork, outputKernels: Kernels): (row: number) => RowLoss {
  if (spec.negatives === undefined) {
    const loss = rowLoss(trainingLoss(spec, { restPass: kernelRestPass(outputKernels, network) }));
    return () => loss;
  }
  const { options, control: now, popularity } = network;
  const { seed = options.seed } = spec.negatives;
  let random: Random = randomStream(seed);
  const loss = rowLoss(trainingLoss(spec, { random: () => random(), ...(popularity && { popularity }) }));
  return (row) => {
    // Epochs are compared on the same negatives.
    random =
      now[control.training] === 1
        ? randomStream(seed, negativeStream, now[control.step], row)
        : randomStream(seed, validationStream, row);
    return loss;
  };
}
