import {
  allocate,
  createKernelMemory,
  createKernels,
  createPool,
  type Kernels,
  loadKernelModule,
  nodeWorker,
  type PoolWorker,
} from "@tierwise/kernels";
import { type Arena, createArena } from "./arena.ts";
import { type Operand, operandSlots, writeOperands } from "./operands.ts";
import { createTasks, type EngineData, type TaskName } from "./tasks.ts";

/** Threads with one memory, and the memory's arrays. */
export interface Engine {
  /** The kernels of the calling thread. */
  readonly kernels: Kernels;
  readonly arena: Arena;
  /** Runs a task over shards 0 … shards − 1. Every shard writes its own part: results do not depend on the threads. */
  run(task: TaskName, shards: number, operands: readonly Operand[]): Promise<void>;
  close(): Promise<void>;
}

/** An engine with so many threads, whose arena has `bytes`. */
export async function createEngine({ threads, bytes }: { threads: number; bytes: number }): Promise<Engine> {
  const module = await loadKernelModule();
  const memory = createKernelMemory({ bytes: bytes + 8 * operandSlots + 128 });
  const data: EngineData = { module, memory, slots: allocate(memory, Float64Array, operandSlots) };
  const pool = await createPool({ threads, createTasks, startWorker, data });
  return {
    kernels: createKernels(module, memory),
    arena: createArena(memory, bytes),
    async run(task, shards, operands) {
      writeOperands(data.slots, operands);
      await pool.run(task, shards);
    },
    close: () => pool.close(),
  };
}

/** Bundlers know the worker by exactly this form. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./baseline-worker.js", import.meta.url) ??
    new Worker(new URL("./baseline-worker.js", import.meta.url), { type: "module" })
  );
}
