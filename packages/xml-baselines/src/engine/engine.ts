import type { Kernels } from "@tierwise/kernels";
import type { Arena } from "./arena.ts";
import type { Operand } from "./operands.ts";

/** The tasks that the threads of an engine can run. */
export type TaskName =
  | "choleskySolve"
  | "gather"
  | "gemm"
  | "gram"
  | "labelNeighbors"
  | "sampledProducts"
  | "sparseProduct";

/** Threads that share one memory, and an arena in this memory. */
export interface Engine {
  /** The kernels of the calling thread. */
  readonly kernels: Kernels;
  readonly arena: Arena;
  /** Runs a task for the shards 0 … shards − 1. Each shard writes separate results, so they do not depend on the number of threads. */
  run(task: TaskName, shards: number, operands: readonly Operand[]): Promise<void>;
  close(): Promise<void>;
}
