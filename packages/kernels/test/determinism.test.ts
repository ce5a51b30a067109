import { Worker } from "node:worker_threads";
import { createKernelMemory, createKernels, createPool, fillNormal, loadKernelModule } from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { builds } from "./builds.ts";
import { allocateNetwork, batchSize, createTasks, type Network, outputShards } from "./training-tasks.ts";

const startWorker = () => new Worker(new URL("./training-worker.ts", import.meta.url));

describe.each(builds)("a training step, %s", (kernelBuild) => {
  async function train(threads: number, steps: number): Promise<Network> {
    const memory = createKernelMemory({ bytes: 2 ** 20 });
    const network = allocateNetwork(await loadKernelModule({ kernelBuild }), memory);
    const kernels = createKernels(network.module, memory);
    fillNormal(kernels, network.input, { seed: 1, stream: 0 });
    fillNormal(kernels, network.weights, { seed: 1, stream: 1, deviation: 0.1 });
    const pool = await createPool({ threads, createTasks, startWorker, data: network });
    for (let step = 1; step <= steps; step++) {
      network.step[0] = step;
      await pool.run("forward", outputShards);
      await pool.run("loss", batchSize);
      await pool.run("backward", outputShards);
      await pool.run("reduce", 1);
    }
    await pool.close();
    return network;
  }

  test("computes the same bytes on 1, 2 and 4 threads", async () => {
    const alone = await train(1, 10);
    expect(alone.inputGradient.some((value) => value !== 0)).toBe(true);
    for (const threads of [2, 4]) {
      const together = await train(threads, 10);
      expect(together.weights).toEqual(alone.weights);
      expect(together.second).toEqual(alone.second);
      expect(together.inputGradient).toEqual(alone.inputGradient);
    }
  });
});
