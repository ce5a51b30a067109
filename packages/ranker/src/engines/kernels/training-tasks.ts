import { type CreateTasks, createKernels, dropout, type Tasks, transposeSparse } from "@tierwise/kernels";
import * as control from "../../network/control.ts";
import { blockCount, forEachCount, rankTask, scoringTasks } from "../../network/scoring-tasks.ts";
import { backwardTasks } from "./backward-tasks.ts";
import { glasTasks } from "./glas-tasks.ts";
import { finiteLoss, perRowLoss } from "./row-losses.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** The streams of the training's seed that hidden dropout draws from, one a step. */
export const hiddenStream = 0x4000_0000;
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
    rank: rankTask([network], network.rankings),
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
