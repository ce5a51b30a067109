import type { Kernels } from "@tierwise/kernels";
import type { Arena } from "./arena.ts";
import type { Operand } from "./operands.ts";

/** What the threads of an engine can run. */
export type TaskName =
  | "choleskySolve"
  | "gather"
  | "gemm"
  | "gram"
  | "labelNeighbors"
  | "sampledProducts"
  | "sparseProduct";

/** Threads with one memory, and the memory's arrays. */
export interface Engine {
  /** The kernels of the calling thread. */
  readonly kernels: Kernels;
  readonly arena: Arena;
  /** Runs a task over shards 0 … shards − 1. Every shard writes its own part: results do not depend on the threads. */
  run(task: TaskName, shards: number, operands: readonly Operand[]): Promise<void>;
  close(): Promise<void>;
}
