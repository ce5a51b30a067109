import { evaluate } from "@tierwise/metrics";
import { describe, expect, test } from "vitest";
import { trainLinearRanking, trainLogistic, trainNeighbors } from "../src/index.ts";
import { logisticProblem } from "../src/logistic/logistic-problem.ts";
import { dense, randomDataset } from "./random-dataset.ts";

const data = randomDataset(60, 12, 5, 3);
const { features, labels, numRows, numFeatures, numLabels } = data;

function has(row: number, label: number): boolean {
  return labels.indices.subarray(labels.indptr[row], labels.indptr[row + 1]).includes(label);
}

describe("one-vs-rest logistic regression", () => {
  test("the mean probability of every label is its frequency, because the offset is not regularized", async () => {
    const scores = (await trainLogistic(data, { cost: 2 })).scores(features);
    for (let label = 0; label < numLabels; label++) {
      let [expected, found] = [0, 0];
      for (let row = 0; row < numRows; row++) {
        expected += 1 / (1 + Math.exp(-scores[row * numLabels + label]));
        found += Number(has(row, label));
      }
      expect(Math.abs(expected - found)).toBeLessThan(0.05);
    }
  });

  test("the gradient and the Hessian agree with finite differences", () => {
    const problem = logisticProblem(features, numFeatures, 1.5);
    problem.setPositives([0, 3, 7, 20]);
    const point = Float64Array.from({ length: numFeatures + 1 }, (_, j) => Math.sin(3 * j));
    const [gradient, up, down, product] = Array.from({ length: 4 }, () => new Float64Array(numFeatures + 1));
    const direction = point.map((_, j) => Math.cos(5 * j));
    const shifted = (step: number): Float64Array => point.map((x, j) => x + step * direction[j]);
    problem.gradient(point, gradient);
    problem.hessianProduct(direction, product);
    const step = 1e-5;
    const slope = (problem.value(shifted(step)) - problem.value(shifted(-step))) / (2 * step);
    expect(gradient.reduce((sum, g, j) => sum + g * direction[j], 0)).toBeCloseTo(slope, 5);
    problem.gradient(shifted(step), up);
    problem.gradient(shifted(-step), down);
    for (let j = 0; j <= numFeatures; j++) expect(product[j]).toBeCloseTo((up[j] - down[j]) / (2 * step), 4);
  });

  test("a label that occurs in no row ranks last, and a label that occurs in every row has a high score", async () => {
    const none = {
      ...data,
      labels: { indptr: Int32Array.from({ length: numRows + 1 }, (_, i) => i), indices: new Int32Array(numRows) },
    };
    const scores = (await trainLogistic(none)).scores(features);
    for (let row = 0; row < numRows; row++) {
      expect(scores[row * numLabels]).toBeGreaterThan(4);
      expect(scores[row * numLabels + 1]).toBeLessThan(-4);
    }
  });
});

test("nearest neighbors agree with a full search", () => {
  const scores = trainNeighbors(data, { neighbors: 4, power: 2 }).scores(features);
  const units = dense(features, numFeatures).map((x) => {
    const norm = Math.hypot(...x) || 1;
    return x.map((value) => value / norm);
  });
  const prior = (label: number): number => {
    let count = 0;
    for (let row = 0; row < numRows; row++) count += Number(has(row, label));
    return (1e-3 * count) / numRows;
  };
  for (let row = 0; row < numRows; row++) {
    const near = units
      .map((x, other) => ({ other, cosine: x.reduce((sum, value, j) => sum + value * units[row][j], 0) }))
      .sort((a, b) => b.cosine - a.cosine || a.other - b.other)
      .slice(0, 4)
      .map(({ other, cosine }) => ({ other, vote: Math.max(0, cosine) ** 2 }));
    const total = near.reduce((sum, { vote }) => sum + vote, 0);
    for (let label = 0; label < numLabels; label++) {
      const votes = near.reduce((sum, { other, vote }) => sum + (has(other, label) ? vote : 0), 0);
      expect(scores[row * numLabels + label]).toBeCloseTo(prior(label) + (total === 0 ? 0 : votes / total), 4);
    }
  }
});

test("linear ranking learns labels that are determined by features, and the same seed gives the same model", async () => {
  const indices = Int32Array.from({ length: 40 }, (_, row) => row % 4);
  const one = { indptr: Int32Array.from({ length: 41 }, (_, row) => row), indices };
  const rows = {
    features: { ...one, values: new Float32Array(40).fill(2) },
    labels: one,
    numRows: 40,
    numFeatures: 4,
    numLabels: 4,
  };
  const model = await trainLinearRanking(rows, { seed: 2 });
  expect((await evaluate(model, rows, { ks: [1] })).precision[1]).toBe(1);
  const again = await trainLinearRanking(rows, { seed: 2 });
  expect(again.scores(rows.features)).toEqual(model.scores(rows.features));
});

test.each([
  ["cost", () => trainLogistic(data, { cost: 0 })],
  ["learningRate", () => trainLinearRanking(data, { learningRate: -1 })],
  ["neighbors", async () => trainNeighbors(data, { neighbors: 0 })],
])("an invalid %s causes an error that names it", async (name, run) => {
  await expect(run()).rejects.toThrow(new RegExp(`^${name} is`));
});
