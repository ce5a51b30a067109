import { type CreateTasks, createKernels, type KernelMemory, type KernelModule, type Kernels } from "@tierwise/kernels";
import type { TaskName } from "../engine/engine.ts";
import { type OperandReader, operandReader } from "../engine/operands.ts";
import { choleskySolveShard } from "../linear/cholesky.ts";
import { gramShard } from "../linear/gram.ts";
import { gemmShard, sparseProductShard } from "../linear/products.ts";
import { gatherShard, sampledProductsShard } from "../linear/sampled-products.ts";
import { labelNeighborsShard } from "../neighbors/label-neighbors.ts";

export interface EngineData {
  readonly module: KernelModule;
  readonly memory: KernelMemory;
  readonly slots: Float64Array;
}

type ShardTask = (kernels: Kernels, operands: OperandReader, shard: number) => void;

const shardTasks = {
  choleskySolve: choleskySolveShard,
  gather: gatherShard,
  gemm: gemmShard,
  gram: gramShard,
  labelNeighbors: labelNeighborsShard,
  sampledProducts: sampledProductsShard,
  sparseProduct: sparseProductShard,
} satisfies Record<TaskName, ShardTask>;

export const createTasks: CreateTasks<EngineData> = ({ module, memory, slots }) => {
  const kernels = createKernels(module, memory);
  const bind = (task: ShardTask) => (shard: number) => task(kernels, operandReader(memory.buffer, slots), shard);
  return Object.fromEntries(Object.entries(shardTasks).map(([name, task]) => [name, bind(task)]));
};
