import { createKernels, createPool, dropout, type Pool } from "@tierwise/kernels";
import { type RankingLoss, rowLoss } from "@tierwise/losses";
import type { PreparedData } from "../data/training-data.ts";
import { finiteLoss } from "../losses/finite-loss.ts";
import { type Engine, type EvaluateOptions, type PhaseSeconds, phases } from "../training/engine.ts";
import * as control from "./control.ts";
import { loadBatch } from "./load-batch.ts";
import { rankingDepth } from "./network.ts";
import { resetNetwork } from "./reset-network.ts";
import { blockCount } from "./scoring-tasks.ts";
import { featuresAtOnce, itemShards } from "./shape.ts";
import { siblingModule } from "./sibling-module.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** The stream of the training's seed that input dropout draws from. */
const inputStream = 0x2000_0000;

/** How the kernels train. */
export interface KernelEngineOptions {
  /** How many threads work. */
  readonly threads: number;
  /** The steps that led to the arrays of the network. Default 0. */
  readonly step?: number;
  /** A loss that no recipe describes; it runs on the calling thread. */
  readonly given?: RankingLoss | undefined;
}

/** Training on the kernels: a pool of threads over shared memory. */
export async function kernelEngine(
  network: TrainingNetwork,
  data: PreparedData,
  { threads, step: startStep = 0, given }: KernelEngineOptions,
): Promise<Engine> {
  const { control: now, options, shape, input, output } = network;
  const shards = itemShards(shape.items).length;
  const kernels = createKernels(network.module, input.memory);
  const outputKernels = createKernels(network.module, output.memory);
  const ownLoss = given && rowLoss(given);
  const module = siblingModule("training-tasks");
  const pool: Pool = await createPool({ threads, module, data: network });
  let step = startStep;

  const seconds = Object.fromEntries(phases.map((name) => [name, 0])) as PhaseSeconds;
  let phase = 0;
  function endPhase(name: keyof PhaseSeconds): void {
    const time = performance.now();
    seconds[name] += (time - phase) / 1000;
    phase = time;
  }

  function load(rows: Int32Array, from: number, to: number): number {
    network.rows.set(rows.subarray(from, to));
    now[control.rowCount] = to - from;
    return loadBatch(input.batch, data.features, rows, from, to);
  }

  async function losses(rows: number, training: boolean): Promise<number> {
    if (ownLoss === undefined) await pool.run("loss", rows);
    else {
      const gradient = training ? output.scores : undefined;
      for (let row = 0; row < rows; row++) {
        const p = network.rows[row];
        network.losses[row] = finiteLoss(
          ownLoss,
          output.scores,
          row * shape.items,
          data.preferences,
          p,
          gradient,
          1 / rows,
        );
      }
    }
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += network.losses[row];
    return sum;
  }

  return {
    network,
    seconds,
    get step() {
      return step;
    },
    async reset(seed) {
      resetNetwork(network, kernels, outputKernels, seed);
      step = 0;
    },
    pull: () => Promise.resolve(),
    async train(rows, from, to, rate) {
      phase = performance.now();
      const entries = load(rows, from, to);
      step++;
      now[control.training] = 1;
      now[control.step] = step;
      now[control.rate] = rate;
      if (options.inputDropout > 0) {
        const values = input.batch.values.subarray(0, entries);
        dropout(kernels, values, { rate: options.inputDropout, seed: options.seed, stream: inputStream + step });
      }
      const blocks = blockCount(to - from);
      endPhase("load");
      await pool.run("hiddenAndTranspose", blocks + 1);
      endPhase("hidden");
      await pool.run("forward", shards);
      endPhase("forward");
      const sum = await losses(to - from, true);
      endPhase("loss");
      await pool.run("backward", shards);
      endPhase("backward");
      await pool.run("reduce", blocks);
      endPhase("reduce");
      await pool.run("update", Math.ceil(now[control.featureCount] / featuresAtOnce) + 1);
      endPhase("update");
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
        await pool.run("forward", shards);
        if (loss) sum += await losses(to - from, false);
        if (depth > 0) await pool.run("rank", to - from);
        for (let row = 0; depth > 0 && row < to - from; row++) {
          const at = row * rankingDepth;
          visit?.(rows[from + row], output.rankings.subarray(at, at + now[control.depth]));
        }
      }
      return sum;
    },
    close: () => pool.close(),
  };
}
