import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateXmlDataset, writeXmlDataset } from "@tierwise/datasets-xml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ComparisonSettings,
  cellKey,
  comparisonMarkdown,
  comparisonStudy,
  createDataReference,
  loadData,
  runStudy,
} from "../../src/index.ts";
import { runMethod } from "../../src/training/run-method.ts";

const sizes = { features: 50, labels: 30, labelsPerRow: 3, seed: 1 };
const data = {
  train: generateXmlDataset({ ...sizes, rows: 120 }),
  test: generateXmlDataset({ ...sizes, rows: 40, firstRow: 120 }),
};

let folder: string;
let settings: ComparisonSettings;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tierwise-studies-"));
  const files = { train: join(folder, "train.txt"), test: join(folder, "test.txt") };
  await writeXmlDataset(files.train, data.train);
  await writeXmlDataset(files.test, data.test);
  settings = {
    data: createDataReference("toy", files, data),
    methods: ["pl-partition", "ranknet"],
    seeds: [1, 2],
    training: { hidden: 8, options: { epochs: 2, refit: false } },
    evaluation: { ks: [1, 5], propensityA: 0.55, propensityB: 1.5, psndcg: "pyxclib" },
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("comparisonStudy", () => {
  test("gives the same metrics on any number of threads, whether the data come from memory or from files", async () => {
    const cells = comparisonStudy.cells(settings);
    const one = await runStudy(comparisonStudy, { cells, threads: 1 });
    // Replaces the cached data, so that the second run reads the files.
    createDataReference("other", { folder }, { train: data.test, test: data.train });
    const two = await runStudy(comparisonStudy, { cells, threads: 2 });
    expect(two.results.map(({ metrics }) => metrics)).toEqual(one.results.map(({ metrics }) => metrics));
    expect(one.summary.map(({ name, runs }) => [name, runs.length])).toEqual([
      ["pl-partition", 2],
      ["ranknet", 2],
    ]);
    const [first, second] = one.results.map(({ metrics }) => metrics?.precision[5] ?? Number.NaN);
    expect(one.summary[0].mean?.precision[5]).toBeCloseTo((first + second) / 2, 12);
    expect(one.summary[0].standardError?.precision[5]).toBeCloseTo(Math.abs(first - second) / 2, 12);
  });

  test("reports a diverged training run as a result without metrics", async () => {
    const training = { hidden: 8, options: { epochs: 1, learningRates: [1e30] } };
    const cells = comparisonStudy.cells({ ...settings, methods: ["pl-partition", "popularity"], seeds: [1], training });
    const { results, summary } = await runStudy(comparisonStudy, { cells });
    expect(results.map(({ outcome }) => outcome)).toEqual(["diverged", "trained"]);
    expect(results[0].metrics).toBeNull();
    expect(summary[0]).not.toHaveProperty("mean");
    expect(comparisonMarkdown(summary)).toMatch(/\| P@1 \| – \| \*\*\d/);
  });

  test("rejects with the reason of the signal if aborted during training", async () => {
    const controller = new AbortController();
    const cells = comparisonStudy.cells(settings);
    const run = runStudy(comparisonStudy, {
      cells,
      signal: controller.signal,
      onProgress: ({ stage }) => void (stage === "cell" && controller.abort()),
    });
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
  });

  test("rejects with the reason of the signal if aborted during evaluation", async () => {
    const [controller, reason] = [new AbortController(), new Error("enough")];
    const plan = { method: "popularity", seed: 1 } as const;
    const trained = await runMethod(data, plan, { threads: 1, signal: controller.signal });
    if (trained.outcome === "diverged") throw new Error("the baseline diverged");
    controller.abort(reason);
    await expect(trained.measure({ ks: [1] })).rejects.toBe(reason);
  });

  test("derives keys from the content of the data and all settings of the preset, not from file paths", () => {
    const [cell] = comparisonStudy.cells(settings);
    const key = cellKey(comparisonStudy, cell);
    const moved = { ...cell, data: { ...cell.data, name: "elsewhere", source: { folder: "elsewhere" } } };
    expect(cellKey(comparisonStudy, moved)).toBe(key);
    const other = createDataReference("toy", cell.data.source, { ...data, test: data.train });
    expect(cellKey(comparisonStudy, { ...cell, data: other })).not.toBe(key);
    const explicit = { ...cell, training: { hidden: 8, options: { epochs: 2, refit: false, patience: 25 } } };
    expect(cellKey(comparisonStudy, explicit)).toBe(key);
    const changed = { ...cell, training: { hidden: 8, options: { epochs: 2, refit: false, patience: 3 } } };
    expect(cellKey(comparisonStudy, changed)).not.toBe(key);
  });

  test("rejects data that have changed since the cell was created", async () => {
    const [cell] = comparisonStudy.cells(settings);
    createDataReference("other", { folder }, { train: data.test, test: data.train });
    await expect(loadData({ ...cell.data, fingerprint: "0123" })).rejects.toThrow(
      `the dataset toy has changed: its fingerprint is ${cell.data.fingerprint}; expected 0123`,
    );
  });
});
