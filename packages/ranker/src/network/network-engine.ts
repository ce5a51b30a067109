import { createKernels, createPool, dropout, nodeWorker, type Pool, type PoolWorker } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { PreparedData } from "../data/training-data.ts";
import type { Engine, EvaluateOptions } from "../training/engine.ts";
import { pause } from "../training/pause.ts";
import { batchLosses } from "./batch-losses.ts";
import * as control from "./control.ts";
import { loadBatch } from "./load-batch.ts";
import { rankingDepth } from "./network.ts";
import type { OutputLayer, OutputLayerHost } from "./output-layer.ts";
import { phaseClock } from "./phase-clock.ts";
import { resetNetwork } from "./reset-network.ts";
import { blockCount } from "./scoring-tasks.ts";
import { featuresAtOnce } from "./shape.ts";
import type { TrainingNetwork } from "./training-arrays.ts";
import { createTasks } from "./training-tasks.ts";

/** The stream of the training's seed that input dropout draws from. */
const inputStream = 0x2000_0000;

/** What an engine is started with, besides the network and the data. */
export interface EngineOptions {
  /** How many threads work. */
  readonly threads: number;
  /** The steps that led to the arrays of the network. Default 0. */
  readonly step?: number;
  /** A loss without a spec; it runs on the calling thread. */
  readonly given?: RankingLoss | undefined;
}

/**
 * Training on a network in shared memory. A pool of threads computes the sparse input layer with the kernels; what computes the
 * output layer is up to the engine.
 */
export async function networkEngine(
  network: TrainingNetwork,
  data: PreparedData,
  { threads, step: startStep = 0, given }: EngineOptions,
  sentence: string,
  createOutput: (host: OutputLayerHost) => OutputLayer,
): Promise<Engine> {
  const { control: now, options, shape, input, output } = network;
  const kernels = createKernels(network.module, input.memory);
  const outputKernels = createKernels(network.module, output.memory);
  const pool: Pool = await createPool({ threads, createTasks, startWorker, data: network });
  const losses = batchLosses(network, pool, given);
  const clock = phaseClock();
  const layer = await startOutput(pool, () => createOutput({ network, pool, losses, clock }));
  let step = startStep;

  function load(rows: Int32Array, from: number, to: number): number {
    network.rows.set(rows.subarray(from, to));
    now[control.rowCount] = to - from;
    return loadBatch(input.batch, data.features, rows, from, to);
  }

  return {
    sentence,
    network,
    seconds: clock.seconds,
    get step() {
      return step;
    },
    async reset(seed) {
      resetNetwork(network, kernels, outputKernels, seed);
      layer.push();
      step = 0;
    },
    pull: () => layer.pull(),
    async train(rows, from, to, rate) {
      clock.start();
      const entries = load(rows, from, to);
      step++;
      now[control.training] = 1;
      now[control.step] = step;
      now[control.rate] = rate;
      if (options.inputDropout > 0) {
        const values = input.batch.values.subarray(0, entries);
        dropout(kernels, values, { rate: options.inputDropout, seed: options.seed, stream: inputStream + step });
      }
      clock.end("load");
      await pool.run("hiddenAndTranspose", blockCount(to - from) + 1);
      clock.end("hidden");
      const sum = await layer.train(to - from);
      await pool.run("update", Math.ceil(now[control.featureCount] / featuresAtOnce) + 1);
      clock.end("update");
      return sum;
    },
    async evaluate(rows, { depth = 0, loss = false, visit }: EvaluateOptions) {
      now[control.training] = 0;
      now[control.depth] = Math.min(depth, rankingDepth, shape.items);
      let sum = 0;
      for (let from = 0; from < rows.length; from += network.batchRows) {
        const to = Math.min(from + network.batchRows, rows.length);
        load(rows, from, to);
        await pool.run("hidden", blockCount(to - from));
        await layer.forward(to - from);
        if (loss) sum += await losses(to - from, false);
        // A model that has diverged ranks nothing.
        if (Number.isNaN(sum)) return sum;
        if (depth > 0) await pool.run("rank", to - from);
        for (let row = 0; depth > 0 && row < to - from; row++) {
          const at = row * rankingDepth;
          visit?.(rows[from + row], output.rankings.subarray(at, at + now[control.depth]));
        }
        await pause();
      }
      return sum;
    },
    async close() {
      try {
        layer.close();
      } finally {
        await pool.close();
      }
    },
  };
}

/** Bundlers know the worker by exactly this form. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./training-worker.js", import.meta.url) ??
    new Worker(new URL("./training-worker.js", import.meta.url), { type: "module" })
  );
}

/** The output layer; where it cannot be made, a graphics card being too small, the threads end. */
async function startOutput(pool: Pool, create: () => OutputLayer): Promise<OutputLayer> {
  try {
    return create();
  } catch (error) {
    await pool.close();
    throw error;
  }
}
