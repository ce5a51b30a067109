import { ranges } from "../../../model/layers.ts";
import * as control from "../../../network/control.ts";
import { panelShards } from "../../../network/ranking-tasks.ts";
import { blockCount } from "../../../network/scoring-tasks.ts";
import type { OutputLayer, OutputLayerHost } from "../engine.ts";
import { computeGlas } from "../glas-gradient.ts";
import { columnDraw } from "./draw-columns.ts";
import { sampledShards } from "./sampled-arrays.ts";

/**
 * An output layer that trains on a sample of the items: a step reads and updates only the weights of the sampled items and of the items
 * that its rows name. Validation ranks all items exactly, but its losses use a sample, which is the same in every epoch.
 */
export function sampledOutput({ network, pool, losses, clock }: OutputLayerHost): OutputLayer {
  const { control: now, output, sampled, shape } = network;
  if (sampled === undefined) throw new Error("the network has no arrays for a sample of the items");
  const draw = columnDraw(network, sampled);
  const panels = ranges(shape.itemCount, output.scoreColumns);
  const shards = panelShards(network);

  async function score(): Promise<void> {
    draw();
    await pool.run("sampledForward", sampledShards(now[control.columnCount]));
  }

  /** Ranks all items, panel by panel; resolves to NaN if the model has diverged, otherwise to 0. */
  async function rank(rows: number): Promise<number> {
    network.losses.fill(0);
    for (const { from } of panels) {
      now[control.firstColumn] = from;
      await pool.run("panel", shards.count(from));
      await pool.run("rank", rows);
    }
    return network.losses.includes(Number.NaN) ? Number.NaN : 0;
  }

  return {
    async evaluate(rows, loss) {
      if (loss) await score();
      const sum = loss ? await losses(rows, false) : 0;
      return now[control.depth] > 0 && !Number.isNaN(sum) ? sum + (await rank(rows)) : sum;
    },
    async train(rows) {
      await score();
      clock.end("forward");
      const sum = await losses(rows, true);
      clock.end("loss");
      if (network.glas !== undefined) await computeGlas(network, network.glas, pool);
      await pool.run("sampledBackward", sampledShards(now[control.columnCount]));
      clock.end("backward");
      await pool.run("sampledReduce", blockCount(rows));
      clock.end("reduce");
      return sum;
    },
    // The threads compute directly on the arrays of the network.
    push: () => {},
    pull: () => Promise.resolve(),
    close: () => {},
  };
}
