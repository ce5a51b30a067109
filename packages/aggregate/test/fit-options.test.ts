// Checks that options given by name act like options given as values.
import { adaptive, midpoint } from "@tierwise/core-integrator";
import { createLoss, lossNames, plPartitionLoss } from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import {
  adaGrad,
  type FitProgress,
  type FitSettings,
  fitUtilities,
  type Interval,
  information,
  lbfgs,
  type NamedPreferences,
  type Solver,
} from "../src/index.ts";
import { drawPreferences } from "./draw-preferences.ts";

const items = 9;
const { preferences } = drawPreferences({ items, samples: 80, tiers: 3, maxRanked: 6, seed: 11 });
const fit = (settings: FitSettings) => fitUtilities(preferences, { items, ...settings });

describe("an option gives the same fit whether it is a name or a value:", () => {
  test.each<[string, FitSettings, FitSettings]>([
    ["lbfgs is the default", {}, { solver: lbfgs() }],
    ["lbfgs", { solver: "lbfgs" }, { solver: lbfgs({ tolerance: 1e-8, maxIterations: 1000 }) }],
    ["adagrad", { solver: "adagrad" }, { solver: adaGrad({ learningRate: 0.1, batchSize: 20, validation: 0.2 }) }],
    ["information is the default", {}, { interval: information() }],
    ["information", { interval: "information" }, { interval: information() }],
    ["none", { interval: "none" }, { interval: false }],
    ["the likelihood is pl-partition", { solver: "lbfgs" }, { solver: "lbfgs", loss: "pl-partition" }],
    ["lbfgs is the default with pl-partition by name", {}, { loss: "pl-partition" }],
    ["lbfgs is the default with a spec of pl-partition", {}, { loss: { name: "pl-partition" } }],
    ["lbfgs is the default with plPartitionLoss", {}, { loss: plPartitionLoss() }],
    ["and uses its maxTier", { maxTier: 2 }, { loss: plPartitionLoss({ maxTier: 2 }) }],
    [
      "adagrad is the default with negatives",
      { loss: plPartitionLoss({ negatives: { count: 2 } }) },
      { loss: plPartitionLoss({ negatives: { count: 2 } }), solver: adaGrad() },
    ],
    ["adagrad is the default with a loss", { loss: "pl-lb" }, { loss: "pl-lb", solver: adaGrad() }],
  ])("%s", (_, named, valued) => {
    expect(fit(valued)).toEqual(fit(named));
  });

  test.each(lossNames)("%s gives the same fit by name, by spec and as a value", (name) => {
    const solver = adaGrad({ epochs: 3, seed: 4 });
    const byName = fit({ loss: name, solver });
    expect(fit({ loss: { name }, solver })).toEqual(byName);
    expect(fit({ loss: createLoss(name), solver })).toEqual(byName);
  });
});

test("`lbfgs` uses the rule and `maxTier` of a PL-Partition loss", () => {
  const rule = midpoint({ intervals: 40, shift: 3 });
  expect(fit({ solver: "lbfgs", loss: plPartitionLoss({ rule, maxTier: 2 }) })).toEqual(fit({ rule, maxTier: 2 }));
  expect(fit({ rule, maxTier: 2 }).utilities).not.toEqual(fit({}).utilities);
  const coarse = adaptive({ tolerance: 1e-3 });
  expect(fit({ solver: "lbfgs", loss: { name: "pl-partition", rule: { name: "adaptive", tolerance: 1e-3 } } })).toEqual(
    fit({ rule: coarse }),
  );
});

test("`interval: false` gives the same utilities, up to the tolerance, without standard errors", () => {
  const [plain, known] = [fit({ interval: false }), fit({})];
  expect(plain).not.toHaveProperty("standardErrors");
  expect(known.standardErrors).toHaveLength(items);
  for (const [i, w] of plain.utilities.entries()) expect(w).toBeCloseTo(known.utilities[i], 6);
});

test("custom intervals and custom solvers are used", () => {
  const interval: Interval = {
    name: "mine",
    estimate: ({ parameters }) => ({ method: "none at all", standardErrors: parameters }),
  };
  const { utilities, standardErrors, interval: summary } = fit({ interval });
  expect(standardErrors).toEqual(utilities);
  expect(summary).toEqual({ method: "none at all" });
  const solver: Solver = {
    name: "mine",
    fit: ({ preferences: { itemCount }, total, prior }) => ({
      utilities: new Float64Array(itemCount),
      converged: true,
      logLikelihood: -total,
      gradientNorm: prior,
      iterations: 7,
    }),
  };
  expect(fit({ solver, prior: 0.5 })).toMatchObject({ iterations: 7, logLikelihood: -80, gradientNorm: 0.5 });
});

describe("a fit with lbfgs()", () => {
  test("reports every step", () => {
    const events: FitProgress[] = [];
    const { iterations } = fit({ onProgress: (progress) => events.push(progress) });
    expect(events.length).toBeGreaterThan(2);
    expect(iterations - (events.at(-1)?.done ?? 0)).toBe(0);
    for (const [i, { stage, done, total }] of events.entries()) {
      expect(["lbfgs", "newton"]).toContain(stage);
      expect(done).toBeGreaterThan(events[i - 1]?.done ?? 0);
      expect(total).toBe(1000);
    }
    const norms = events.map((event) => ("gradientNorm" in event ? event.gradientNorm : Number.NaN));
    expect(norms.at(-1)).toBeLessThan(norms[0]);
  });

  test("throws the signal's reason as soon as the signal is aborted", () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const onProgress = ({ done }: FitProgress): void => {
      seen.push(done);
      stop.abort();
    };
    expect(() => fit({ onProgress, signal: stop.signal })).toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(seen).toHaveLength(1);
  });
});

describe("a dataset with names", () => {
  const itemNames = Array.from({ length: items }, (_, i) => `item ${i}`);
  const weights = preferences.map((_, b) => 1 + (b % 2));

  test("gives the same fit as its preferences, and the fit includes the names", () => {
    const dataset: NamedPreferences = { itemNames, preferences, weights };
    expect(fitUtilities(dataset)).toEqual({ ...fit({}), ...fitUtilities(preferences, { items, weights }), itemNames });
    expect(fitUtilities({ itemNames, preferences }, { prior: 1 })).toEqual({ ...fit({ prior: 1 }), itemNames });
  });

  test("rejects the options items and weights, which the dataset already defines", () => {
    const dataset: NamedPreferences = { itemNames, preferences };
    expect(() => fitUtilities(dataset, { items } as FitSettings)).toThrow("items cannot be combined with a dataset");
    expect(() => fitUtilities(dataset, { weights } as FitSettings)).toThrow(
      "weights cannot be combined with a dataset",
    );
    expect(() => fitUtilities(dataset, { maxItems: 3 })).toThrow("items is 9; expected at most 3");
  });
});
