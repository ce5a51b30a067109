import { generateXmlDataset, labelCounts } from "@tierwise/datasets-xml";
import { evaluate, inversePropensity, popularityModel } from "@tierwise/metrics";
import { describe, expect, test } from "vitest";
import {
  comparisonStudy,
  createDataReference,
  holdOutFold,
  leadingMethods,
  type MethodSummary,
  pairedBootstrap,
  runStudy,
} from "../../src/index.ts";
import { recordingModel, rowValues } from "../../src/training/row-values.ts";

const sizes = { features: 30, labels: 12, labelsPerRow: 3, featuresPerRow: 6, seed: 5 };
const data = generateXmlDataset({ ...sizes, rows: 120 });

describe("metrics per row", () => {
  test.each(["pyxclib", "xml-repo"] as const)("sums over rows equal the metrics (psndcg: %s)", async (psndcg) => {
    const counts = labelCounts(data);
    const weights = inversePropensity(counts, data.numRows);
    const { model, rankings } = recordingModel(popularityModel(counts, { featureCount: 30 }));
    const options = { ks: [1, 3, 5], inversePropensity: weights, psndcg };
    const metrics = await evaluate(model, data, options);
    const rows = rowValues(rankings, data.labels, options);
    for (const metric of ["precision", "ndcg", "psp", "psndcg"] as const) {
      for (const k of options.ks) {
        const { values, best = values.map(() => 1) } = rows[metric]?.[k] ?? { values: [] };
        const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
        expect([metric, k, sum(values) / sum(best)]).toEqual([
          metric,
          k,
          expect.closeTo(metrics[metric]?.[k] ?? -1, 5),
        ]);
      }
    }
  });
});

/** A method with the given P@1 for each test row, one list per run. */
function method(name: string, ...runs: readonly (readonly number[])[]): MethodSummary {
  const value = runs.flat().reduce((a, b) => a + b, 0) / runs.flat().length;
  const metrics = { precision: { 1: value }, ndcg: { 1: value }, recall: { 1: value } };
  return {
    name: name as MethodSummary["name"],
    title: name,
    mean: metrics,
    seconds: 1,
    runs: runs.map((values, seed) => ({
      ...{ seed, outcome: "trained" as const, metrics, seconds: 1, data: "same" },
      rows: { precision: { 1: { values } }, ndcg: { 1: { values } } },
    })),
  };
}

const rows = (share: number, count = 400): number[] =>
  Array.from({ length: count }, (_, i) => Number(i < share * count));

test("the interval of a paired difference agrees with its normal approximation", () => {
  // 8 of 400 rows differ, so the difference is 0.02, and its standard error is √(0.02·0.98/400) = 0.007.
  const [other] = pairedBootstrap([method("a", rows(0.5)), method("b", rows(0.48))], "precision", 1);
  expect(other.difference).toBeCloseTo(0.02, 12);
  expect(Math.abs(other.low - (0.02 - 1.96 * 0.007))).toBeLessThan(0.003);
  expect(Math.abs(other.high - (0.02 + 1.96 * 0.007))).toBeLessThan(0.003);
});

test("methods share the lead if the test rows do not show a significant difference between them", () => {
  const noisy = rows(0.5).map((value, i) => (i % 10 === 0 ? 1 - value : value));
  const methods = [method("best", rows(0.5)), method("near", noisy), method("far", rows(0.4))];
  expect([...leadingMethods(methods, "precision", 1)].sort()).toEqual(["best", "near"]);
});

test("a method whose metrics per row are unknown leads only if it has the best mean", () => {
  const {
    runs: [{ rows: _, ...run }],
    ...far
  } = method("far", rows(0.49));
  expect([...leadingMethods([method("best", rows(0.5)), { ...far, runs: [run] }], "precision", 1)]).toEqual(["best"]);
});

test("the metrics of a row are averaged over the seeds before rows are drawn", () => {
  const opposite = rows(0.5).map((value) => 1 - value);
  // The mean over the two runs is 1/2 in every row, so drawing rows changes nothing.
  const [other] = pairedBootstrap([method("a", rows(1)), method("b", rows(0.5), opposite)], "precision", 1);
  expect([other.low, other.high]).toEqual([0.5, 0.5]);
});

test("folds are disjoint and together contain all rows", () => {
  const folds = [0, 1, 2, 3].map((fold) => holdOutFold(data, { folds: 4, fold, seed: 1 }));
  expect(folds.map(({ held }) => held.numRows)).toEqual([30, 30, 30, 30]);
  const entries = folds.reduce((sum, { held }) => sum + held.features.indices.length, 0);
  expect(entries).toBe(data.features.indices.length);
  expect(() => holdOutFold(data, { folds: 1, fold: 0, seed: 1 })).toThrow(
    /folds is 1; expected an integer from 2 to 120/,
  );
});

test("baselines search for their settings, and the preset `auto` stores its trials", async () => {
  const test = generateXmlDataset({ ...sizes, rows: 40, firstRow: 120 });
  const cells = comparisonStudy.cells({
    data: createDataReference("toy", { train: "train.txt", test: "test.txt" }, { train: data, test }),
    methods: ["pl-partition", "logistic", "linear-ranking", "neighbors", "popularity"],
    seeds: [1],
    training: { hidden: 8, options: { epochs: 4 }, auto: { budget: 80, members: 2, hidden: 8 } },
    evaluation: { ks: [1, 5], propensityA: 0.55, propensityB: 1.5, psndcg: "pyxclib" },
  });
  const { results, summary } = await runStudy(comparisonStudy, { cells, threads: 1 });
  expect(results[0].auto).toMatchObject({ budget: 80, members: 2 });
  expect(results[0].auto?.trials.length).toBeGreaterThan(1);
  expect(summary.map(({ title }) => title)).toEqual(["PL-P", "Logistic", "Linear", "kNN", "Popular"]);
  for (const { rows: some, metrics } of results) {
    const values = some?.precision[5].values ?? [];
    expect(values.length).toBe(40);
    expect(values.reduce((a, b) => a + b, 0) / 40).toBeCloseTo(metrics?.precision[5] ?? -1, 5);
  }
});
