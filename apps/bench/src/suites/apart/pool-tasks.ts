// Tasks that the suite `kernels` runs on the threads of a pool.
import {
  type CreateTasks,
  columnRange,
  createKernels,
  gemmNT,
  type KernelMemory,
  type KernelModule,
  type Matrix,
  rowRange,
} from "@tierwise/kernels";

/** A layer in shared memory. */
export interface Layer {
  readonly module: KernelModule;
  readonly memory: KernelMemory;
  readonly input: Matrix;
  readonly weights: Matrix;
  readonly outputs: Matrix;
  readonly shards: number;
}

export const createTasks: CreateTasks<Layer> = ({ module, memory, input, weights, outputs, shards }) => {
  const kernels = createKernels(module, memory);
  return {
    idle() {},
    forward(shard) {
      const from = Math.floor((weights.rows * shard) / shards);
      const to = Math.floor((weights.rows * (shard + 1)) / shards);
      gemmNT(kernels, columnRange(outputs, from, to), input, rowRange(weights, from, to));
    },
  };
};
