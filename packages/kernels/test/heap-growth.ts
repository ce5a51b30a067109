// node --expose-gc heap-growth.ts: prints, in bytes, the minimum growth of the heap in five runs of 1000 training steps.
import { Worker } from "node:worker_threads";
import { createKernelMemory, createPool, loadKernelModule } from "@tierwise/kernels";
import { heapGrowth } from "@tierwise/testing/heap-growth";
import { allocateNetwork, batchSize, createTasks, outputShards } from "./training-tasks.ts";

const network = allocateNetwork(await loadKernelModule(), createKernelMemory({ bytes: 2 ** 20 }));
network.input.fill(0.1);
const startWorker = () => new Worker(new URL("./training-worker.ts", import.meta.url));
const pool = await createPool({ threads: 2, createTasks, startWorker, data: network });

async function train(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    network.step[0]++;
    await pool.run("forward", outputShards);
    await pool.run("loss", batchSize);
    await pool.run("backward", outputShards);
    await pool.run("reduce", 1);
  }
}

process.stdout.write(`${await heapGrowth(train)}\n`);
await pool.close();
