import { join } from "node:path";
import type { LossSpec } from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import { readMoments } from "../../src/checkpoint/read-moments.ts";
import { extendModel, resumeModel, type TrainedModel, trainModel } from "../../src/index.ts";
import { continueFrom } from "../../src/training/moments.ts";
import type { Training } from "../../src/training/prepare.ts";
import { initialState } from "../../src/training/state.ts";
import { aborted, inDirectory, modelBytes } from "../killing.ts";
import { tinyData } from "../tiny-data.ts";

const items = 900;
const data = tinyData(200, 1, items);
const loss: LossSpec = { name: "pl-partition", negatives: { count: 60, by: "frequency" } };
const settings = { hidden: 16, epochs: 2, batchSize: 32, seed: 3, threads: 1, loss } as const;

async function stopped(
  stopAt: number,
  start: (run: { signal: AbortSignal; onProgress: (event: { stage: string }) => void }) => Promise<TrainedModel>,
): Promise<void> {
  const stop = new AbortController();
  let checkpoints = 0;
  await aborted(
    start({
      signal: stop.signal,
      onProgress({ stage }) {
        if (stage === "checkpoint" && ++checkpoints === stopAt) stop.abort();
      },
    }),
  );
}

describe("a training run with negatives", () => {
  test.each([2, 5, 9])("gives the same model and moments when resumed after %i checkpoints", (stopAt) =>
    inDirectory(async (folder) => {
      const kept = { ...settings, keepMoments: true, everySeconds: 0 };
      const whole = await trainModel(join(folder, "whole"), data, kept);
      const directory = join(folder, "stopped");
      await stopped(stopAt, (run) => trainModel(directory, data, { ...kept, ...run }));
      const resumed = await resumeModel(directory, data, { threads: 2 });
      expect(modelBytes(resumed).equals(modelBytes(whole))).toBe(true);
      const moments = await readMoments(resumed, 0);
      expect(moments).toEqual(await readMoments(whole, 0));
      const steps = new Set(moments?.outputLastSteps);
      expect([steps.has(0), steps.has(moments?.steps ?? 0), steps.size > 3]).toEqual([true, true, true]);
    }),
  );

  test("gives a model that can be extended from its moments, with or without negatives", () =>
    inDirectory(async (folder) => {
      const model = await trainModel(join(folder, "old"), data, { ...settings, keepMoments: true });
      const more = tinyData(100, 2, items + 10);
      const further = { epochs: 1, batchSize: 32, threads: 1 };
      const sampled = await extendModel(join(folder, "sampled"), model, more, further);
      const moments = await readMoments(sampled, 0);
      expect(moments?.outputLastSteps).toHaveLength(items + 10);
      const exact = await extendModel(join(folder, "exact"), model, more, { ...further, loss: "pl-partition" });
      expect((await readMoments(exact, 0))?.outputLastSteps).toBeUndefined();
      const again = await extendModel(join(folder, "again"), exact, more, { ...further, loss });
      expect((await readMoments(again, 0))?.outputLastSteps).toHaveLength(items + 10);
    }));
});

test("moments from training with negatives decay up to the last step when training continues without negatives", () => {
  const layer = (weights: number[], bias: number[]) => ({
    weights: Float32Array.from(weights),
    bias: Float32Array.from(bias),
  });
  const stored = {
    first: { input: layer([1], [1]), output: layer([1, 2], [3, 4]) },
    second: { input: layer([1], [1]), output: layer([1, 2], [3, 4]) },
    lastSteps: Int32Array.of(10),
    outputLastSteps: Int32Array.of(12, 7),
    steps: 12,
  };
  const network = (sampled?: { lastSteps: Int32Array }) => ({
    shape: { featureCount: 1, hidden: 1, itemCount: 3 },
    inputMoments: { first: layer([0], [0]), second: layer([0], [0]) },
    outputMoments: { first: layer([0, 0, 0], [0, 0, 0]), second: layer([0, 0, 0], [0, 0, 0]) },
    lastSteps: new Int32Array(1),
    sampled,
  });
  const exact = network();
  continueFrom({ network: exact, state: initialState() } as unknown as Training, stored);
  const [m, v] = [Math.fround(2 * 0.9 ** 5), Math.fround(2 * 0.999 ** 5)];
  expect([...exact.outputMoments.first.weights]).toEqual([1, m, 0]);
  expect([...exact.outputMoments.second.weights.subarray(0, 2)]).toEqual([1, v]);
  expect(exact.outputMoments.second.weights[2]).toBeCloseTo((1 + v) / 2, 6);
  expect(exact.outputMoments.first.bias[1]).toBeCloseTo(4 * 0.9 ** 5, 6);
  const sampled = network({ lastSteps: new Int32Array(3) });
  continueFrom({ network: sampled, state: initialState() } as unknown as Training, stored);
  expect([...sampled.outputMoments.first.weights]).toEqual([1, 2, 0]);
  expect([...(sampled.sampled?.lastSteps ?? [])]).toEqual([12, 7, 12]);
  // Without negatives, every step updates all items.
  const { outputLastSteps: _, ...all } = stored;
  continueFrom({ network: sampled, state: initialState() } as unknown as Training, all);
  expect([...(sampled.sampled?.lastSteps ?? [])]).toEqual([12, 12, 12]);
});
