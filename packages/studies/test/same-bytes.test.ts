// Every kind of job gives the same bytes inline, in local processes, and on a queue with 1 and 4 workers.
import { join } from "node:path";
import { generateXmlDataset, writeXmlDataset } from "@tierwise/datasets-xml";
import { bullmq, type Executor, inline, processes, startWorker } from "@tierwise/jobs";
import { type RedisServer, redisMissing, startRedis, temporaryFolder } from "@tierwise/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  comparisonStudy,
  createDataReference,
  fitWithBootstrap,
  jobKinds,
  mseStudy,
  runStudy,
  runSweep,
  trainEnsemble,
} from "../src/index.ts";

const missing = redisMissing("the same bytes on every executor");
const sizes = { features: 50, labels: 30, labelsPerRow: 3, seed: 1 };
const train = generateXmlDataset({ ...sizes, rows: 120 });
const held = generateXmlDataset({ ...sizes, rows: 40, firstRow: 120 });
const battles = {
  itemNames: ["soup", "stew", "rice"],
  left: Int32Array.of(0, 1, 2, 1),
  right: Int32Array.of(1, 2, 0, 0),
  outcomes: Uint8Array.of(0, 0, 0, 2),
  weights: Float64Array.of(20, 25, 10, 6),
};

describe("every executor gives the same bytes", () => {
  const folder = temporaryFolder();
  const files = { train: join(folder, "train.txt"), test: join(folder, "test.txt") };
  let redis: RedisServer | undefined;
  let runs = 0;
  beforeAll(async () => {
    await writeXmlDataset(files.train, train);
    await writeXmlDataset(files.test, held);
    redis = missing === undefined ? await startRedis() : undefined;
  });
  afterAll(() => redis?.stop());
  const data = () => createDataReference("toy", files, { train, test: held });

  test.each<[string, (executor: Executor) => Promise<unknown>]>([
    [
      "compare",
      (executor) => {
        const training = { hidden: 8, options: { epochs: 2, refit: false } };
        const evaluation = { ks: [1, 5], propensityA: 0.55, propensityB: 1.5, psndcg: "pyxclib" as const };
        const methods = ["pl-partition", "popularity"] as const;
        const cells = comparisonStudy.cells({ data: data(), methods, seeds: [1, 2], training, evaluation });
        return runStudy(comparisonStudy, { cells, executor });
      },
    ],
    [
      "simulate",
      (executor) => {
        const grid = { itemCounts: [20], samples: [40], seeds: [1, 2], methods: ["PL-LB"], maxSteps: 50 } as const;
        return runStudy(mseStudy, { cells: mseStudy.cells(grid), executor });
      },
    ],
    ["a bootstrap", (executor) => fitWithBootstrap({ battles }, { resamples: 200, seed: 1, executor })],
    [
      "an ensemble of five",
      async (executor) => {
        const options = { members: 5, hidden: 8, epochs: 2, seed: 1, executor };
        const { version, record } = await trainEnsemble(join(folder, `model-${runs}`), train, options);
        return { version, record };
      },
    ],
    [
      "a sweep",
      (executor) => {
        const space = { learningRate: [0.03, 0.001], hidden: [4, 8] };
        return runSweep({ settings: { epochs: 4 }, space, seed: 1 }, { data: data(), executor });
      },
    ],
  ])("%s", async (name, run) => {
    const expected = bytesOf(await run(inline()));
    runs++;
    expect(bytesOf(await run(processes({ count: 2 })))).toBe(expected);
    if (redis === undefined) return;
    for (const count of [1, 4]) {
      runs++;
      const prefix = `${name.replaceAll(" ", "-")}-${count}`;
      const queue = { url: redis.url, prefix };
      const copies = join(folder, prefix);
      const start = () => startWorker({ ...queue, kinds: jobKinds, copies });
      const workers = await Promise.all(Array.from({ length: count }, start));
      try {
        expect(bytesOf(await run(bullmq(queue)))).toBe(expected);
      } finally {
        await Promise.all(workers.map((worker) => worker.close()));
      }
    }
  });
});

/** A result as JSON, without measured times. */
function bytesOf(result: unknown): string {
  return JSON.stringify(result, (name, value) => {
    if (/seconds|phases/i.test(name)) return undefined;
    return ArrayBuffer.isView(value) ? Buffer.from(value.buffer).toString("hex") : value;
  });
}
