import {
  allocate,
  createKernelMemory,
  createKernels,
  createPool,
  loadKernelModule,
  nodeWorker,
  type PoolWorker,
} from "@tierwise/kernels";
import { createArena } from "../engine/arena.ts";
import type { Engine } from "../engine/engine.ts";
import { operandSlots, writeOperands } from "../engine/operands.ts";
import { createTasks, type EngineData } from "./tasks.ts";

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

/** Bundlers recognize a worker only if it is created in exactly this form. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./baseline-worker.js", import.meta.url) ??
    new Worker(new URL("./baseline-worker.js", import.meta.url), { type: "module" })
  );
}
