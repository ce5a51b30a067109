import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { copySparse } from "../../src/engine/sparse-copy.ts";
import { type Clustering, clusterRows } from "../../src/sleec/cluster-rows.ts";
import { dense, randomDataset, topicDataset } from "../random-dataset.ts";
import { withEngine } from "../with-engine.ts";

type Data = ReturnType<typeof randomDataset>;

function cluster(data: Data, clusters: number, seed: number, maxRounds = 20): Promise<Clustering> {
  const all = Array.from({ length: data.numRows }, (_, i) => i);
  return withEngine(async (engine) => {
    const x = copySparse(engine.arena, data.features, all, { normalize: true });
    return clusterRows(engine, x, data.numFeatures, { clusters, maxRounds, random: randomStream(seed) });
  });
}

describe.each([1, 2, 3, 4, 5])("clusterRows, seed %i", (seed) => {
  const data = randomDataset(60, 12, 3, seed);

  test("the similarity never decreases, and no cluster is empty", async () => {
    const { similarity, clusterOf } = await cluster(data, 8, seed);
    for (let i = 1; i < similarity.length; i++) expect(similarity[i]).toBeGreaterThanOrEqual(similarity[i - 1] - 1e-4);
    expect(new Set(clusterOf).size).toBe(8);
  });

  test("centers are the unit vectors along the sums of their rows", async () => {
    const { clusterOf, centers } = await cluster(data, 4, seed);
    const sums = Array.from({ length: 4 }, () => new Array<number>(12).fill(0));
    for (const [i, row] of dense(data.features, 12).entries()) {
      const norm = Math.hypot(...row) || 1;
      for (const [f, value] of row.entries()) sums[clusterOf[i]][f] += value / norm;
    }
    for (const [c, sum] of sums.entries()) {
      const norm = Math.hypot(...sum);
      for (let f = 0; f < 12; f++) expect(centers[4 * f + c]).toBeCloseTo(sum[f] / norm, 5);
    }
  });
});

test("rows of a topic are in the same cluster", async () => {
  const data = topicDataset(100, 4, 1);
  // Not every seed finds the topics, so the best of several runs is used.
  const runs = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => cluster(data, 4, seed)));
  const last = ({ similarity }: Clustering): number => similarity[similarity.length - 1];
  const { clusterOf } = runs.reduce((best, run) => (last(run) > last(best) ? run : best));
  const topics = new Map(Array.from(clusterOf, (c, row) => [c, row % 4]));
  // A row without features may be in any cluster.
  for (let row = 0; row < 100; row++) {
    if (data.features.indptr[row + 1] > data.features.indptr[row]) expect(topics.get(clusterOf[row])).toBe(row % 4);
  }
});

test("there are at most as many clusters as rows", async () => {
  const { clusterOf } = await cluster(randomDataset(3, 4, 2, 1), 10, 1);
  expect(Array.from(clusterOf).sort()).toEqual([0, 1, 2]);
});
