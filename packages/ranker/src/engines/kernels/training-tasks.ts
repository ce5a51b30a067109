import { type CreateTasks, createKernels, dropout, type Task, type Tasks, transposeSparse } from "@tierwise/kernels";
import * as control from "../../network/control.ts";
import { forEachCount, rankTask, scoringTasks, type Workplace } from "../../network/scoring-tasks.ts";
import { backwardTasks } from "./backward-tasks.ts";
import { glasTasks } from "./glas-tasks.ts";
import { inputTasks } from "./input-tasks.ts";
import { finiteLoss, kernelRestSoftmax, trainingRowLoss } from "./row-losses.ts";
import { sampledTasks } from "./sampled/sampled-tasks.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** The random stream of hidden dropout, before the step number is added to it. */
export const hiddenStream = 0x4000_0000;
/**
 * The tasks of the training threads. A step consists of the rounds
 *
 *     hidden → forward → loss → backward → reduce → update
 *
 * with a barrier after each round. The output layer is sharded by item, and the losses by row. The rounds of GLaS, if enabled, come before
 * `backward`. `rank` is used in validation. With negatives, the rounds of `SampledTasks` replace those of the output layer. Results do not depend on which thread runs a task.
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
  const fromHidden = inputTasks(network, workplace, dropHidden);
  const batchOf = forEachCount((rows) => ({ ...input.batch, indptr: input.batch.indptr.subarray(0, rows + 1) }));

  const rank = rankTask([network], network.rankings, (row) => network.rows[row]);

  const tasks: Tasks = {
    ...scoring,
    rank,
    /**
     * Block 0 transposes the batch for the gradient of the input layer; the others compute `hidden`. The transpose takes longer than a
     * block of `hidden`, so it comes first.
     */
    hiddenAndTranspose(block) {
      if (block > 0) scoring.hidden(block - 1);
      else {
        const batch = batchOf(network.control[control.rowCount]);
        network.control[control.featureCount] = transposeSparse(workplace.input, network.transpose, batch);
      }
    },
    ...fromHidden,
    ...(network.sampled === undefined
      ? allItems(network, workplace, fromHidden.throughHidden)
      : {
          ...sampledTasks(network, network.sampled, workplace, {
            scoring,
            rank,
            throughHidden: fromHidden.throughHidden,
          }),
        }),
    ...(network.glas === undefined ? {} : glasTasks(network, network.glas, workplace.output)),
  };
  return tasks;
};

/** The tasks of an output layer that computes all items. */
function allItems(network: TrainingNetwork, workplace: Workplace, throughHidden: Task): Tasks {
  const { control: now, output, rows, losses, preferences, shape } = network;
  const rowLoss = trainingRowLoss(network.loss, { restSoftmax: kernelRestSoftmax(workplace.output, network) });
  return {
    /** Per row: computes its loss and, while training, its gradient, which overwrites the scores. */
    loss(row) {
      const gradient = now[control.training] === 1 ? output.scores : undefined;
      const at = row * shape.itemCount;
      const weight = 1 / now[control.rowCount];
      losses[row] = finiteLoss(rowLoss, output.scores, at, preferences, rows[row], gradient, weight);
    },
    ...backwardTasks(network, workplace, throughHidden),
  };
}
