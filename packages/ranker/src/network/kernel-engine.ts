import type { PreparedData } from "../data/training-data.ts";
import { computeGlas } from "../glas/glas-gradient.ts";
import type { Engine } from "../training/engine.ts";
import { type EngineOptions, networkEngine } from "./network-engine.ts";
import type { OutputLayer, OutputLayerHost } from "./output-layer.ts";
import { blockCount } from "./scoring-tasks.ts";
import { itemShards } from "./shape.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** Training on the kernels alone. */
export function kernelEngine(network: TrainingNetwork, data: PreparedData, options: EngineOptions): Promise<Engine> {
  const { threads } = options;
  const build = network.module.kernelBuild;
  const sentence = `The ${build} kernels run on ${threads} ${threads === 1 ? "thread" : "threads"}.`;
  return networkEngine(network, data, options, sentence, kernelOutput);
}

/** The output layer by the threads of the pool, sharded by item. */
function kernelOutput({ network, pool, losses, clock }: OutputLayerHost): OutputLayer {
  const shards = itemShards(network.shape.items).length;
  return {
    forward: () => pool.run("forward", shards),
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
    // The arrays of the network are what the threads compute on.
    push: () => {},
    pull: () => Promise.resolve(),
    close: () => {},
  };
}
