import { join } from "node:path";
import { generateXmlDataset, select } from "@tierwise/datasets-xml";
import { temporaryFolder } from "@tierwise/testing";
import { fitLogistic } from "@tierwise/xml-baselines";
import { expect, test } from "vitest";
import {
  chooseSettings,
  createEnsemble,
  loadModel,
  resumeModel,
  trainLinearMember,
  trainModel,
  trainRanker,
} from "../src/index.ts";
import { linearRanker } from "../src/network/linear-ranker.ts";

const folder = temporaryFolder();
const data = generateXmlDataset({ rows: 150, features: 20, labels: 6, labelsPerRow: 2, featuresPerRow: 6, seed: 3 });
const quick = { hidden: 16, epochs: 2, validation: 0, refit: false, threads: 1, seed: 1 } as const;
const linear = { cost: 2, weight: 0.5 };

test("a linear model converted to a ranker has scores s·(Wᵀ·x + b), for positive and negative sums", () => {
  const weights = Float32Array.of(1, -2, 0.5, 3, -0.25, 0);
  const ranker = linearRanker({ features: 3, items: 2, hidden: 5 }, { weights, bias: Float32Array.of(0.5, -1) }, 3);
  const row = { indices: [0, 2], values: [2, -4] };
  expect([...ranker.scores(row)]).toEqual([3 * (2 * 1 + -4 * -0.25 + 0.5), 3 * (2 * -2 + 0 - 1)]);
  expect(() => linearRanker({ features: 3, items: 3, hidden: 5 }, { weights, bias: weights }, 1)).toThrow(
    "items is 3; expected at most 2, half of the hidden units",
  );
});

test("an ensemble with a linear part ranks by the mean scores of the networks plus `weight` times the linear scores", async () => {
  const networks = await Promise.all([1, 2].map((seed) => trainRanker(data, { ...quick, seed })));
  const members = networks.map(({ ranker }) => ranker);
  const member = await trainLinearMember(members[0], data, linear, { networks: 2 });
  const both = createEnsemble([...members, member]).scores(data.features);
  const alone = createEnsemble(members).scores(data.features);
  const { weights, bias } = await fitLogistic(data, { cost: linear.cost, tolerance: 0.1, maxSteps: 5 });
  const fitted = linearRanker({ features: 20, items: 6, hidden: 16 }, { weights, bias }, 1).scores(data.features);
  for (let i = 0; i < both.length; i++) expect(both[i]).toBeCloseTo((2 / 3) * (alone[i] + 0.5 * fitted[i]), 3);
});

test("the linear part does not depend on the order of the rows", async () => {
  const { ranker } = await trainRanker(data, quick);
  const reversed = select(
    data,
    Int32Array.from({ length: 150 }, (_, row) => 149 - row),
  );
  const [a, b] = await Promise.all(
    [data, reversed].map((rows) => trainLinearMember(ranker, rows, linear, { networks: 1 })),
  );
  expect(b.weights.input.weights).toEqual(a.weights.input.weights);
});

test("a model stores its linear part as its last member, and resuming a finished model does not change it", async () => {
  const place = join(folder, "stored");
  const options = { ...quick, members: 2, linear, transforms: ["standardize"] } as const;
  const trained = await trainModel(place, data, options);
  const scores = trained.scores(data.features);
  expect([trained.memberCount, trained.results.length, trained.finished]).toEqual([3, 2, true]);
  const loaded = await loadModel(place);
  expect(loaded.scores(data.features)).toEqual(scores);
  expect([loaded.record?.linear, loaded.results.length]).toEqual([linear, 2]);
  expect((await resumeModel(place, data)).scores(data.features)).toEqual(scores);
});

test("a run that is interrupted before the linear part is fitted gives the model of an uninterrupted run when it is resumed", async () => {
  const options = { ...quick, members: 1, linear };
  const whole = await trainModel(join(folder, "whole"), data, options);
  const place = join(folder, "interrupted");
  const controller = new AbortController();
  const stopped = trainModel(place, data, {
    ...options,
    signal: controller.signal,
    onProgress: (event) => {
      if (event.stage === "epoch" && event.epoch === quick.epochs) controller.abort();
    },
  });
  await expect(stopped).rejects.toThrow(/abort/);
  expect((await loadModel(place)).finished).toBe(false);
  const resumed = await resumeModel(place, data);
  expect([resumed.memberCount, resumed.finished]).toEqual([2, true]);
  expect(resumed.scores(data.features)).toEqual(whole.scores(data.features));
});

test("the search adds a linear part if it improves the criterion by more than the standard error", async () => {
  // One epoch with a tiny learning rate leaves the networks practically untrained.
  const search = { hidden: 16, epochs: 1, learningRates: [1e-6], budget: 60, seed: 2, threads: 1 };
  const { linear: chosen, report, members } = await chooseSettings(data, { ...search, members: 2 });
  const { linearTrials = [], trials } = report;
  expect([linearTrials.length, members]).toEqual([6, 2]);
  const before = trials[trials.length - 1].value;
  expect(linearTrials[0].value).toBeGreaterThan(before + linearTrials[0].differenceError);
  expect(chosen).toEqual({ cost: linearTrials[0].cost, weight: linearTrials[0].weight });
  for (const options of [{ members: 1 }, { members: 2, hidden: 11 }]) {
    const { report: without } = await chooseSettings(data, { ...search, ...options });
    expect(without.linearTrials).toBeUndefined();
  }
});

test.each([
  [{ linear: { cost: 0, weight: 1 } }, "linear.cost is 0; expected a positive number"],
  [{ linear, hidden: 11 }, "hidden is 11; expected at least 12, two per item, for a linear part"],
])("invalid linear parts are rejected: %o", async (options, message) => {
  await expect(trainModel(join(folder, "refused"), data, { ...quick, ...options })).rejects.toThrow(message);
});
