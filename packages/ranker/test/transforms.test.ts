import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ValuedCsr } from "@tierwise/data/rows";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { describe, expect, test } from "vitest";
import {
  createEnsemble,
  createRanker,
  extendRanker,
  type FittedTransform,
  fitTransforms,
  loadModel,
  log1p,
  readModelVersion,
  standardize,
  tfidf,
  trainModel,
  trainRanker,
  transformRows,
  unitRows,
} from "../src/index.ts";

const sizes = { features: 40, labels: 20, labelsPerRow: 3, featuresPerRow: 8 };
const data = generateXmlDataset({ ...sizes, rows: 120, seed: 1 });
const fresh = generateXmlDataset({ ...sizes, rows: 10, seed: 2 });
const folder = (): Promise<string> => mkdtemp(join(tmpdir(), "tierwise-transforms-"));

function dense({ indptr, indices, values }: ValuedCsr, width: number): number[][] {
  return Array.from({ length: indptr.length - 1 }, (_, row) => {
    const out = new Array<number>(width).fill(0);
    for (let k = indptr[row]; k < indptr[row + 1]; k++) out[indices[k]] += values[k];
    return out;
  });
}

describe("each transform of a small matrix", () => {
  const rows: ValuedCsr = {
    indptr: Int32Array.of(0, 2, 3, 5, 5),
    indices: Int32Array.of(0, 2, 2, 0, 1),
    values: Float32Array.of(1, 4, 4, 3, -2),
  };

  test("`standardize` gives each column a mean of 0 and a variance of 1, where absent entries count as 0", () => {
    const columns = dense(transformRows([standardize().fit(rows, 3)], rows, 3), 3);
    for (const j of [0, 1, 2]) {
      const column = columns.map((row) => row[j]);
      expect(column.reduce((a, b) => a + b) / 4).toBeCloseTo(0, 6);
      expect(column.reduce((a, b) => a + b * b, 0) / 4).toBeCloseTo(1, 6);
    }
    // Column 2 is 4, 4, 0, 0: its mean and deviation are 2.
    expect(columns.map((row) => row[2])).toEqual([1, 1, -1, -1]);
  });

  test("`standardize` without centering keeps zeros and gives each column a mean square of 1", () => {
    const columns = dense(transformRows([standardize({ center: false }).fit(rows, 3)], rows, 3), 3);
    expect(columns[3]).toEqual([0, 0, 0]);
    expect(columns.reduce((sum, row) => sum + row[0] ** 2, 0) / 4).toBeCloseTo(1, 6);
  });

  test("a column that is constant up to single precision becomes 0, even if new rows have other values", () => {
    const constant: ValuedCsr = {
      indptr: Int32Array.of(0, 1, 2, 3),
      indices: Int32Array.of(0, 0, 0),
      values: Float32Array.of(1e6, 1e6 + 0.0625, 1e6),
    };
    const fitted = fitTransforms([standardize()], constant, 1);
    const other = { ...constant, values: Float32Array.of(2e6, -1, 0) };
    expect([...transformRows(fitted, other, 1).values].map(Math.abs)).toEqual([0, 0, 0]);
  });

  test("`tfidf` counts the rows in which a feature occurs, regardless of its values", () => {
    const { weights, unseen } = tfidf().fit(rows, 4) as Extract<FittedTransform, { name: "tfidf" }>;
    const weight = (count: number): number => Math.log(5 / (1 + count)) + 1;
    expect(weights).toEqual([weight(2), weight(1), weight(2), weight(0)]);
    expect(unseen).toBe(weight(0));
  });

  test("`log1p` is an odd function, and later transforms are fitted to the output of earlier ones", () => {
    const [, norms] = fitTransforms([log1p(), standardize({ center: false })], rows, 3);
    const factors = norms.name === "standardize" ? norms.factors : [];
    expect(factors[1]).toBeCloseTo(1 / Math.sqrt(Math.log(3) ** 2 / 4), 6);
    expect(transformRows([log1p().fit(rows, 3)], rows, 3).values[4]).toBeCloseTo(-Math.log(3), 6);
  });
});

test("a ranker applies its transforms in `scores`, `topK` and `rank`", async () => {
  const transforms = fitTransforms([log1p(), tfidf(), unitRows()], data.features, 40);
  const shape = { features: 40, items: 20, hidden: 8, seed: 1 };
  const ranker = createRanker({ ...shape, transforms });
  const plain = createRanker(shape);
  const rows = transformRows(transforms, fresh.features, 40);
  expect(ranker.scores(fresh.features)).toEqual(plain.scores(rows));
  expect(ranker.topK(fresh.features, 3)).toEqual(plain.topK(rows, 3));
  expect((await ranker.rank(fresh.features, { k: 3 })).items).toEqual((await plain.rank(rows, { k: 3 })).items);
  expect(() => createEnsemble([ranker, plain])).toThrow(/members\[1\]\.transforms/);
});

test("training on transformed rows equals training with transforms, and no transforms are used by default", async () => {
  const options = { hidden: 8, epochs: 2, seed: 3, threads: 1 };
  const transforms = fitTransforms(["tfidf", "unit-rows"], data.features, 40);
  const given = { ...data, features: transformRows(transforms, data.features, 40) };
  const [a, b] = [
    await trainRanker(data, { ...options, transforms: [tfidf(), unitRows()] }),
    await trainRanker(given, options),
  ];
  expect(a.ranker.weights.output.weights).toEqual(b.ranker.weights.output.weights);
  expect(a.ranker.transforms).toEqual(transforms);
  expect(b.ranker.transforms).toBeUndefined();
});

test("transforms are kept when a model is stored, resumed or extended", async () => {
  const directory = join(await folder(), "model");
  const options = { hidden: 8, epochs: 2, seed: 3, threads: 1, members: 2, transforms: [standardize()] };
  const trained = await trainModel(directory, data, options);
  const loaded = await loadModel(directory);
  expect(loaded.scores(fresh.features)).toEqual(trained.scores(fresh.features));
  expect(loaded.transforms).toEqual(fitTransforms([standardize()], data.features, 40));
  expect(await readModelVersion(directory)).toBe(loaded.version);
  const extended = extendRanker(loaded.members[0], { features: 42 });
  expect(extended.scores(fresh.features)).toEqual(loaded.members[0].scores(fresh.features));
  expect(extended.transforms?.[0]).toMatchObject({ name: "standardize" });
});

test("rejects transforms that do not match the number of features", () => {
  const transforms = fitTransforms([tfidf()], data.features, 40);
  expect(() => createRanker({ features: 41, items: 2, transforms })).toThrow(
    /transforms do not have one number for each of 41 features/,
  );
});

test("rejects centered columns if the items that features refer to are excluded", async () => {
  const featureItems = Array.from({ length: 40 }, (_, j) => j % 20);
  const options = { hidden: 4, epochs: 1, featureItems, seen: "exclude" as const };
  await expect(trainRanker(data, { ...options, transforms: ["standardize"] })).rejects.toThrow(/center: false/);
});
