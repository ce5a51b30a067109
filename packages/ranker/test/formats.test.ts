// Tests models of earlier formats, written by earlier versions of the code: see fixtures/write-formats.mjs.
import { cpSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readXmlDataset } from "@tierwise/datasets-xml";
import { loadKernelModule } from "@tierwise/kernels";
import {
  createRanker,
  evaluate,
  loadModel,
  loadRanker,
  openModelDirectory,
  resumeTraining,
  train,
  trainModel,
} from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { inDirectory, weightBytes } from "./killing.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const data = await readXmlDataset(join(fixtures, "tiny.txt"), { cache: false });

function expectedOf(format: string): { row: { indices: number[]; values: number[] }; [name: string]: unknown } {
  return JSON.parse(readFileSync(join(fixtures, format, "expected.json"), "utf8"));
}

/** Runs `work` on a writable copy of a model. */
function withCopy(model: string, work: (directory: string) => Promise<void>): Promise<void> {
  return inDirectory(async (folder) => {
    cpSync(join(fixtures, model), join(folder, "model"), { recursive: true });
    await work(join(folder, "model"));
  });
}

function expectClose(scores: Float32Array, expected: readonly number[]): void {
  expect(scores).toHaveLength(expected.length);
  for (const [i, score] of expected.entries()) expect(scores[i]).toBeCloseTo(score, 5);
}

describe("format 1", () => {
  const { row, ranker, ensemble, unfinished } = expectedOf("format-1") as never as Record<string, never>;

  test("a ranker is loaded with its names and label counts, and can rank and be evaluated", async () => {
    const model = await loadModel(join(fixtures, "format-1", "ranker"));
    expect([model.kind, model.finished, model.itemNames]).toEqual(["ranker", true, ["ant", "bee", "cat", "dog"]]);
    expect([model.record?.rows, model.record?.labelCounts]).toEqual([60, [18, 29, 19, 23]]);
    expectClose(model.scores(row), ranker);
    expect(Array.from((await model.rank(data.features, { k: 2 })).items.subarray(0, 2))).toEqual(
      Array.from(model.topK(data.features, 2).subarray(0, 2)),
    );
    expect((await evaluate(model, data)).precision[1]).toBeGreaterThan(0);
  });

  test("loads an ensemble whose scores are the mean of its members' scores", async () => {
    const model = await loadModel(join(fixtures, "format-1", "ensemble"));
    expect([model.kind, model.memberCount, model.record?.rows]).toEqual(["ensemble", 2, 60]);
    const [one, other] = ensemble as number[][];
    expectClose(
      model.scores(row),
      one.map((score, item) => (score + other[item]) / 2),
    );
  });

  test("an unfinished training run can be loaded but not resumed", () =>
    withCopy("format-1/unfinished", async (directory) => {
      const model = await loadModel(directory);
      expect([model.finished, model.results[0].settings.learningRates]).toEqual([false, [1e-2]]);
      expectClose(model.scores(row), unfinished);
      await expect(resumeTraining(directory, data)).rejects.toThrow(
        "was written by an earlier release, in format 1, which can be loaded but not resumed",
      );
    }));

  test.each(["ranker", "ensemble", "unfinished"])(
    "an earlier model (%s) is replaced once the new model is complete",
    (name) =>
      withCopy(`format-1/${name}`, async (directory) => {
        const place = await openModelDirectory(directory);
        expect(place.status().state).toBe(name === "unfinished" ? "training" : "finished");
        await place.close();
        await expect(trainModel(directory, data)).rejects.toThrow("use replace: true to replace it");
        const model = await trainModel(directory, data, { hidden: 2, epochs: 1, threads: 1, replace: true });
        const loaded = await loadRanker(directory);
        expect(weightBytes(loaded).equals(weightBytes(model.members[0]))).toBe(true);
        expect((await readdir(directory)).filter((file) => file.endsWith(".bin"))).toHaveLength(4);
      }),
  );
});

describe("format 2", () => {
  test("an unfinished training run can be resumed, with the result of an uninterrupted run", () =>
    withCopy("format-2/unfinished", async (directory) => {
      const { row, unfinished } = expectedOf("format-2");
      expectClose((await loadRanker(directory)).scores(row), unfinished as number[]);
      const { ranker, result } = await resumeTraining(directory, data, { threads: 1 });
      expect([result.stopped, result.settings.batchSize, result.history[0].learningRate > 0]).toEqual([
        "finished",
        16,
        true,
      ]);
      const module = await loadKernelModule({ kernelBuild: ranker.kernelBuild });
      const uninterrupted = createRanker({ features: 6, hidden: 3, items: 4, seed: 2, module });
      await train(uninterrupted, data, { epochs: 4, learningRates: [1e-2], batchSize: 16, threads: 1 });
      expect(weightBytes(ranker).equals(weightBytes(uninterrupted))).toBe(true);
    }));
});
