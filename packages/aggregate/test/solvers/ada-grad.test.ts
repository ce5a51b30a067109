import type { Preference } from "@tierwise/core-integrator";
import {
  attRankLoss,
  plLowerBoundLoss,
  plPartitionLoss,
  plTopKLoss,
  type RankingLoss,
  rankNetLoss,
  rankSvmLoss,
} from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import {
  type AdaGradOptions,
  type AdaGradProgress,
  adaGrad,
  type FitProgress,
  fitUtilities,
  information,
} from "../../src/index.ts";
import { drawPreferences } from "../draw-preferences.ts";

const items = 12;
const { utilities: truth, preferences } = drawPreferences({ items, samples: 400, tiers: 4, maxRanked: 9, seed: 5 });

const six: [string, RankingLoss][] = [
  ["PL-Partition", plPartitionLoss()],
  ["PL-LB", plLowerBoundLoss()],
  ["AttRank", attRankLoss()],
  ["PL-TopK", plTopKLoss()],
  ["RankNet", rankNetLoss()],
  ["RankSVM", rankSvmLoss()],
];

function correlation(estimate: Float64Array): number {
  const mean = truth.reduce((sum, q) => sum + q, 0) / items;
  const deviations = truth.map((q) => q - mean);
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
  return dot(estimate, deviations) / Math.sqrt(dot(estimate, estimate) * dot(deviations, deviations));
}

describe.each(six)("fitUtilities by AdaGrad with %s", (name, loss) => {
  const fit = fitUtilities(preferences, { items, loss, solver: adaGrad({ seed: 2 }) });

  test("stops when the held-out loss stops falling, near the true utilities, with a gradient near zero", () => {
    expect(fit.converged).toBe(true);
    expect(correlation(fit.utilities)).toBeGreaterThan(0.95);
    expect(Math.abs(fit.utilities.reduce((sum, w) => sum + w, 0))).toBeLessThan(1e-12);
    const atStart = fitUtilities(preferences, {
      items,
      loss,
      solver: adaGrad({ validation: 0, maxSteps: 1, learningRate: 1e-9 }),
    }).gradientNorm;
    // The tolerance is larger for the hinge loss, which has a kink at its minimum.
    expect(fit.gradientNorm).toBeLessThan((name === "RankSVM" ? 0.2 : 0.1) * atStart);
  });

  test("gives the same result for the same seed, and a different result for a different seed", () => {
    const withSeed = (seed: number) => fitUtilities(preferences, { items, loss, solver: adaGrad({ seed }) });
    expect(withSeed(2).utilities).toEqual(fit.utilities);
    expect(withSeed(3).utilities).not.toEqual(fit.utilities);
  });
});

test("minimizes a custom loss: half the squared distance of the best item from 1", () => {
  const own: RankingLoss = (w, { tiers }, gradient) => {
    const best = tiers[0][0];
    gradient?.fill(0);
    if (gradient) gradient[best] = w[best] - 1;
    return (w[best] - 1) ** 2 / 2;
  };
  const { utilities } = fitUtilities([{ tiers: [[0]] }, { tiers: [[1]] }], {
    items: 3,
    loss: own,
    solver: adaGrad({ validation: 0, epochs: 3000 }),
  });
  expect(utilities[0] - utilities[2]).toBeCloseTo(1, 6);
  expect(utilities[1] - utilities[2]).toBeCloseTo(1, 6);
});

test("reaches the maximum of the likelihood if every batch contains all observations", () => {
  const some = preferences.slice(0, 40);
  const full = fitUtilities(some, { items, interval: false });
  const { utilities } = fitUtilities(some, {
    items,
    solver: adaGrad({ validation: 0, batchSize: 40, epochs: 1000, learningRate: 0.5 }),
  });
  for (const [i, w] of utilities.entries()) expect(w).toBeCloseTo(full.utilities[i], 5);
});

test("a weight of 2 has the same effect as a repetition, and a prior pulls utilities toward 0", () => {
  const some = preferences.slice(0, 40);
  const descent: AdaGradOptions = { validation: 0, epochs: 400, batchSize: 1000 };
  const options = { items, solver: adaGrad(descent) };
  const repeated = fitUtilities([...some, ...some.slice(0, 20)], options);
  const weighted = fitUtilities(some, { ...options, weights: some.map((_, b) => (b < 20 ? 2 : 1)) });
  for (const [i, w] of weighted.utilities.entries()) expect(w).toBeCloseTo(repeated.utilities[i], 10);
  expect(weighted.logLikelihood).toBeCloseTo(repeated.logLikelihood, 8);

  const full = fitUtilities(some, { items, prior: 3 });
  const stochastic = fitUtilities(some, { items, prior: 3, solver: adaGrad({ ...descent, learningRate: 0.5 }) });
  for (const [i, w] of stochastic.utilities.entries()) expect(w).toBeCloseTo(full.utilities[i], 6);
});

function adaGradEvents(then: (progress: AdaGradProgress) => void) {
  return (progress: FitProgress): void => {
    if (progress.stage === "adagrad") then(progress);
  };
}

test("reports progress and stops at the maximum number of steps", () => {
  const steps: number[] = [];
  const losses: number[] = [];
  const fit = fitUtilities(preferences, {
    items,
    solver: adaGrad({ evaluateEvery: 5, maxSteps: 15 }),
    onProgress: adaGradEvents(({ done, total, epoch, validationLoss, bestLoss }) => {
      steps.push(done);
      losses.push(validationLoss);
      expect([total, epoch]).toEqual([15, 1]);
      expect(bestLoss).toBeLessThanOrEqual(validationLoss);
    }),
  });
  expect(steps).toEqual([5, 10, 15]);
  expect(losses[2]).toBeLessThan(losses[0]);
  expect(fit.iterations).toBe(15);
  expect(fit.converged).toBe(false);
  expect(fit.validationLoss).toBe(Math.min(...losses));
});

test("an aborted signal ends the fit before its next step, with the signal's reason", () => {
  const stop = new AbortController();
  const steps: number[] = [];
  const options = {
    items,
    solver: adaGrad({ evaluateEvery: 5 }),
    signal: stop.signal,
    onProgress: ({ done }: FitProgress) => {
      steps.push(done);
      if (done === 15) stop.abort();
    },
  };
  expect(() => fitUtilities(preferences, options)).toThrow(expect.objectContaining({ name: "AbortError" }));
  expect(steps).toEqual([5, 10, 15]);
  expect(() => fitUtilities(preferences, { items, signal: AbortSignal.abort(new Error("enough")) })).toThrow("enough");
});

test("`patience` counts evaluations without improvement, and the best utilities are returned", () => {
  const seen: number[] = [];
  const { validationLoss, converged } = fitUtilities(preferences, {
    items,
    loss: plPartitionLoss(),
    solver: adaGrad({ patience: 3, learningRate: 0.3 }),
    onProgress: adaGradEvents((progress) => seen.push(progress.validationLoss)),
  });
  expect(converged).toBe(true);
  const best = seen.indexOf(Math.min(...seen));
  expect(seen.length - 1 - best).toBe(3);
  expect(validationLoss).toBe(seen[best]);
});

describe("fitUtilities", () => {
  const fit =
    (options: Record<string, unknown>, some: readonly Preference[] = preferences) =>
    () =>
      fitUtilities(some, { items, ...options });
  const bad: [Record<string, unknown>, string][] = [
    [{ solver: "newton" }, 'solver is "newton"; expected "lbfgs" or "adagrad"'],
    [
      { solver: "lbfgs", loss: rankNetLoss() },
      'loss is {"name":"ranknet"}; lbfgs() maximizes only the likelihood; expected pl-partition, or solver: adaGrad()',
    ],
    [{ solver: "lbfgs", loss: () => 0 }, "loss is a function without a spec; lbfgs() maximizes only the likelihood"],
    [
      { loss: rankNetLoss(), interval: information() },
      "interval is information; adaGrad() stops before the minimum, so there are no standard errors",
    ],
    [{ interval: "jackknife" }, 'interval is "jackknife"; expected information(), sandwich(), bootstrap() or false'],
    [{ loss: "RankNet" }, 'loss is "RankNet"; expected one of pl-partition, pl-lb'],
    [{ loss: rankNetLoss(), maxTier: 3 }, "rule and maxTier are options of PL-Partition; pass them to the loss"],
    [{ solver: "adagrad", weights: [1] }, "weights has length 1; expected 400, one per observation"],
  ];
  test.each(bad)("rejects %o", (options, message) => {
    expect(fit(options)).toThrow(message);
  });

  const badOptions: [AdaGradOptions, string][] = [
    [{ learningRate: 0 }, "learningRate is 0; expected a positive number"],
    [{ validation: 1 }, "validation is 1; expected a fraction of the observations, from 0 to less than 1"],
    [{ batchSize: 0.5 }, "batchSize is 0.5; expected a positive integer"],
    [{ patience: 0 }, "patience is 0; expected a positive integer"],
    [{ epochs: 0 }, "epochs is 0; expected a positive integer"],
    [{ maxSteps: 0 }, "maxSteps is 0; expected a positive integer"],
    [{ seed: 0.5 }, "seed is 0.5; expected a safe integer"],
  ];
  test.each(badOptions)("rejects adaGrad(%o)", (options, message) => {
    expect(() => adaGrad(options)).toThrow(message);
  });

  test.each([
    ["learningRate", "adaGrad({ learningRate: … })"],
    ["batchSize", "adaGrad({ batchSize: … })"],
    ["heldOut", "adaGrad({ validation: … })"],
    ["validation", "adaGrad({ validation: … })"],
    ["patience", "adaGrad({ patience: … })"],
    ["evaluateEvery", "adaGrad({ evaluateEvery: … })"],
    ["maxEpochs", "adaGrad({ epochs: … })"],
    ["epochs", "adaGrad({ epochs: … })"],
    ["maxSteps", "adaGrad({ maxSteps: … })"],
    ["seed", "adaGrad({ seed: … })"],
    ["tolerance", "lbfgs({ tolerance: … })"],
    ["maxIterations", "lbfgs({ maxIterations: … })"],
  ])("rejects %s as an option of the fit, and says where it belongs", (name, place) => {
    expect(fit({ [name]: 1 })).toThrow(`${name} is an option of the solver; write solver: ${place}`);
    expect(fit({ [name]: undefined })).not.toThrow();
  });

  test("rejects `standardErrors`, which was replaced by the option `interval`", () => {
    expect(fit({ standardErrors: true })).toThrow(
      "standardErrors is a result of the fit; write interval: information(), or interval: false",
    );
  });

  test("rejects holding out the only observation", () => {
    expect(fit({ solver: "adagrad" }, [{ tiers: [[0]] }])).toThrow("none can be held out; set validation to 0");
    expect(fit({ solver: adaGrad({ validation: 0, epochs: 2 }) }, [{ tiers: [[0]] }])).not.toThrow();
    expect(fit({ solver: "adagrad" }, [])).not.toThrow();
  });
});
