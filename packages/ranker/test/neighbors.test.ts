import { join } from "node:path";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { exportModel } from "../src/export.ts";
import {
  chooseSettings,
  createEnsemble,
  createRanker,
  extendRanker,
  loadModel,
  type Ranker,
  storedNeighbors,
  trainModel,
} from "../src/index.ts";

const folder = temporaryFolder();
const data = generateXmlDataset({ rows: 150, features: 20, labels: 6, labelsPerRow: 2, featuresPerRow: 6, seed: 3 });
const sizes = { features: 20, items: 6, hidden: 16, seed: 1 };
const settings = { count: 7, power: 3, weight: 1.5 };
const neighbors = storedNeighbors(data, { featureCount: 20, itemCount: 6 }, settings);
const rows = generateXmlDataset({
  ...{ rows: 40, features: 20, labels: 6, labelsPerRow: 2, featuresPerRow: 6 },
  seed: 9,
}).features;

/** The hidden units of rows in double precision. */
function hidden({ weights: { input }, hidden: width }: Ranker, { indptr, indices, values }: typeof rows): number[][] {
  return Array.from({ length: indptr.length - 1 }, (_, row) => {
    const units = Array.from(input.bias);
    for (let k = indptr[row]; k < indptr[row + 1]; k++) {
      for (let j = 0; j < width; j++) units[j] += values[k] * input.weights[indices[k] * width + j];
    }
    return units.map((unit) => Math.max(0, unit));
  });
}

/** The votes of a row's nearest training rows, computed from the formula. */
function votes(units: number[], trained: number[][]): number[] {
  const norm = (v: number[]): number => Math.hypot(...v);
  const cosines = trained.map(
    (other) => units.reduce((sum, u, j) => sum + u * other[j], 0) / norm(units) / norm(other),
  );
  const nearest = cosines
    .map((c, i) => [c, i])
    .sort((a, b) => b[0] - a[0])
    .slice(0, settings.count);
  const total = nearest.reduce((sum, [c]) => sum + c ** settings.power, 0);
  const share = new Array<number>(6).fill(0);
  for (const [c, i] of nearest) {
    const own = data.labels.indices.subarray(data.labels.indptr[i], data.labels.indptr[i + 1]);
    for (const item of own) share[item] += (settings.weight * c ** settings.power) / total;
  }
  return share;
}

test("the scores of a model with neighbors are the network's scores plus the votes of the nearest training rows", async () => {
  const plain = createRanker(sizes);
  const ranker = createRanker({ ...sizes, neighbors });
  const [before, after] = [plain.scores(rows), ranker.scores(rows)];
  const trained = hidden(plain, data.features);
  for (const [row, units] of hidden(plain, rows).entries()) {
    for (const [item, vote] of votes(units, trained).entries()) {
      expect(after[6 * row + item]).toBeCloseTo(before[6 * row + item] + vote, 4);
    }
  }
});

test("rankings by `rank`, `topK` and ensembles agree with the scores, with and without candidates", async () => {
  const members = [1, 2].map((seed) => createRanker({ ...sizes, seed, neighbors }));
  for (const model of [members[0], createEnsemble(members)]) {
    const scores = model.scores(rows);
    const { items } = await model.rank(rows, { k: 2 });
    expect([...model.topK(rows, 2)]).toEqual([...items]);
    for (let row = 0; row < 40; row++) {
      const own = scores.subarray(6 * row, 6 * row + 6);
      expect(own[items[2 * row]]).toBe(Math.max(...own));
    }
    const some = model.topK(rows, 1, { candidates: [1, 4] });
    expect([...(await model.rank(rows, { k: 1, candidates: [1, 4] })).items]).toEqual([...some]);
  }
  const alone = createEnsemble([1, 2].map((seed) => createRanker({ ...sizes, seed }))).scores(rows);
  const [own, plain] = [members[0], createRanker(sizes)].map((model) => model.scores(rows));
  const both = createEnsemble(members).scores(rows);
  for (let i = 0; i < both.length; i++) expect(both[i]).toBeCloseTo(alone[i] + own[i] - plain[i], 5);
  expect(() => createEnsemble([members[0], createRanker({ ...sizes, seed: 2 })])).toThrow("members[1].neighbors");
});

test("neighbors are stored in a model directory and in a .tierwise file, and rejected by other formats", async () => {
  const place = join(folder, "model");
  const quick = { hidden: 16, epochs: 2, validation: 0, refit: false, threads: 1, seed: 1 } as const;
  const trained = await trainModel(place, data, {
    ...quick,
    members: 2,
    neighbors: settings,
    transforms: ["standardize"],
  });
  const loaded = await loadModel(place);
  expect(loaded.scores(rows)).toEqual(trained.scores(rows));
  const file = `${place}.tierwise`;
  await exportModel(loaded, { tierwise: file });
  const exported = await loadModel(file);
  expect([exported.version, exported.neighbors?.count]).toEqual([loaded.version, 7]);
  expect(exported.scores(rows)).toEqual(trained.scores(rows));
  for (const format of ["onnx", "safetensors", "json"] as const) {
    await expect(exportModel(loaded, { [format]: `${place}.${format}` })).rejects.toThrow(
      /cannot store the nearest neighbors/,
    );
  }
  expect(extendRanker(loaded.members[0]).neighbors).toBeUndefined();
});

test("the search tries neighbors in the hidden layer unless the option `neighbors` is false", async () => {
  const search = { hidden: 16, epochs: 3, budget: 60, seed: 2, threads: 1, members: 1 };
  const { report, options } = await chooseSettings(data, search);
  const { neighborTrials = [], trials } = report;
  expect(neighborTrials.map(({ count, power }) => [count, power]).sort()).toEqual(
    [10, 10, 10, 30, 30, 30].map((count) => [count, 5]),
  );
  const [best] = neighborTrials;
  const pays = best.value > trials[trials.length - 1].value + best.differenceError;
  expect(options.neighbors).toEqual(pays ? { count: best.count, power: 5, weight: best.weight } : undefined);
  expect((await chooseSettings(data, { ...search, neighbors: false })).report.neighborTrials).toBeUndefined();
});

test.each([
  [{ ...neighbors, count: 0 }, "neighbors.count is 0; expected a positive integer"],
  [{ ...neighbors, rows: { ...neighbors.rows, indptr: "AAAA" } }, "neighbors cannot be read"],
  [{ ...neighbors, items: { ...neighbors.items, indices: neighbors.rows.indices } }, "neighbors have invalid offsets"],
])("invalid neighbors are rejected, case %#", (given, message) => {
  expect(() => createRanker({ ...sizes, neighbors: given })).toThrow(message);
});
