import { generateXmlDataset, select, type XmlDataset } from "@tierwise/datasets-xml";
import { describe, expect, test } from "vitest";
import { planRounds } from "../src/auto/budget.ts";
import { candidates, suggestedEpochs } from "../src/auto/candidates.ts";
import { foldRows } from "../src/auto/folds.ts";
import {
  type AutoOptions,
  chooseSettings,
  DivergenceError,
  defaultBudget,
  summarizeFeatures,
  trainRanker,
} from "../src/index.ts";

const data = generateXmlDataset({ rows: 200, features: 30, labels: 12, labelsPerRow: 2, featuresPerRow: 6, seed: 4 });
const small: AutoOptions = { hidden: 8, epochs: 4, members: 1, neighbors: false, budget: 120, seed: 2, threads: 1 };

/** One row per list of values, in which every feature is present. */
function dense(rows: readonly (readonly number[])[]): typeof data.features {
  const width = rows[0].length;
  return {
    indptr: Int32Array.from({ length: rows.length + 1 }, (_, row) => row * width),
    indices: Int32Array.from({ length: rows.length * width }, (_, at) => at % width),
    values: Float32Array.from(rows.flat()),
  };
}

describe("the kind of features", () => {
  const sparse = (values: number[], width: number): typeof data.features => ({
    indptr: Int32Array.from({ length: values.length + 1 }, (_, row) => row),
    indices: Int32Array.from(values, (_, row) => row % width),
    values: Float32Array.from(values),
  });

  test.each([
    ["binary", sparse([1, 1, 1, 1], 10)],
    ["counts", sparse([1, 2, 7, 1], 10)],
    ["sparse values", sparse([0.5, 0.25, -1, 2], 10)],
    ["mixed scales", sparse([1e6, 1e-6, 1e6, 2e-6], 10)],
    [
      "measurements",
      dense([
        [1.5, -99],
        [2.5, 237],
      ]),
    ],
  ] as const)("%s", (kind, rows) => {
    expect(summarizeFeatures(rows, rows.indptr.length > 3 ? 10 : 2).kind).toBe(kind);
  });

  test("the first candidate takes logarithms of counts, and another candidate leaves counts unchanged", () => {
    const counts = summarizeFeatures(sparse([1, 2, 7, 1], 10), 10);
    expect(counts.transforms[0]).toEqual([{ name: "log1p" }]);
    expect(counts.transforms).toContainEqual([]);
    const sizes = { rowCount: 4, featureCount: 10, itemCount: 3 };
    for (const loss of ["pl-partition", "pl-lb", "attrank", "ranknet", "ranksvm"] as const) {
      const [first] = candidates(counts, sizes, { loss }, { dropouts: false });
      expect(first.transforms).toEqual([{ name: "log1p" }]);
    }
  });

  test("features without values have a density and a range of 0", () => {
    const rows = { indptr: Int32Array.of(0, 0), indices: new Int32Array(0), values: new Float32Array(0) };
    expect(summarizeFeatures(rows, 3)).toMatchObject({ density: 0, smallest: 0, largest: 0 });
  });
});

test("each round keeps about a third of the candidates, and the rounds share the steps equally", () => {
  // 128 rows per epoch give one step per epoch; 60 steps per round are shared by 6, then 2 candidates.
  expect(planRounds(6, 120, { trainRows: 128, folds: 1, mostEpochs: 25 })).toEqual([
    { count: 6, epochs: 10 },
    { count: 2, epochs: 25 },
  ]);
  expect(planRounds(1, 120, { trainRows: 128, folds: 1, mostEpochs: 25 })).toEqual([]);
  expect(defaultBudget(10)).toBe(900);
});

describe("the suggested settings", () => {
  const dropouts = (rowCount: number, given: AutoOptions, both = false): number[] => {
    const sizes = { rowCount, featureCount: 30, itemCount: 12 };
    const list = candidates(summarizeFeatures(data.features, 30), sizes, given, { dropouts: both });
    const [{ transforms }] = list;
    return list.filter((settings) => settings.transforms === transforms).map(({ hiddenDropout }) => hiddenDropout);
  };

  test.each([
    [5000, "pl-partition", 0.75],
    [5000, "attrank", 0.75],
    [5000, "ranknet", 0.6],
    [5000, "ranksvm", 0.6],
    [12_000, "pl-partition", 0.6],
  ] as const)("with %d rows and the loss %s, the dropout rate of the hidden units is %d", (rowCount, loss, share) => {
    expect(dropouts(rowCount, { loss })).toEqual([share]);
    expect(dropouts(rowCount, { loss: { name: loss } })).toEqual([share]);
    expect(dropouts(rowCount, { loss }, true)).toEqual([share, share === 0.6 ? 0.75 : 0.6]);
    expect(dropouts(rowCount, { loss, hiddenDropout: 0.3 }, true)).toEqual([0.3]);
  });

  test.each([
    [5000, 50, "pl-partition", 0.3],
    [5000, 50, "ranknet", 0.3],
    [5000, 49, "pl-partition", 0.12],
    [12_000, 50, "pl-partition", 0.12],
  ] as const)("%d rows with %d entries and %s drop the share %d of the values", (rowCount, entries, loss, share) => {
    const summary = { ...summarizeFeatures(data.features, 30), density: entries / 1000 };
    const sizes = { rowCount, featureCount: 1000, itemCount: 12 };
    const shares = (given: AutoOptions): number[] =>
      candidates(summary, sizes, given, { dropouts: true }).map(({ inputDropout }) => inputDropout);
    expect(new Set(shares({ loss }))).toEqual(new Set([share]));
    expect(new Set(shares({ loss, inputDropout: 0.2 }))).toEqual(new Set([0.2]));
  });

  test("with few rows, training takes at least 250 steps and at most 100 epochs", () => {
    const epochs = (rows: number): number => suggestedEpochs(rows, defaultBudget(rows));
    expect([1, 320, 640, 1280, 13_000].map(epochs)).toEqual([100, 100, 50, 25, 25]);
    // 30% of a budget of 500 steps is enough for 30 epochs of 640 rows.
    expect([1, 500, 667].map((budget) => suggestedEpochs(640, budget))).toEqual([25, 30, 40]);
  });

  test("both dropout rates are tried if the budget suffices to train every candidate in full", async () => {
    const tried = async (budget: number): Promise<Set<number>> => {
      const { report } = await chooseSettings(data, { ...small, transforms: [], budget });
      return new Set(report.trials.map(({ settings }) => settings.hiddenDropout));
    };
    // The final training run takes 7 steps; two candidates on three folds of 160 rows take 30.
    expect(await tried(36)).toEqual(new Set());
    expect(await tried(37)).toEqual(new Set([0.75, 0.6]));
  });
});

test("folds hold out disjoint rows, and no group is in both training and validation rows", () => {
  const groups = Int32Array.from({ length: 200 }, (_, row) => row >> 2);
  const { folds, data: rows } = foldRows({ ...data, groups }, { featureCount: 30, itemCount: 12 }, small);
  expect(folds.length).toBe(3);
  const held = folds.flatMap(({ validation }) => [...validation]);
  expect(new Set(held).size).toBe(held.length);
  for (const { train, validation } of folds) {
    expect(train.length + validation.length).toBe(200);
    const outside = new Set(Array.from(train, (row) => rows.groups?.[row]));
    expect([...validation].filter((row) => outside.has(rows.groups?.[row] ?? -1))).toEqual([]);
  }
});

test("the choice depends on the data, the seed and the budget, not on the order of rows", async () => {
  const first = await chooseSettings(data, small);
  const reversed = select(
    data,
    Int32Array.from({ length: 200 }, (_, row) => 199 - row),
  );
  expect(await chooseSettings(reversed, small)).toEqual(first);
  const { trials, chosen } = first.report;
  expect(trials[0].settings.transforms).toEqual([]);
  const last = trials.filter(({ round }) => round === trials[trials.length - 1].round);
  const [suggested, best] = [last[0], last.find(({ candidate }) => candidate === chosen)];
  expect(suggested.candidate).toBe(0);
  if (chosen !== 0) {
    expect(best?.value).toBeGreaterThan(suggested.value + (best?.differenceError ?? Number.NaN));
  }
  expect((await trainRanker(data, { ...first.options, seed: 2 })).result.stopped).toBe("finished");
});

test("settings in the options are kept", async () => {
  const { options } = await chooseSettings(data, { ...small, transforms: ["tfidf"], hiddenDropout: 0.5 });
  expect(options).toMatchObject({ transforms: [{ name: "tfidf" }], hidden: 8, hiddenDropout: 0.5, epochs: 4 });
  const { trials } = (await chooseSettings(data, { ...small, hiddenDropout: 0.5 })).report;
  expect(new Set(trials.map(({ settings }) => settings.hiddenDropout))).toEqual(new Set([0.5]));
});

describe("small or extreme datasets", () => {
  const rows = (count: number, labels = 2): XmlDataset => ({
    features: dense(Array.from({ length: count }, (_, i) => [1e6 * (i % 2), 1e-6 * (i % 3), 7])),
    labels: {
      indptr: Int32Array.from({ length: count + 1 }, (_, i) => i),
      indices: Int32Array.from({ length: count }, (_, i) => (labels === 1 ? 0 : i % 2)),
    },
    numRows: count,
    numFeatures: 3,
    numLabels: labels,
  });

  test("a model of ten rows is trained without a search", async () => {
    const { report, options } = await chooseSettings(rows(10), { seed: 1 });
    expect(report.trials).toEqual([]);
    const { ranker } = await trainRanker(rows(10), { ...options, hidden: 8, epochs: 30, threads: 1 });
    expect(ranker.scores(rows(10).features).every(Number.isFinite)).toBe(true);
  });

  test("training succeeds with columns of scale 1e6 and 1e-6 and a constant column", async () => {
    const { options } = await chooseSettings(rows(60), { ...small, hidden: 16, epochs: 200, budget: 400 });
    const { ranker } = await trainRanker(rows(60), { ...options, threads: 1 });
    const top = ranker.topK(rows(4).features, 1);
    expect([...top]).toEqual([0, 1, 0, 1]);
  });

  test("training succeeds with a single label", async () => {
    const { options } = await chooseSettings(rows(40, 1), small);
    const { ranker } = await trainRanker(rows(40, 1), { ...options, threads: 1 });
    expect([...ranker.topK(rows(2, 1).features, 1)]).toEqual([0, 0]);
  });
});

test("a learning rate that makes the loss grow without bound is reported as divergence", async () => {
  const diverging = { hidden: 8, learningRates: [1000], epochs: 4, threads: 1 };
  await expect(trainRanker(data, diverging)).rejects.toThrow(DivergenceError);
  await expect(chooseSettings(data, { ...small, learningRates: [1000] })).rejects.toThrow(
    /diverged with every candidate/,
  );
});

test.each([0, 0.2])(
  "with `validation: %d`, steps that make the network much worse are reported as divergence",
  async (validation) => {
    // Each epoch is one step, so the training loss is measured with the weights before that step.
    const features = dense(Array.from({ length: 90 }, (_, i) => [1e6 * (1 + (i % 3)), i % 3 === 1 ? 1 : 0]));
    const labels = {
      indptr: Int32Array.from({ length: 91 }, (_, i) => i),
      indices: Int32Array.from({ length: 90 }, (_, i) => i % 3),
    };
    const toy = { features, labels, numRows: 90, numFeatures: 2, numLabels: 3 };
    const options = {
      hidden: 8,
      learningRates: [1000],
      epochs: 6,
      validation,
      refit: validation > 0,
      threads: 1,
      seed: 1,
    };
    for (const transforms of [[], ["standardize"]] as const) {
      await expect(trainRanker(toy, { ...options, transforms })).rejects.toThrow(/diverged/);
    }
  },
);

test("the error for a NaN value names its row and feature", async () => {
  const values = data.features.values.slice();
  values[data.features.indptr[17] + 1] = Number.NaN;
  const feature = data.features.indices[data.features.indptr[17] + 1];
  const broken = { ...data, features: { ...data.features, values } };
  await expect(trainRanker(broken, { hidden: 4, transforms: ["standardize"] })).rejects.toThrow(
    `is NaN (row 17, feature ${feature}); expected a finite number`,
  );
});

test.each([
  [{ budget: 0 }, /budget is 0/],
  [{ criterion: "loss" }, /criterion is "loss"/],
] as const)("invalid options %o are rejected", async (options, message) => {
  await expect(chooseSettings(data, { ...small, ...options })).rejects.toThrow(message);
});
