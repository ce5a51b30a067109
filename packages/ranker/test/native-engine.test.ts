import { describe, expect, test } from "vitest";
import { usesSharedMemory } from "../src/engines/native/native-engine.ts";
import { createRanker, type TrainingEvent, train } from "../src/index.ts";
import { cases, createSmall, data, largestDifference, plain, scoresAfter } from "./engine-cases.ts";
import { tinyData } from "./tiny-data.ts";

test.each(cases)(
  "with native products, scores agree with those of the kernels after the same steps (%s)",
  async (_, options, given) => {
    const expected = await scoresAfter(options, given);
    const scores = await scoresAfter({ ...options, engine: "native" }, given);
    expect(largestDifference(scores, expected)).toBeLessThanOrEqual(1e-3);
    expect(largestDifference(scores, createSmall().scores(data.features))).toBeGreaterThan(0.1);
  },
);

describe("with several panels of items", () => {
  /** Two full panels and a partial one. */
  const items = 2 * 4096 + 101;
  const many = tinyData(96, 1, items);

  async function scores(engine: "kernels" | "native", threads: number): Promise<Float32Array> {
    const ranker = createRanker({ features: 40, hidden: 16, items, seed: 5 });
    await train(ranker, many, { ...plain, batchSize: 40, glas: 100, weightDecay: 0.1, loss: "pl-lb", engine, threads });
    return ranker.scores(many.features);
  }

  test("the native engine agrees with the kernels, on any number of threads", async () => {
    const one = await scores("native", 1);
    expect(largestDifference(one, await scores("kernels", 1))).toBeLessThanOrEqual(1e-3);
    expect(await scores("native", 2)).toEqual(one);
  });
});

test("the results of small products do not depend on the number of threads", async () => {
  expect(await scoresAfter({ engine: "native", threads: 2 })).toEqual(await scoresAfter({ engine: "native" }));
});

test.each(["native", "auto"] as const)("the %s engine describes itself in the first event", async (engine) => {
  const events: TrainingEvent[] = [];
  await train(createSmall(), data, { ...plain, epochs: 1, engine, onProgress: (event) => void events.push(event) });
  expect(events[0]).toMatchObject({
    stage: "engine",
    sentence: expect.stringMatching(
      engine === "native"
        ? /^onnxruntime multiplies matrices on one thread, and the .*simd kernels run on one thread\.$/
        : /kernels run on/,
    ),
  });
});

test("onnxruntime works in shared memory in this version of Node", async () => {
  expect(await usesSharedMemory()).toBe(true);
});

test("the native engine rejects a backend", async () => {
  await expect(train(createSmall(), data, { engine: "native", backend: "wasm" })).rejects.toThrow(
    'backend is "wasm"; omit it unless engine is "tfjs"',
  );
});
