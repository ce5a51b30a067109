// One training step of a two-layer network, divided into shards as in a ranker. determinism.test.ts runs it on several threads.
import {
  adamStep,
  allocate,
  axpy,
  type CreateTasks,
  columnRange,
  createKernels,
  gemmNN,
  gemmNT,
  gemmTN,
  type KernelMemory,
  type KernelModule,
  type Matrix,
  matrix,
  rowRange,
  softmaxRows,
} from "@tierwise/kernels";

export const batchSize = 13;
const hidden = 37;
const outputs = 211;
/** The number of output shards, which does not depend on the number of threads. */
export const outputShards = 5;

/** A network and one batch, all in shared memory. */
export interface Network {
  readonly module: KernelModule;
  readonly memory: KernelMemory;
  readonly input: Float32Array;
  readonly weights: Float32Array;
  readonly gradient: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
  readonly scores: Float32Array;
  readonly statistics: Float64Array;
  readonly inputGradientParts: Float32Array;
  readonly inputGradient: Float32Array;
  readonly step: Int32Array;
}

export function allocateNetwork(module: KernelModule, memory: KernelMemory): Network {
  const floats = (length: number): Float32Array => allocate(memory, Float32Array, length);
  return {
    module,
    memory,
    input: floats(batchSize * hidden),
    weights: floats(outputs * hidden),
    gradient: floats(outputs * hidden),
    first: floats(outputs * hidden),
    second: floats(outputs * hidden),
    scores: floats(batchSize * outputs),
    statistics: allocate(memory, Float64Array, 2 * batchSize),
    inputGradientParts: floats(outputShards * batchSize * hidden),
    inputGradient: floats(batchSize * hidden),
    step: allocate(memory, Int32Array, 1),
  };
}

export const createTasks: CreateTasks<Network> = (network) => {
  const kernels = createKernels(network.module, network.memory);
  const input = matrix(network.input, batchSize, hidden);
  const scores = matrix(network.scores, batchSize, outputs);
  const shards = Array.from({ length: outputShards }, (_, shard) => {
    const from = Math.floor((outputs * shard) / outputShards);
    const to = Math.floor((outputs * (shard + 1)) / outputShards);
    const rows = (data: Float32Array): Matrix => rowRange(matrix(data, outputs, hidden), from, to);
    const flat = (data: Float32Array): Float32Array => data.subarray(from * hidden, to * hidden);
    return {
      scores: columnRange(scores, from, to),
      weights: rows(network.weights),
      gradient: rows(network.gradient),
      part: network.inputGradientParts.subarray(shard * batchSize * hidden, (shard + 1) * batchSize * hidden),
      adam: {
        weights: flat(network.weights),
        gradient: flat(network.gradient),
        first: flat(network.first),
        second: flat(network.second),
      },
    };
  });

  return {
    forward(shard) {
      gemmNT(kernels, shards[shard].scores, input, shards[shard].weights);
    },
    // One row per shard: softmax, then plain JavaScript on the row, like a loss.
    loss(row) {
      softmaxRows(kernels, rowRange(scores, row, row + 1), network.statistics.subarray(2 * row, 2 * row + 2));
      network.scores[row * outputs + ((7 * row) % outputs)] -= 1;
    },
    backward(shard) {
      const { scores: gradient, weights, gradient: weightGradient, part, adam } = shards[shard];
      gemmNN(kernels, matrix(part, batchSize, hidden), gradient, weights);
      gemmTN(kernels, weightGradient, gradient, input);
      adamStep(kernels, adam, { step: network.step[0], learningRate: 0.01 });
    },
    reduce() {
      network.inputGradient.fill(0);
      for (const { part } of shards) axpy(kernels, network.inputGradient, 1, part);
    },
  };
};
