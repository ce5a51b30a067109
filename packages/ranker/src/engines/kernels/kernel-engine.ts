import { createKernels, dropout, type Pool } from "@tierwise/kernels";
import { loadBatch } from "../../data/sparse-rows.ts";
import type { PreparedData } from "../../data/training-data.ts";
import { featuresAtOnce, itemShards } from "../../model/layers.ts";
import * as control from "../../network/control.ts";
import { pause } from "../../network/ranking.ts";
import { blockCount } from "../../network/scoring-tasks.ts";
import type {
  Engine,
  EngineOptions,
  EvaluateOptions,
  OutputLayer,
  OutputLayerHost,
  PhaseClock,
  PhaseSeconds,
} from "./engine.ts";
import { computeGlas } from "./glas-gradient.ts";
import { batchLosses } from "./row-losses.ts";
import { sampledOutput } from "./sampled/sampled-output.ts";
import { resetNetwork, type TrainingNetwork } from "./training-arrays.ts";
import { trainingPool } from "./training-pool.ts";

/** The random stream of input dropout, before the step number is added to it. */
const inputStream = 0x2000_0000;

export function kernelEngine(network: TrainingNetwork, data: PreparedData, options: EngineOptions): Promise<Engine> {
  const build = network.module.kernelBuild;
  const sentence = (threads: number): string => {
    const reason = threads < options.threads ? ", because a step is too small to share" : "";
    return `The ${build} kernels run on ${threads} ${threads === 1 ? "thread" : "threads"}${reason}.`;
  };
  return networkEngine(network, data, options, sentence, network.sampled === undefined ? kernelOutput : sampledOutput);
}

/** Evaluates the batch, whose scores of all items are in `output.scores`. */
export async function evaluateScores(
  { network, pool, losses }: Pick<OutputLayerHost, "losses" | "network" | "pool">,
  rows: number,
  loss: boolean,
): Promise<number> {
  const sum = loss ? await losses(rows, false) : 0;
  if (network.control[control.depth] > 0 && !Number.isNaN(sum)) await pool.run("rank", rows);
  return sum;
}

/** An output layer on the threads of the pool, sharded by item. */
function kernelOutput({ network, pool, losses, clock }: OutputLayerHost): OutputLayer {
  const shards = itemShards(network.shape.itemCount).length;
  return {
    async evaluate(rows, loss) {
      await pool.run("forward", shards);
      return evaluateScores({ network, pool, losses }, rows, loss);
    },
    async train(rows) {
      await pool.run("forward", shards);
      clock.end("forward");
      const sum = await losses(rows, true);
      clock.end("loss");
      if (network.glas !== undefined) await computeGlas(network, network.glas, pool);
      await pool.run("backward", shards);
      clock.end("backward");
      await pool.run("reduce", blockCount(rows));
      clock.end("reduce");
      return sum;
    },
    // The threads compute directly on the arrays of the network.
    push: () => {},
    pull: () => Promise.resolve(),
    close: () => {},
  };
}

/**
 * An engine for a network in shared memory. A pool of threads computes the sparse input layer with the kernels; `createOutput` supplies
 * the output layer.
 */
export async function networkEngine(
  network: TrainingNetwork,
  data: PreparedData,
  { threads, fewer = false, step: startStep = 0, given }: EngineOptions,
  sentence: (threads: number) => string,
  createOutput: (host: OutputLayerHost) => OutputLayer,
): Promise<Engine> {
  const { control: now, options, shape, input, output, rankings } = network;
  const kernels = createKernels(network.module, input.memory);
  const outputKernels = createKernels(network.module, output.memory);
  const pool = await trainingPool(network, threads, fewer);
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
    sentence: sentence(pool.threads),
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
      now[control.depth] = Math.min(depth, rankings.stride, shape.itemCount);
      let sum = 0;
      for (let from = 0; from < rows.length; from += network.batchRows) {
        const to = Math.min(from + network.batchRows, rows.length);
        load(rows, from, to);
        await pool.run("hidden", blockCount(to - from));
        sum += await layer.evaluate(to - from, loss);
        // If the model has diverged, no items are ranked.
        if (Number.isNaN(sum)) return sum;
        for (let row = 0; depth > 0 && row < to - from; row++) {
          const at = row * rankings.stride;
          visit?.(rows[from + row], rankings.items.subarray(at, at + now[control.depth]));
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

/** Creates the output layer, and closes the pool if this fails, for example because the graphics card has too little memory. */
async function startOutput(pool: Pool, create: () => OutputLayer): Promise<OutputLayer> {
  try {
    return create();
  } catch (error) {
    await pool.close();
    throw error;
  }
}

function phaseClock(): PhaseClock {
  const seconds: PhaseSeconds = { load: 0, hidden: 0, forward: 0, loss: 0, backward: 0, reduce: 0, update: 0 };
  let since = 0;
  return {
    seconds,
    start() {
      since = performance.now();
    },
    end(phase) {
      const time = performance.now();
      seconds[phase] += (time - since) / 1000;
      since = time;
    },
  };
}
