import { packPreferences } from "@tierwise/core-integrator";
import { lossRows, plPartitionLoss } from "@tierwise/losses";
import { normal, randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { startRemoteShard } from "../src/sharding/remote-shard.ts";
import { createShard } from "../src/sharding/shard.ts";
import { shardedStep } from "../src/sharding/sharded-step.ts";
import { bytesPerShard, stepSeconds } from "../src/sharding/time-model.ts";

const [items, hidden, batch] = [60, 8, 4];
const bounds = [0, 25, 60];
const sizes = [0, 1].map((s) => ({ from: bounds[s], to: bounds[s + 1], hidden, batch }));
// The second row names no item of the first shard, and the last row names none at all.
const labels = [[3, 20, 59], [30, 31], [24, 25], []].map((row) => Int32Array.from(row));
const random = randomStream(1);
const rows = Float32Array.from({ length: batch * hidden }, () => normal(random));

test("a step with two shards has the loss and gradient of PL-Partition on complete rows, for any division of the items", async () => {
  const whole = await createShard({ from: 0, to: items, hidden, batch });
  const weights = await whole.weights();
  const scores = Float64Array.from({ length: batch * items }, (_, k) => {
    const [b, item] = [Math.floor(k / items), k % items];
    return rows.subarray(b * hidden, (b + 1) * hidden).reduce((sum, x, h) => sum + x * weights[item * hidden + h], 0);
  });
  const gradient = new Float64Array(scores.length);
  const preferences = packPreferences(
    labels.map((row) => ({ tiers: [row] })),
    items,
  );
  const loss = lossRows(plPartitionLoss(), scores, preferences, { gradient });
  for (const [shards, edges] of [
    [[whole], [0, items]] as const,
    [await Promise.all(sizes.map(createShard)), bounds] as const,
  ]) {
    const result = await shardedStep(shards, edges, { hidden: rows, labels });
    expect(result.loss).toBeCloseTo(loss, 6);
    for (let i = 0; i < rows.length; i++) {
      const [b, h] = [Math.floor(i / hidden), i % hidden];
      let expected = 0;
      for (let item = 0; item < items; item++) expected += gradient[b * items + item] * weights[item * hidden + h];
      expect(result.hiddenGradient[i]).toBeCloseTo(expected, 6);
    }
  }
});

test("two processes give bit-identical results to one process, and exchange as many bytes as bytesPerShard predicts", async () => {
  const local = await Promise.all(sizes.map(createShard));
  const remote = await Promise.all(sizes.map(startRemoteShard));
  try {
    const steps = 3;
    for (let step = 0; step < steps; step++) {
      const one = await shardedStep(local, bounds, { hidden: rows, labels });
      expect(await shardedStep(remote, bounds, { hidden: rows, labels })).toEqual(one);
    }
    const named = [3, 4];
    for (const [s, shard] of remote.entries()) {
      expect(shard.bytes()).toBe(steps * bytesPerShard(batch, hidden, named[s]));
      expect(await shard.weights()).toEqual(await local[s].weights());
    }
  } finally {
    for (const shard of remote) shard.stop();
  }
});

test("the modeled time of a step is the computation time divided by the number of machines, plus the time for transfer and round trips", () => {
  const model = { items: 1e7, hidden: 256, batch: 128, namedPerRow: 20, secondsPerItem: 1e-6, roundTrip: 1e-3 };
  const free = { ...model, bytesPerSecond: Number.POSITIVE_INFINITY };
  expect(stepSeconds({ ...free, machines: 10 })).toBeCloseTo(1 + 2e-3, 12);
  const bytes = 100 * bytesPerShard(128, 256, 25.6);
  expect(stepSeconds({ ...model, machines: 100, bytesPerSecond: 1e6 })).toBeCloseTo(0.1 + bytes / 1e6 + 2e-3, 9);
});
