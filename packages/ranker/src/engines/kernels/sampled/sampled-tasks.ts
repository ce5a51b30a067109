import {
  adamRowsStep,
  allocate,
  axpy,
  columnRange,
  columnSums,
  gatherRows,
  gemmNN,
  gemmNT,
  gemmTN,
  type Matrix,
  matrix,
  rowRange,
  type Task,
} from "@tierwise/kernels";
import { itemsAtOnce, type Range, ranges, rowsAtOnce } from "../../../model/layers.ts";
import * as control from "../../../network/control.ts";
import { panelShards } from "../../../network/ranking-tasks.ts";
import { forEachCount, type ScoringTasks, type Workplace } from "../../../network/scoring-tasks.ts";
import { addRowsOfGlas } from "../glas-gradient.ts";
import { finiteLoss, isPairwise, restSoftmaxOn, trainingRowLoss } from "../row-losses.ts";
import type { TrainingNetwork } from "../training-arrays.ts";
import { columnsAtOnce, type Sampled, sampledShards } from "./sampled-arrays.ts";

/** The tasks of an output layer that computes only the columns of the batch. */
export interface SampledTasks {
  /** Per shard of columns: gathers their weights and computes their scores. */
  readonly sampledForward: Task;
  /** Per row: computes its loss and, while training, its gradient, which overwrites the scores. */
  readonly loss: Task;
  /** Per shard of columns: computes its part of d loss/d hidden, then takes the Adam step for its items. */
  readonly sampledBackward: Task;
  /** Per block of rows: sums the parts of d loss/d hidden in shard order, and backpropagates through dropout and ReLU. */
  readonly sampledReduce: Task;
  /** Per shard of the current panel of items: computes its scores, for validation. */
  readonly panel: Task;
  /** Per row: ranks the items of the panel. If the model has diverged, the loss of the row becomes NaN instead. */
  readonly rank: Task;
}

const fromZero = { accumulate: false };
const fromOut = { accumulate: true };

export function sampledTasks(
  network: TrainingNetwork,
  sampled: Sampled,
  workplace: Workplace,
  {
    scoring,
    rank,
    throughHidden,
  }: Readonly<Record<"rank" | "throughHidden", Task>> & { readonly scoring: ScoringTasks },
): SampledTasks {
  const { shape, output, control: now, options, loss } = network;
  const { hidden, itemCount } = shape;
  const { room, items, columnWeights, bias, scores, lastSteps } = sampled;
  const kernels = workplace.output;
  const { first, second } = network.outputMoments;
  const allRows = {
    weights: matrix(output.weights, itemCount, hidden),
    first: matrix(first.weights, itemCount, hidden),
    second: matrix(second.weights, itemCount, hidden),
    lastSteps,
  };
  const allBiases = {
    weights: matrix(output.bias, itemCount, 1),
    first: matrix(first.bias, itemCount, 1),
    second: matrix(second.bias, itemCount, 1),
    lastSteps,
  };
  const own = matrix(sampled.weights, room, hidden);
  const most = Math.min(itemsAtOnce, itemCount);
  const gradient = matrix(allocate(output.memory, Float32Array, most * hidden), most, hidden);
  const biasGradient = matrix(allocate(output.memory, Float32Array, most), most, 1);
  const before = new Int32Array(most);
  const partLength = network.batchRows * hidden;
  const viewsOf = forEachCount((rows) => ({
    hidden: matrix(output.hidden, rows, hidden),
    scores: { data: scores, rows, columns: room, stride: room },
    parts: Array.from({ length: sampledShards(room) }, (_, shard) =>
      matrix(network.parts.subarray(shard * partLength, shard * partLength + rows * hidden), rows, hidden),
    ),
    blocks: ranges(rows, rowsAtOnce),
  }));
  const translated = { ...sampled.preferences, itemCount: 0, count: network.batchRows };
  const addsLogWeights = !isPairwise(loss);
  const rowLoss = trainingRowLoss(
    loss,
    addsLogWeights
      ? { restSoftmax: restSoftmaxOn(kernels, scoreRows(sampled, network.batchRows)) }
      : { itemWeights: columnWeights },
  );
  const panels = panelShards(network);
  const adam = { step: 0, learningRate: 0, weightDecay: options.weightDecay };
  const biasAdam = { step: 0, learningRate: 0 };

  /** The Adam step of a block of columns. Both calls of `adamRowsStep` set the last step of each item, so it is restored between them. */
  function update({ from, to }: Range): void {
    const rows = items.subarray(from, to);
    for (let i = 0; i < rows.length; i++) before[i] = lastSteps[rows[i]];
    adamRowsStep(kernels, { ...allBiases, rows, gradient: rowRange(biasGradient, 0, rows.length) }, biasAdam);
    for (let i = 0; i < rows.length; i++) lastSteps[rows[i]] = before[i];
    adamRowsStep(kernels, { ...allRows, rows, gradient: rowRange(gradient, 0, rows.length) }, adam);
  }

  return {
    sampledForward(shard) {
      const { from, to } = columnsOf(shard, now[control.columnCount]);
      const views = viewsOf(now[control.rowCount]);
      const weights = rowRange(own, from, to);
      gatherRows(kernels, weights, allRows.weights, items.subarray(from, to));
      for (let i = from; i < to; i++) {
        bias[i] = output.bias[items[i]] + (addsLogWeights ? Math.log(columnWeights[i]) : 0);
      }
      const columns = columnRange(views.scores, from, to);
      gemmNT(kernels, columns, views.hidden, weights, { bias: bias.subarray(from, to) });
    },
    loss(row) {
      translated.itemCount = now[control.columnCount];
      const target = now[control.training] === 1 ? scores : undefined;
      const weight = 1 / now[control.rowCount];
      network.losses[row] = finiteLoss(rowLoss, scores, row * room, translated, row, target, weight);
    },
    sampledBackward(shard) {
      adam.step = biasAdam.step = now[control.step];
      adam.learningRate = biasAdam.learningRate = now[control.rate];
      const views = viewsOf(now[control.rowCount]);
      const columns = columnsOf(shard, now[control.columnCount]);
      for (let from = columns.from; from < columns.to; from += most) {
        const block = { from, to: Math.min(from + most, columns.to) };
        const length = block.to - from;
        const scoreGradient = columnRange(views.scores, from, block.to);
        const weights = rowRange(own, from, block.to);
        gemmNN(kernels, views.parts[shard], scoreGradient, weights, from === columns.from ? fromZero : fromOut);
        gemmTN(kernels, rowRange(gradient, 0, length), scoreGradient, views.hidden);
        columnSums(kernels, biasGradient.data.subarray(0, length), scoreGradient);
        if (network.glas !== undefined)
          addRowsOfGlas(network, network.glas, gradient.data, items.subarray(from, block.to));
        update(block);
      }
    },
    sampledReduce(block) {
      const rows = now[control.rowCount];
      const { blocks, parts } = viewsOf(rows);
      const [from, to] = [blocks[block].from * hidden, blocks[block].to * hidden];
      const sum = parts[0].data.subarray(from, to);
      const shards = sampledShards(now[control.columnCount]);
      for (let shard = 1; shard < shards; shard++) axpy(kernels, sum, 1, parts[shard].data.subarray(from, to));
      network.hiddenGradient.set(sum, from);
      throughHidden(block);
    },
    panel(shard) {
      scoring.forward(panels.first(now[control.firstColumn]) + shard);
    },
    rank(row) {
      const start = row * output.scoreColumns;
      const end = start + Math.min(output.scoreColumns, itemCount - now[control.firstColumn]);
      for (let i = start; i < end; i++) {
        if (Number.isFinite(output.scores[i])) continue;
        network.losses[row] = Number.NaN;
        return;
      }
      rank(row);
    },
  };
}

function columnsOf(shard: number, columnCount: number): Range {
  return { from: shard * columnsAtOnce, to: Math.min((shard + 1) * columnsAtOnce, columnCount) };
}

/**
 * Returns a function that gives the row of scores at a position. Some passes run over its whole array, which thus ends with the last shard.
 * Views are cached by length.
 */
function scoreRows({ scores, room }: Sampled, batchRows: number): (at: number, columnCount: number) => Matrix {
  const rowsOf = forEachCount((length) =>
    Array.from({ length: batchRows }, (_, row) => ({
      data: scores.subarray(row * room, row * room + length),
      rows: 1,
      columns: length,
      stride: length,
    })),
  );
  return (at, columnCount) => {
    const length = Math.min(room, columnsAtOnce * sampledShards(columnCount));
    const row = rowsOf(length)[at / room];
    row.columns = columnCount;
    return row;
  };
}
