import { statSync } from "node:fs";
import { join } from "node:path";
import { rowIndices, rowValues } from "@tierwise/data";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import {
  describe as describeDataset,
  type GeneratedXmlDataset,
  type GenerateXmlOptions,
  generateXmlDataset,
  labelCounts,
  readXmlDataset,
  select,
  writeGeneratedXmlDataset,
  xmlPresets,
} from "../../src/index.ts";

const small: GenerateXmlOptions = { rows: 300, features: 100, labels: 400, labelsPerRow: 6, seed: 5 };

test("the same seed gives the same dataset, and a different seed gives a different dataset", () => {
  const { features } = generateXmlDataset(small);
  expect(generateXmlDataset(small).features).toEqual(features);
  expect(generateXmlDataset({ ...small, seed: 6 }).features).not.toEqual(features);
});

test("a row does not depend on which other rows are generated", () => {
  const { truth: _, ...all } = generateXmlDataset(small);
  const { truth: __, ...part } = generateXmlDataset({ ...small, firstRow: 250, rows: 50 });
  expect(part).toEqual(
    select(
      all,
      Int32Array.from({ length: 50 }, (_, i) => 250 + i),
    ),
  );
});

test("a fixed seed gives the same labels on every machine", () => {
  const { labels } = generateXmlDataset({ ...small, rows: 2 });
  expect(Array.from(labels.indices)).toMatchInlineSnapshot(`
    [
      105,
      188,
      216,
      340,
      354,
      41,
      114,
      115,
      132,
      188,
      249,
      253,
      293,
      299,
      308,
      382,
    ]
  `);
});

describe("presets have the sizes in the paper's Table 3", () => {
  test.each([
    ["delicious-1k", 500, 983, 12920, 3185, 19.03],
    ["eurlex-4k", 5000, 3993, 15539, 3809, 5.31],
    ["wiki10-31k", 101938, 30938, 14146, 6616, 18.64],
    ["delicious-200k", 782585, 205443, 196606, 100095, 75.54],
  ] as const)("%s", (name, features, labels, train, test, labelsPerRow) => {
    expect(xmlPresets[name]).toMatchObject({ features, labels, train, test, labelsPerRow });
    const rows = 400;
    const described = describeDataset(generateXmlDataset({ preset: name, rows, seed: 1 }));
    expect(described).toMatchObject({ features, labels, train: rows, samplesWithoutFeatures: 0 });
    // The tolerance is five standard deviations of a Poisson mean over 400 rows.
    expect(Math.abs(described.labelsPerSample - labelsPerRow)).toBeLessThan(5 * Math.sqrt(labelsPerRow / rows));
    const { featuresPerRow } = xmlPresets[name];
    expect(Math.abs(described.featuresPerSample - featuresPerRow)).toBeLessThan(5 * Math.sqrt(featuresPerRow / rows));
  });

  test("test rows follow the training rows", () => {
    const test = generateXmlDataset({ preset: "delicious-1k", part: "test", seed: 1 });
    expect(test.numRows).toBe(3185);
    const same = generateXmlDataset({ preset: "delicious-1k", firstRow: 12920, rows: 3185, seed: 1 });
    expect(test.labels).toEqual(same.labels);
  });
});

describe("the true model", () => {
  test("gives label l the score b_l plus β times the share of features that belong to its topic", () => {
    const { truth, features } = generateXmlDataset(small);
    const indices = rowIndices(features, 3);
    const flat = truth.scores([], []);
    expect(flat).toEqual(truth.popularity);
    const shares = Float64Array.from(truth.scores(indices, rowValues(features, 3)), (w, l) => w - truth.popularity[l]);
    const beta = 2 * Math.log(4 * truth.numTopics);
    const byTopic = new Map(Array.from(shares, (share, label) => [truth.topics[label], share / beta]));
    expect(byTopic.size).toBe(truth.numTopics);
    // Each feature belongs to at most one topic, so the shares add up to at most 1 and are multiples of 1/features.
    const sum = [...byTopic.values()].reduce((total, share) => total + share, 0);
    expect(sum).toBeLessThanOrEqual(1 + 1e-12);
    for (const share of byTopic.values()) {
      expect(Math.abs(share * indices.length - Math.round(share * indices.length))).toBeLessThan(1e-9);
    }
  });

  test("predicts how often each label is among the top L labels", () => {
    // The probability that a label is among the top L has no closed form. For exponential clocks of rate e^w, let τ be the time at which
    // the expected number of arrivals is L. The probability is then 1 − exp(−τ·e^w), up to O(1/L).
    const options: GenerateXmlOptions = { ...small, rows: 4000, labels: 200, labelsPerRow: 20 };
    const generated = generateXmlDataset(options);
    const expected = new Float64Array(200);
    const inBestTopic = { found: 0, expected: 0 };
    for (let row = 0; row < generated.numRows; row++) {
      const drawn = rowIndices(generated.labels, row);
      const scores = truthOf(generated, row);
      const included = inclusion(scores.map(Math.exp), drawn.length);
      const gains = scores.map((score, label) => score - generated.truth.popularity[label]);
      const most = Math.max(...gains) - 1e-9;
      for (const label of drawn) if (gains[label] > most) inBestTopic.found++;
      for (let label = 0; label < 200; label++) {
        expected[label] += included[label];
        if (gains[label] > most) inBestTopic.expected += included[label];
      }
    }
    const counts = labelCounts(generated);
    let chiSquare = 0;
    for (let label = 0; label < 200; label++) chiSquare += (counts[label] - expected[label]) ** 2 / expected[label];
    // This chi-square statistic has at most about 200 degrees of freedom, because the counts vary less than Poisson counts.
    expect(chiSquare).toBeLessThan(300);
    // `found` counts the labels from the dominant topic of their row. Its standard deviation is several times smaller than that of a
    // Poisson variable. If β were a tenth too large, the count would be off by five Poisson standard deviations.
    const difference = Math.abs(inBestTopic.found - inBestTopic.expected);
    expect(difference).toBeLessThan(Math.sqrt(inBestTopic.expected));
  });

  test("has long-tailed popularity", () => {
    const counts = labelCounts(
      generateXmlDataset({ preset: "eurlex-4k", rows: 4000, featuresPerRow: 30, seed: 2 }),
    ).sort();
    const total = counts.reduce((sum, count) => sum + count, 0);
    const head = counts.slice(-Math.floor(counts.length / 10)).reduce((sum, count) => sum + count, 0);
    expect(head / total).toBeGreaterThan(0.4);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThan(total / counts.length / 1.5);
  });
});

test("a simple learner clearly outperforms a popularity baseline, and the true model outperforms the learner", () => {
  const options: GenerateXmlOptions = { preset: "delicious-1k", rows: 4000, seed: 4 };
  const train = generateXmlDataset(options);
  const held = generateXmlDataset({ ...options, firstRow: 4000, rows: 500 });
  const popularity = Float64Array.from(labelCounts(train));
  const learned = learn(train);
  const precision = (scores: (row: number) => Float64Array) => precisionAt5(held, scores);
  const byPopularity = precision(() => popularity);
  const byLearner = precision((row) => learned(rowIndices(held.features, row)));
  const byTruth = precision((row) => truthOf(held, row));
  expect(byLearner).toBeGreaterThan(2 * byPopularity);
  expect(byTruth).toBeGreaterThan(byLearner);
});

test("writeGeneratedXmlDataset writes the dataset of generateXmlDataset", async () => {
  const folder = temporaryFolder();
  for (const name of ["plain.txt", "gzipped.txt.gz"]) {
    const { truth, ...dataset } = generateXmlDataset({ ...small, values: "real" });
    const written = await writeGeneratedXmlDataset(join(folder, name), { ...small, values: "real" });
    expect(await readXmlDataset(join(folder, name), { cache: false })).toEqual(dataset);
    expect(written.popularity).toEqual(truth.popularity);
  }
  expect(statSync(join(folder, "gzipped.txt.gz")).size).toBeLessThan(statSync(join(folder, "plain.txt")).size);
});

describe("generateXmlDataset rejects", () => {
  test.each<[GenerateXmlOptions, string]>([
    [{}, "rows is NaN; expected a nonnegative integer"],
    [{ ...small, labels: 0 }, "labels is 0; expected a positive integer"],
    [{ ...small, labelsPerRow: 0 }, "labelsPerRow is 0; expected a positive number of at most 200"],
    [{ ...small, labelsPerRow: 300 }, "labelsPerRow is 300; expected a positive number of at most 200"],
    [{ ...small, featuresPerRow: 51 }, "featuresPerRow is 51; expected a positive number of at most 50"],
    [{ ...small, seed: 0.5 }, "seed is 0.5; expected an integer"],
    [{ preset: "mnist" as "eurlex-4k" }, 'preset is "mnist"; expected one of delicious-1k, eurlex-4k'],
  ])("%j", (options, message) => {
    expect(() => generateXmlDataset(options)).toThrow(message);
  });
});

function truthOf({ truth, features }: GeneratedXmlDataset, row: number): Float64Array {
  return truth.scores(rowIndices(features, row), rowValues(features, row));
}

/** The probabilities 1 − exp(−τ·rate), where τ is chosen so that they add up to `count`. */
function inclusion(rates: Float64Array, count: number): Float64Array {
  let low = 0;
  let high = 1e9;
  const at = (tau: number) => rates.map((rate) => -Math.expm1(-tau * rate));
  for (let step = 0; step < 60; step++) {
    const middle = Math.sqrt(Math.max(low, 1e-9) * high);
    if (at(middle).reduce((sum, p) => sum + p, 0) < count) low = middle;
    else high = middle;
  }
  return at(high);
}

/** Scores a label by how often it occurs together with each feature of a row, with add-one smoothing. */
function learn({ features, labels, numRows, numFeatures, numLabels }: GeneratedXmlDataset) {
  const together = new Float64Array(numFeatures * numLabels);
  const alone = new Float64Array(numFeatures);
  for (let row = 0; row < numRows; row++) {
    for (const feature of rowIndices(features, row)) {
      alone[feature]++;
      for (const label of rowIndices(labels, row)) together[feature * numLabels + label]++;
    }
  }
  return (indices: Int32Array): Float64Array => {
    const scores = new Float64Array(numLabels);
    for (const feature of indices) {
      for (let label = 0; label < numLabels; label++) {
        scores[label] += (together[feature * numLabels + label] + 1) / (alone[feature] + numLabels);
      }
    }
    return scores;
  };
}

function precisionAt5({ labels, numRows }: GeneratedXmlDataset, scoresOf: (row: number) => Float64Array): number {
  let hits = 0;
  for (let row = 0; row < numRows; row++) {
    const scores = scoresOf(row);
    const top = Array.from(scores.keys()).sort((i, j) => scores[j] - scores[i]);
    const relevant = new Set(rowIndices(labels, row));
    hits += top.slice(0, 5).filter((label) => relevant.has(label)).length;
  }
  return hits / (5 * numRows);
}
