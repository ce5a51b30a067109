import { type CreateTasks, createKernels, dropout, type Tasks, transposeSparse } from "@tierwise/kernels";
import * as control from "../../network/control.ts";
import { blockCount, forEachCount, rankTask, scoringTasks } from "../../network/scoring-tasks.ts";
import { backwardTasks } from "./backward-tasks.ts";
import { glasTasks } from "./glas-tasks.ts";
import { panelTasks } from "./panel-tasks.ts";
import { finiteLoss, perRowLoss } from "./row-losses.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** The random stream of hidden dropout, before the step number is added to it. */
export const hiddenStream = 0x4000_0000;
/**
 * The tasks of the training threads. A step consists of the rounds
 *
 *     hidden → forward → loss → backward → reduce → update
 *
 * with a barrier after each round. The output layer is sharded by item, and the losses by row. The rounds of GLaS, if enabled, come before
 * `backward`. `rank` is used in validation. Results do not depend on which thread runs a task.
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
  const batchOf = forEachCount((rows) => ({ ...input.batch, indptr: input.batch.indptr.subarray(0, rows + 1) }));

  const tasks: Tasks = {
    ...scoring,
    rank: rankTask([network], network.rankings, (row) => network.rows[row]),
    /** Same as `hidden`, with one extra block that transposes the batch for the gradient of the input layer. */
    hiddenAndTranspose(block) {
      const rows = network.control[control.rowCount];
      if (block < blockCount(rows)) scoring.hidden(block);
      else network.control[control.featureCount] = transposeSparse(workplace.input, network.transpose, batchOf(rows));
    },
    /** Per row: computes its loss and, while training, its gradient, which overwrites the scores. */
    loss(row) {
      const { control: now, rows, losses, preferences } = network;
      const gradient = now[control.training] === 1 ? output.scores : undefined;
      const weight = 1 / now[control.rowCount];
      const at = row * shape.itemCount;
      losses[row] = finiteLoss(lossOf(rows[row]), output.scores, at, preferences, rows[row], gradient, weight);
    },
    ...backwardTasks(network, workplace, dropHidden),
    ...(network.panel === undefined ? {} : panelTasks(network, network.panel, workplace.output)),
    ...(network.glas === undefined ? {} : glasTasks(network, network.glas, workplace.output)),
  };
  return tasks;
};
