import { generateXmlDataset } from "@tierwise/datasets-xml";
import { inline } from "@tierwise/jobs";
import { expect, test } from "vitest";
import { createDataReference, runSweep, sweepRungs, sweepTrials } from "../../src/index.ts";

const data = generateXmlDataset({ rows: 150, features: 30, labels: 20, labelsPerRow: 3, featuresPerRow: 6, seed: 1 });
const reference = createDataReference("toy", { train: "none", test: "none" }, { train: data, test: data });
const plan = {
  settings: { epochs: 8, patience: 100, hidden: 8 },
  space: { learningRate: [0.03, 0.01, 1e-5, 1e-6] },
};

test("successive halving trains the best trials for longer and finds the winner of the full grid", async () => {
  const executor = inline();
  const full = await runSweep({ ...plan, halving: false }, { data: reference, executor, threads: 1 });
  const seen: string[] = [];
  const halved = await runSweep(plan, {
    data: reference,
    executor,
    threads: 1,
    onProgress: ({ rung, done, total }) => seen.push(`${rung}: ${done}/${total}`),
  });
  expect(full.map(({ epochs }) => epochs)).toEqual([8, 8, 8, 8]);
  // 4 trials of 1 epoch, 1 trial of 4 epochs, 1 trial of 8 epochs.
  expect(halved.map(({ epochs }) => epochs)).toEqual([8, 1, 1, 1]);
  expect(halved[0].trial).toBe(full[0].trial);
  expect(halved[0].value).toBe(full[0].value);
  expect(seen).toEqual(["0: 1/4", "0: 2/4", "0: 3/4", "0: 4/4", "1: 1/1", "2: 1/1"]);
  // Every result is in the store of the executor, so a second sweep trains nothing.
  expect(await runSweep(plan, { data: reference, executor })).toEqual(halved);
});

test("every rung has at least one trial, and at most as many epochs as the plan", () => {
  const settings = { epochs: 5 };
  expect(sweepRungs(3, { settings, halving: { factor: 3, firstEpochs: 1 } })).toEqual([
    { trials: 3, epochs: 1 },
    { trials: 1, epochs: 3 },
    { trials: 1, epochs: 5 },
  ]);
  expect(sweepRungs(7, { settings, halving: { firstEpochs: 5 } })).toEqual([{ trials: 7, epochs: 5 }]);
  expect(sweepRungs(7, { settings, halving: false })).toEqual([{ trials: 7, epochs: 5 }]);
  expect(() => sweepRungs(7, { settings: { epochs: 0 } })).toThrow("settings.epochs is 0");
  expect(() => sweepRungs(7, { settings, halving: { factor: 1 } })).toThrow("halving.factor is 1");
});

test("a random search draws the same trials for the same seed, within its ranges", () => {
  const random = {
    settings: { epochs: 1 },
    space: { learningRate: { from: 1e-4, to: 1e-1, scale: "log" }, hidden: [8, 16] },
    search: "random",
    trials: 200,
    seed: 3,
  } as const;
  const trials = sweepTrials(random);
  expect(sweepTrials(random)).toEqual(trials);
  expect(sweepTrials({ ...random, seed: 4 })).not.toEqual(trials);
  const rates = trials.map(({ learningRate = 0 }) => learningRate);
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(1e-4);
  expect(Math.max(...rates)).toBeLessThanOrEqual(1e-1);
  // Draws are uniform on a log scale, so about half of them are below the geometric mean.
  expect(rates.filter((rate) => rate < 10 ** -2.5).length).toBeGreaterThan(70);
  expect(rates.filter((rate) => rate < 10 ** -2.5).length).toBeLessThan(130);
  expect(() => sweepTrials({ ...random, trials: 0 })).toThrow("trials is 0");
  expect(() => sweepTrials({ ...random, search: "grid" })).toThrow("space.learningRate is a range");
  expect(() => sweepTrials({ ...random, space: { rate: [1] } })).toThrow("space.rate is not a setting of training");
  expect(() => sweepTrials({ ...random, space: {} })).toThrow("space is empty");
});
