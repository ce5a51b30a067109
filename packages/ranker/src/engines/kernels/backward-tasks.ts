import {
  adamStep,
  allocate,
  columnRange,
  columnSums,
  gemmNN,
  gemmTN,
  matrix,
  rowRange,
  type Task,
} from "@tierwise/kernels";
import { itemShards, itemsAtOnce, type Range, ranges, rowsAtOnce } from "../../model/layers.ts";
import * as control from "../../network/control.ts";
import { forEachCount, type Workplace } from "../../network/scoring-tasks.ts";
import { addGlasGradient } from "./glas-gradient.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** Tasks that turn the gradients of the scores into an Adam step of the output layer. */
export interface BackwardTasks {
  /** Per shard of items: computes its part of d loss/d hidden, then takes the Adam step for its weights. */
  readonly backward: Task;
  /** Per block of rows: sums the parts of d loss/d hidden in shard order, and backpropagates through dropout and ReLU. */
  readonly reduce: Task;
}

const fromZero = { accumulate: false };
const fromOut = { accumulate: true };

/** The tasks of the backward pass through the output layer, for one thread. */
export function backwardTasks(network: TrainingNetwork, workplace: Workplace, throughHidden: Task): BackwardTasks {
  const { shape, output, options, control: now } = network;
  const { hidden, itemCount } = shape;
  const shards = itemShards(itemCount);

  // Each thread stores the gradients of only one block of items at a time.
  const most = Math.min(itemsAtOnce, itemCount);
  const outputGradient = allocate(output.memory, Float32Array, most * hidden);
  const outputBiasGradient = allocate(output.memory, Float32Array, most);
  const shardBlocks = shards.map((shard) =>
    ranges(shard.to - shard.from, itemsAtOnce).map(({ from, to }) => ({
      from: shard.from + from,
      to: shard.from + to,
    })),
  );
  const blockWeights = ({ from, to }: Range) => ({
    items: { from, to },
    weights: rowRange(matrix(output.weights, itemCount, hidden), from, to),
    gradient: matrix(outputGradient.subarray(0, (to - from) * hidden), to - from, hidden),
    biasGradient: outputBiasGradient.subarray(0, to - from),
    adam: {
      weights: output.weights.subarray(from * hidden, to * hidden),
      gradient: outputGradient.subarray(0, (to - from) * hidden),
      first: network.outputMoments.first.weights.subarray(from * hidden, to * hidden),
      second: network.outputMoments.second.weights.subarray(from * hidden, to * hidden),
    },
    biasAdam: {
      weights: output.bias.subarray(from, to),
      gradient: outputBiasGradient.subarray(0, to - from),
      first: network.outputMoments.first.bias.subarray(from, to),
      second: network.outputMoments.second.bias.subarray(from, to),
    },
  });
  const shardWeights = shardBlocks.map((blocks) => blocks.map(blockWeights));
  const partLength = network.batchRows * hidden;
  const partAt = (shard: number, rows: number): Float32Array =>
    network.parts.subarray(shard * partLength, shard * partLength + rows * hidden);
  // Every part after the first, as a row of a matrix.
  const laterParts = rowRange(matrix(network.parts, shards.length, partLength), 1, shards.length);
  const viewsOf = forEachCount((rows) => ({
    hidden: matrix(output.hidden, rows, hidden),
    scoreGradients: shardBlocks.map((blocks) =>
      blocks.map(({ from, to }) => columnRange(matrix(output.scores, rows, itemCount), from, to)),
    ),
    parts: shards.map((_, shard) => matrix(partAt(shard, rows), rows, hidden)),
    blocks: ranges(rows, rowsAtOnce).map(({ from, to }) => ({
      sum: network.parts.subarray(from * hidden, to * hidden),
      later: columnRange(laterParts, from * hidden, to * hidden),
      gradient: network.hiddenGradient.subarray(from * hidden, to * hidden),
    })),
  }));

  const adam = { step: 0, learningRate: 0, weightDecay: options.weightDecay };
  const biasAdam = { step: 0, learningRate: 0 };
  const readControl = (): void => {
    adam.step = biasAdam.step = now[control.step];
    adam.learningRate = biasAdam.learningRate = now[control.rate];
  };

  return {
    backward(shard) {
      readControl();
      const views = viewsOf(now[control.rowCount]);
      for (let block = 0; block < shardWeights[shard].length; block++) {
        const own = shardWeights[shard][block];
        const scoreGradient = views.scoreGradients[shard][block];
        gemmNN(workplace.output, views.parts[shard], scoreGradient, own.weights, block === 0 ? fromZero : fromOut);
        gemmTN(workplace.output, own.gradient, scoreGradient, views.hidden);
        columnSums(workplace.output, own.biasGradient, scoreGradient);
        if (network.glas !== undefined) addGlasGradient(network, network.glas, outputGradient, own.items);
        adamStep(workplace.output, own.adam, adam);
        adamStep(workplace.output, own.biasAdam, biasAdam);
      }
    },
    reduce(block) {
      const { sum, later, gradient } = viewsOf(now[control.rowCount]).blocks[block];
      columnSums(workplace.output, sum, later, fromOut);
      gradient.set(sum);
      throughHidden(block);
    },
  };
}
