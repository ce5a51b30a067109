import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMoments } from "../src/checkpoint/read-moments.ts";
import { exportModel } from "../src/export.ts";
import { extendModel, loadModel, resolveSettings, resumeModel, trainModel } from "../src/index.ts";
import { continueFrom } from "../src/training/moments.ts";
import type { Training } from "../src/training/prepare.ts";
import { initialState } from "../src/training/state.ts";
import { aborted, inDirectory, modelBytes } from "./killing.ts";
import { tinyData } from "./tiny-data.ts";

const old = tinyData(200);
const data = tinyData(150, 2, 36);
const settings = { hidden: 16, epochs: 2, batchSize: 64, seed: 3, threads: 1 } as const;
const further = { epochs: 2, batchSize: 64, threads: 1 } as const;

async function bytesOf(directory: string): Promise<number> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".bin"));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(directory, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("a model stores its moments only with keepMoments: true, which does not change its weights", () =>
  inDirectory(async (folder) => {
    const without = await trainModel(join(folder, "without"), old, settings);
    const kept = await trainModel(join(folder, "kept"), old, { ...settings, keepMoments: true });
    expect(modelBytes(kept).equals(modelBytes(without))).toBe(true);
    expect(await readMoments(without, 0)).toBeUndefined();
    const weights = await bytesOf(join(folder, "without"));
    // The arrays contain two moments per weight and the last step of each feature.
    expect(await bytesOf(join(folder, "kept"))).toBe(3 * weights + 4 * old.numFeatures);
    const loaded = await loadModel(join(folder, "kept"));
    const moments = await readMoments(loaded, 0);
    expect(moments?.steps).toBe(loaded.results[0].steps);
    expect(moments?.second.output.weights.every((value) => value >= 0)).toBe(true);
    expect(moments?.second.output.weights.some((value) => value > 0)).toBe(true);
  }));

test("training for four epochs and then for four more gives the same weights and moments as training for eight epochs", () =>
  inDirectory(async (folder) => {
    // The data have only one row, because the order of several rows would depend on the number of the epoch.
    const features = { indptr: Int32Array.of(0, 2), indices: Int32Array.of(0, 3), values: Float32Array.of(1, 0.5) };
    const labels = { indptr: Int32Array.of(0, 2), indices: Int32Array.of(1, 4) };
    const row = { ...old, numRows: 1, features, labels };
    const run = {
      ...settings,
      validation: 0,
      refit: false,
      decay: "none",
      inputDropout: 0,
      hiddenDropout: 0,
      learningRates: [1e-2],
      keepMoments: true,
    } as const;
    const both = await trainModel(join(folder, "both"), row, { ...run, epochs: 8 });
    const first = await trainModel(join(folder, "first"), row, { ...run, epochs: 4 });
    const { hidden: _hidden, refit: _refit, ...again } = run;
    const second = await extendModel(join(folder, "second"), first, row, { ...again, epochs: 4 });
    expect(modelBytes(second).equals(modelBytes(both))).toBe(true);
    const forgetful = await extendModel(
      join(folder, "forgetful"),
      await trainModel(join(folder, "other"), row, { ...run, epochs: 4, keepMoments: false }),
      row,
      { ...again, epochs: 4, keepMoments: false },
    );
    expect(modelBytes(forgetful).equals(modelBytes(both))).toBe(false);
    const [a, b] = [await readMoments(both, 0), await readMoments(second, 0)];
    expect(b).toEqual(a);
  }));

test("known features and items keep their moments; new ones start with the mean second moments", () => {
  const layer = (weights: number[], bias: number[]) => ({
    weights: Float32Array.from(weights),
    bias: Float32Array.from(bias),
  });
  const zeros = (weights: number, bias: number) => layer(Array(weights).fill(0), Array(bias).fill(0));
  const network = {
    shape: { featureCount: 3, hidden: 2, itemCount: 2 },
    inputMoments: { first: zeros(6, 2), second: zeros(6, 2) },
    outputMoments: { first: zeros(4, 2), second: zeros(4, 2) },
    lastSteps: new Int32Array(3),
  };
  const training = { network, state: initialState() } as unknown as Training;
  continueFrom(training, {
    first: { input: layer([1, 2, 3, 4], [5, 6]), output: layer([7, 8], [9]) },
    second: { input: layer([1, 2, 3, 6], [5, 6]), output: layer([7, 8], [9]) },
    lastSteps: Int32Array.of(10, 4),
    steps: 12,
  });
  expect(network.inputMoments.first).toEqual(layer([1, 2, 3, 4, 0, 0], [5, 6]));
  expect(network.inputMoments.second).toEqual(layer([1, 2, 3, 6, 2, 4], [5, 6]));
  expect(network.outputMoments.first).toEqual(layer([7, 8, 0, 0], [9, 0]));
  expect(network.outputMoments.second).toEqual(layer([7, 8, 7, 8], [9, 9]));
  expect([...network.lastSteps]).toEqual([10, 4, 12]);
  expect([training.state.steps, training.state.stepsBefore]).toEqual([12, -12]);
});

test("an extended model stores moments if the original does, counts only its own steps, and resumes bit-identically", () =>
  inDirectory(async (folder) => {
    const model = await trainModel(join(folder, "old"), old, { ...settings, members: 2, keepMoments: true });
    const whole = await extendModel(join(folder, "whole"), model, data, further);
    expect(whole.results.map(({ steps }) => steps)).toEqual([6, 6]);
    expect(await readMoments(whole, 1)).toMatchObject({ steps: model.results[1].steps + 6 });
    const stop = new AbortController();
    const directory = join(folder, "stopped");
    const onProgress = ({ stage }: { stage: string }): void => {
      if (stage === "epoch") stop.abort();
    };
    await aborted(extendModel(directory, model, data, { ...further, signal: stop.signal, onProgress }));
    const resumed = await resumeModel(directory, data, { from: model });
    expect(modelBytes(resumed).equals(modelBytes(whole))).toBe(true);
    expect(await readMoments(resumed, 1)).toEqual(await readMoments(whole, 1));
    // With validation, the model has the weights of the best epoch.
    const validated = await extendModel(join(folder, "validated"), model, data, { ...further, validation: 0.2 });
    expect(await readMoments(validated, 0)).toBeUndefined();
  }));

test("a single file has no moments, and is extended like a model without moments", () =>
  inDirectory(async (folder) => {
    const kept = await trainModel(join(folder, "kept"), old, { ...settings, keepMoments: true });
    const file = join(folder, "model.tierwise");
    await exportModel(kept, { tierwise: file });
    const without = await trainModel(join(folder, "without"), old, settings);
    const [one, two] = [
      await extendModel(join(folder, "1"), await loadModel(file), data, further),
      await extendModel(join(folder, "2"), without, data, further),
    ];
    expect(modelBytes(one).equals(modelBytes(two))).toBe(true);
    expect(one.record?.extended?.from).toBe(file);
  }));

test("keepMoments is rejected if the moments would not belong to the weights", () => {
  expect(() => resolveSettings({ keepMoments: true, refit: false })).toThrow("expected refit: true or validation: 0");
  expect(() => resolveSettings({ keepMoments: 1 as unknown as boolean })).toThrow(
    "keepMoments is 1; expected true or false",
  );
  expect(resolveSettings({ keepMoments: true, refit: false, validation: 0 }).keepMoments).toBe(true);
});

test("extending fails if the directory was replaced after the model was loaded", () =>
  inDirectory(async (folder) => {
    const directory = join(folder, "model");
    const model = await trainModel(directory, old, { ...settings, keepMoments: true });
    await trainModel(directory, old, { ...settings, seed: 4, keepMoments: true, replace: true });
    await expect(extendModel(join(folder, "new"), model, data, further)).rejects.toThrow(
      "has changed since the model was loaded; load it again",
    );
  }));
