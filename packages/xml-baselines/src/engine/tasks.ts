// What the threads run.
import { type CreateTasks, createKernels, type KernelMemory, type KernelModule, type Kernels } from "@tierwise/kernels";
import { choleskySolveShard } from "../linear/cholesky.ts";
import { gramShard } from "../linear/gram.ts";
import { labelNeighboursShard } from "../sleec/label-neighbours.ts";
import { gatherShard, sampledProductsShard } from "../sleec/sampled-products.ts";
import { type OperandReader, operandReader } from "./operands.ts";
import { gemmShard, sparseProductShard } from "./products.ts";

/** What every thread is given. */
export interface EngineData {
  readonly module: KernelModule;
  readonly memory: KernelMemory;
  /** Where the operands of the running task stand. */
  readonly slots: Float64Array;
}

/** The part of a task that one shard does. */
type ShardTask = (kernels: Kernels, operands: OperandReader, shard: number) => void;

const shardTasks = {
  choleskySolve: choleskySolveShard,
  gather: gatherShard,
  gemm: gemmShard,
  gram: gramShard,
  labelNeighbours: labelNeighboursShard,
  sampledProducts: sampledProductsShard,
  sparseProduct: sparseProductShard,
} satisfies Record<string, ShardTask>;

/** The names of the tasks. */
export type TaskName = keyof typeof shardTasks;

export const createTasks: CreateTasks<EngineData> = ({ module, memory, slots }) => {
  const kernels = createKernels(module, memory);
  const bind = (task: ShardTask) => (shard: number) => task(kernels, operandReader(memory.buffer, slots), shard);
  return Object.fromEntries(Object.entries(shardTasks).map(([name, task]) => [name, bind(task)]));
};
