import { select } from "@tierwise/datasets-xml";
import { sleecPresets, type TrainingProgress, trainSleec } from "@tierwise/xml-baselines";
import { expect, test } from "vitest";
import { topicDataset } from "../random-dataset.ts";

const data = topicDataset(120, 4, 1);
const rows = Array.from({ length: 120 }, (_, i) => i);
const options = { learners: 2, clusters: 3, neighbors: 10, dimensions: 6, testNeighbors: 5, cost: 1, threads: 1 };

test("trainSleec predicts the topics of rows outside the training set", async () => {
  const model = await trainSleec(select(data, rows.slice(0, 80)), options);
  const { items } = await model.rank(select(data, rows.slice(80)).features, { k: 1 });
  expect(Array.from(items, (label) => label >> 1)).toEqual(rows.slice(80).map((row) => row % 4));
});

test("scores are the fractions of neighbors with a label, averaged over learners", async () => {
  const model = await trainSleec(data, options);
  const scores = model.scores(data.features);
  // Every training row has the even label of its topic, so the fractions of even labels sum to 1.
  for (let i = 0; i < 120; i++) {
    let even = 0;
    for (let topic = 0; topic < 4; topic++) even += scores[8 * i + 2 * topic];
    expect(even).toBeCloseTo(1, 5);
    for (let l = 0; l < 8; l++)
      expect(Math.abs(10 * scores[8 * i + l] - Math.round(10 * scores[8 * i + l]))).toBeLessThan(1e-4);
  }
  expect(model.clusterSizes.map((sizes) => sizes.reduce((sum, size) => sum + size, 0))).toEqual([120, 120]);
  expect(model.clusterSizes.map((sizes) => sizes.length)).toEqual([3, 3]);
});

test("the same seed gives the same scores on one and two threads; another seed gives different scores", async () => {
  const [one, two] = [
    await trainSleec(data, { ...options, seed: 3 }),
    await trainSleec(data, { ...options, seed: 3, threads: 2 }),
  ];
  expect(two.clusterSizes).toEqual(one.clusterSizes);
  expect(two.scores(data.features)).toEqual(one.scores(data.features));
  const other = await trainSleec(data, { ...options, seed: 4 });
  expect(other.scores(data.features)).not.toEqual(one.scores(data.features));
});

test("trainSleec handles small clusters and rows without labels or features", async () => {
  const few = select(data, rows.slice(0, 6));
  const bare = {
    ...few,
    labels: {
      indptr: few.labels.indptr.map((at, i) => (i === 6 ? few.labels.indptr[5] : at)),
      indices: few.labels.indices,
    },
    features: { ...few.features, indptr: few.features.indptr.map((at, i) => (i === 0 ? few.features.indptr[1] : at)) },
  };
  const model = await trainSleec(bare, { clusters: 2, dimensions: 50, neighbors: 50, testNeighbors: 50, threads: 1 });
  expect(model.scores(bare.features).every((score) => score >= 0 && score <= 1)).toBe(true);
});

test("trainSleec reports progress from 0 to the total through every stage", async () => {
  const told: TrainingProgress[] = [];
  await trainSleec(data, { ...options, onProgress: (progress) => told.push(progress) });
  expect([...new Set(told.map(({ stage }) => stage))]).toEqual(["clusters", "neighbors", "embedding", "regressor"]);
  for (let i = 1; i < told.length; i++) expect(told[i].done).toBeGreaterThanOrEqual(told[i - 1].done);
  expect(told[0].done).toBe(0);
  // There are ten units of work for each of the three clusters of each of the two learners.
  expect(told[told.length - 1].done).toBe(60);
  expect(told.every(({ total }) => total === 60)).toBe(true);
});

test("trainSleec rejects with the signal's reason when aborted", async () => {
  const controller = new AbortController();
  const onProgress = ({ stage }: TrainingProgress): void => {
    if (stage === "embedding") controller.abort(new Error("enough"));
  };
  await expect(trainSleec(data, { ...options, signal: controller.signal, onProgress })).rejects.toThrow("enough");
});

test("the presets equal the authors' settings", () => {
  expect(Object.keys(sleecPresets)).toEqual(["bibtex", "delicious", "eurlex", "wiki10", "delicious-200k"]);
  const rowsOf = Object.values(sleecPresets).map((p) => [
    p.learners,
    p.clusters,
    p.neighbors,
    p.dimensions,
    p.cost,
    p.testNeighbors,
  ]);
  expect(rowsOf).toEqual([
    [1, 1, 250, 100, 0.2, 25],
    [1, 1, 500, 100, 0.1, 70],
    [5, 3, 100, 100, 1, 8],
    [5, 5, 50, 75, 0.1, 11],
    [5, 50, 50, 50, 0.1, 70],
  ]);
});

test.each([
  [{ learners: 0 }, "learners is 0; expected a positive integer"],
  [{ clusters: 1.5 }, "clusters is 1.5; expected a positive integer"],
  [{ neighbors: -1 }, "neighbors is -1"],
  [{ dimensions: 0 }, "dimensions is 0"],
  [{ testNeighbors: 0 }, "testNeighbors is 0"],
  [{ clusterRounds: 0 }, "clusterRounds is 0"],
  [{ regressorRounds: 0 }, "regressorRounds is 0"],
  [{ cost: 0 }, "cost is 0; expected a positive finite number"],
  [{ sparsity: -1 }, "sparsity is -1; expected a nonnegative finite number"],
  [{ embeddingRounds: -1 }, "embeddingRounds is -1; expected a nonnegative integer"],
  [{ embeddingTolerance: 0 }, "embeddingTolerance is 0"],
  [{ seed: 1.5 }, "seed is 1.5"],
])("trainSleec rejects %j", async (wrong, message) => {
  await expect(trainSleec(data, wrong)).rejects.toThrow(message);
});
