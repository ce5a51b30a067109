import { labelCounts, rowPreference, select } from "@tierwise/datasets-xml";
import { plPartitionLoss, type RankingLoss, rankSvmLoss } from "@tierwise/losses";
import { createEvaluator, topK } from "@tierwise/metrics";
import { createRanker, evaluate, type Ranker, type TrainingEvent, type TrainOptions, train } from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { tinyData, tinySizes } from "./tiny-data.ts";
import { withoutSpec } from "./without-spec.ts";

const data = tinyData();
const quick: TrainOptions = { epochs: 3, learningRates: [1e-2], threads: 1 };

async function trained(options: TrainOptions, seed = 1): Promise<Ranker> {
  const ranker = createRanker({ ...tinySizes, seed });
  await train(ranker, data, { ...quick, ...options });
  return ranker;
}

function bytes({ weights: { input, output } }: Ranker): Buffer {
  return Buffer.concat(
    [input.weights, input.bias, output.weights, output.bias].map((a) => Buffer.from(a.slice().buffer)),
  );
}

describe("training", () => {
  test("learns to rank new rows better than a popularity baseline", async () => {
    const all = tinyData(4000);
    const rows = Int32Array.from({ length: 4000 }, (_, i) => i);
    const [known, fresh] = [select(all, rows.slice(0, 3000)), select(all, rows.slice(3000))];
    const ranker = createRanker({ ...tinySizes, hidden: 64, seed: 1 });
    await train(ranker, known, { epochs: 15, learningRates: [1e-2], threads: 2 });
    const popular = topK(labelCounts(known), 5);
    const byPopularity = createEvaluator({ ks: [1, 3, 5] });
    for (let row = 0; row < 1000; row++) byPopularity.add(popular, rowPreference(fresh, row).tiers[0] ?? []);
    const { precision } = await evaluate(ranker, fresh);
    expect(precision[3]).toBeGreaterThan(1.2 * byPopularity.result().precision[3]);
  });

  test("gives the same result for labels and for equivalent tiers", async () => {
    const preferences = Array.from({ length: data.numRows }, (_, row) => rowPreference(data, row));
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    await train(ranker, { features: data.features, preferences }, quick);
    expect(bytes(ranker).equals(bytes(await trained({})))).toBe(true);
  });

  test("gives the same result whether a loss is given as a function or by name", async () => {
    const named = await trained({ loss: "ranksvm", threads: 2 });
    expect(bytes(await trained({ loss: withoutSpec(rankSvmLoss()) })).equals(bytes(named))).toBe(true);
    // This loss sums exponentials in single precision if given by name, and in double precision if given as a function.
    const single = (await trained({ loss: "pl-partition" })).scores(data.features);
    const double = (await trained({ loss: withoutSpec(plPartitionLoss()) })).scores(data.features);
    const apart = single.map((score, i) => Math.abs(score - double[i]));
    expect(Math.max(...apart)).toBeGreaterThan(0);
    expect(Math.max(...apart)).toBeLessThan(1e-3);
  });

  test("minimizes a custom loss", async () => {
    // The loss is half the squared distance of scores from 1 for relevant items, and from 0 for all other items.
    const loss: RankingLoss = (scores, { tiers }, gradient) => {
      const target = new Float64Array(scores.length);
      for (const item of Array.from(tiers[0] ?? [])) target[item] = 1;
      let sum = 0;
      for (let i = 0; i < scores.length; i++) {
        sum += 0.5 * (scores[i] - target[i]) ** 2;
        if (gradient) gradient[i] = scores[i] - target[i];
      }
      return sum;
    };
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const { history } = await train(ranker, data, { ...quick, epochs: 20, loss });
    expect(history[19].loss).toBeLessThan(0.8 * history[0].loss);
  });

  test("continues from the weights of a trained ranker", async () => {
    const ranker = await trained({ refit: false });
    const steps = ranker.steps;
    const before = bytes(ranker);
    const worse = await train(ranker, data, {
      ...quick,
      refit: false,
      epochs: 1,
      learningRates: [3],
      criterion: "loss",
    });
    expect(worse.history[0].best).toBe(false);
    expect([bytes(ranker).equals(before), ranker.steps]).toEqual([true, steps]);
    const better = await train(ranker, data, { ...quick, refit: false, epochs: 1, criterion: "loss" });
    expect(better.history[0].best).toBe(true);
    expect([bytes(ranker).equals(before), ranker.steps]).toEqual([false, steps + 3]);
    await expect(train(ranker, data, quick)).rejects.toThrow("the ranker is already trained");
  });
});

describe("determinism", () => {
  test.each([
    ["pl-partition", { hiddenDropout: 0.3, inputDropout: 0.2 }],
    ["ranknet", { loss: "ranknet", weightDecay: 0.1 }],
    ["negatives", { loss: { name: "pl-lb", negatives: { count: 6, by: "frequency" } } }],
  ] as const)("the same seed gives bit-identical weights on 1, 2 and 4 threads (%s)", async (_, options) => {
    const one = bytes(await trained({ ...options, threads: 1 }));
    expect(bytes(await trained({ ...options, threads: 2 })).equals(one)).toBe(true);
    expect(bytes(await trained({ ...options, threads: 4 })).equals(one)).toBe(true);
    expect(bytes(await trained({ ...options, seed: 2 })).equals(one)).toBe(false);
  });
});

describe("validation", () => {
  test("keeps the best epoch of the best learning rate", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const rates = [1e-4, 3e-2, 1e-3];
    const options = { ...quick, learningRates: rates, epochs: 6, refit: false, criterion: "loss" } as const;
    const { history, learningRate, epoch, steps } = await train(ranker, data, options);
    const losses = history.map(({ validation }) => validation?.loss ?? Number.NaN);
    const best = losses.indexOf(Math.min(...losses));
    expect(history).toHaveLength(18);
    expect([history[best].trial, history[best].epoch]).toEqual([rates.indexOf(learningRate), epoch]);
    expect(history.filter((report) => report.best).at(-1)).toBe(history[best]);
    expect(steps).toBe(epoch * Math.ceil(270 / 128));
  });

  test("stops a trial when it no longer improves", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const options = { ...quick, epochs: 200, decay: "none", patience: 2, refit: false, learningRates: [0.05] } as const;
    const { history, epoch } = await train(ranker, data, options);
    expect(history.length).toBeLessThan(200);
    expect(history.length).toBe(epoch + 2);
  });

  test("without validation, training runs for all epochs", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const { history } = await train(ranker, data, { ...quick, epochs: 4, patience: 1, validation: 0, refit: false });
    expect(history.map(({ best }) => best)).toEqual([true, true, true, true]);
  });

  test("with refit, a final training run on all rows takes the best number of epochs", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const { history, epoch, steps } = await train(ranker, data, { ...quick, refit: true });
    const last = history.filter(({ trial }) => trial === 1);
    expect(last.map((report) => report.epoch)).toEqual(Array.from({ length: epoch }, (_, i) => i + 1));
    expect(last.every(({ validation }) => validation === undefined)).toBe(true);
    expect(steps).toBe(epoch * Math.ceil(300 / 128));
  });

  test("uses all rows for training if a separate validation dataset is given", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const { history, steps } = await train(ranker, data, { ...quick, validation: tinyData(50, 9), refit: false });
    expect(history[0].validation?.precision[1]).toBeGreaterThanOrEqual(0);
    expect(steps % Math.ceil(300 / 128)).toBe(0);
    const empty = train(createRanker(tinySizes), data, { ...quick, validation: tinyData(0) });
    await expect(empty).rejects.toThrow("the validation dataset has no rows; expected at least one");
  });

  test("uses a separate validation dataset for training only with refit: true", async () => {
    const trials = async (options: TrainOptions): Promise<number> => {
      const { history } = await train(createRanker(tinySizes), data, {
        ...quick,
        validation: tinyData(50, 9),
        ...options,
      });
      return new Set(history.map(({ trial }) => trial)).size;
    };
    expect([await trials({}), await trials({ refit: true })]).toEqual([1, 2]);
  });

  test("skips a learning rate that diverges in the last step of an epoch", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const { learningRate } = await train(ranker, data, { ...quick, learningRates: [1e38, 1e-2], batchSize: 512 });
    expect(learningRate).toBe(1e-2);
    const lost = createRanker({ ...tinySizes, seed: 1 });
    const alone = train(lost, data, { ...quick, learningRates: [1e38], validation: 0, refit: false });
    await expect(alone).rejects.toThrow("training diverged at every learning rate");
  });

  test("skips a learning rate that diverges", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const { learningRate, history } = await train(ranker, data, { ...quick, learningRates: [1e38, 1e-2] });
    expect(learningRate).toBe(1e-2);
    expect(history[0].loss).toBeNaN();
    const lost = createRanker({ ...tinySizes, seed: 1 });
    await expect(train(lost, data, { ...quick, learningRates: [1e38] })).rejects.toThrow(
      "training diverged at every learning rate (1e+38); use a smaller learning rate",
    );
  });
});

describe("train", () => {
  test("reports progress in order", async () => {
    const events: TrainingEvent[] = [];
    await trained({ onProgress: (event) => void events.push(event), refit: false });
    const epochs = events.filter((event) => event.stage === "epoch");
    expect(epochs.map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
    expect(epochs.every(({ seconds, loss }) => seconds > 0 && loss > 0)).toBe(true);
    const inForward = epochs.map(({ phases }) => phases.forward);
    expect(inForward[0]).toBeGreaterThan(0);
    expect(inForward[0] < inForward[1] && inForward[1] < inForward[2]).toBe(true);
    expect(epochs.map(({ done, total }) => [done, total])).toEqual([270, 540, 810].map((done) => [done, 810]));
    const done = events.map((event) => event.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  });

  test("reports which epochs belong to the final training run on all rows", async () => {
    const epochs: [refit: boolean, validated: boolean][] = [];
    const onProgress = (event: TrainingEvent): void => {
      if (event.stage === "epoch") epochs.push([event.refit, event.validation !== undefined]);
    };
    await trained({ onProgress, refit: true });
    expect(epochs.slice(0, 3)).toEqual([1, 2, 3].map(() => [false, true]));
    expect(epochs.length).toBeGreaterThan(3);
    for (const last of epochs.slice(3)) expect(last).toEqual([true, false]);
  });

  test("aborts after the current step", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const stop = new AbortController();
    let epochs = 0;
    const aborted = train(ranker, data, {
      ...quick,
      epochs: 100_000,
      signal: stop.signal,
      onProgress({ stage }) {
        if (stage !== "epoch") return;
        epochs++;
        stop.abort();
      },
    });
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    expect(epochs).toBe(1);
    const never = createRanker({ ...tinySizes, seed: 1 });
    const options = { ...quick, signal: AbortSignal.abort(), validation: 0, refit: false };
    await expect(train(never, data, options)).rejects.toMatchObject({ name: "AbortError" });
    expect(never.steps).toBe(0);
    const reason = new Error("enough");
    await expect(train(never, data, { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test("rejects a second training run on the same ranker", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const first = train(ranker, data, quick);
    await expect(train(ranker, data, quick)).rejects.toThrow("the ranker is already being trained; await");
    await first;
  });

  test("keeps the weights of the last epoch if aborted without validation", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 1 });
    const stop = new AbortController();
    const onProgress = ({ stage }: { stage: string }): void => void (stage === "epoch" && stop.abort());
    const options = { ...quick, validation: 0, refit: false, signal: stop.signal, onProgress };
    await expect(train(ranker, data, options)).rejects.toMatchObject({ name: "AbortError" });
    expect(ranker.steps).toBe(Math.ceil(300 / 128));
  });
});

describe("train", () => {
  test.each<[TrainOptions, string]>([
    [{ loss: "plpartition" as never }, 'loss is "plpartition"; expected one of pl-partition, pl-lb'],
    [
      { loss: { name: "pl-lb", rule: { name: "adaptive" } } },
      "loss.rule is not supported by pl-lb; only pl-partition uses a quadrature rule",
    ],
    [{ loss: { name: "pl-lb", negatives: { count: 0 } } }, "loss.negatives.count is 0; expected a positive integer"],
    [{ preset: "best" as never }, 'preset is "best"; expected "default", "fast" or "paper"'],
    [{ glas: -1 }, "glas is -1; expected a nonnegative weight"],
    [{ glas: { weight: 1 } } as never, 'glas is {"weight":1}; expected a nonnegative weight'],
    [{ glas: Number.NaN }, "glas is NaN; expected a nonnegative weight"],
    [{ learningRate: 1 } as never, "learningRate is not an option of train"],
    [{ learningRates: 1e-3 as never }, "learningRates is 0.001; expected an array of learning rates"],
    [{ loss: null as never }, "loss is null; expected a name, a spec or a loss"],
    [{ learningRates: [] }, "learningRates is empty; expected at least one learning rate"],
    [{ learningRates: [1e-3, -1] }, "learningRates[1] is -1; expected a number above 0"],
    [{ batchSize: 0 }, "batchSize is 0; expected a positive integer"],
    [{ epochs: 1.5 }, "epochs is 1.5; expected a positive integer"],
    [{ validation: 1 }, "validation is 1; expected a fraction in [0, 1), or a dataset"],
    [
      { validation: 0, refit: true },
      "validation is 0; expected a fraction above 0, because refit is true or there are several learning rates",
    ],
    [{ validation: 0.001 }, "validation is 0.001, which holds out none of the 300 rows; expected a larger fraction"],
    [{ criterion: "recall@5" as never }, 'criterion is "recall@5"; expected "loss", "precision@k" or "ndcg@k"'],
    [{ hiddenDropout: 1 }, "hiddenDropout is 1; expected a number in [0, 1)"],
    [{ decay: "linear" as never }, 'decay is "linear"; expected "cosine" or "none"'],
    [{ threads: 0 }, "threads is 0; expected a positive integer"],
    [{ patience: 0 }, "patience is 0; expected a number of at least 1"],
    [{ seed: 0.5 }, "seed is 0.5; expected an integer in [0, 2⁵³)"],
  ])("rejects invalid options, case %#", async (options, message) => {
    await expect(train(createRanker(tinySizes), data, { ...quick, ...options })).rejects.toThrow(message);
  });

  test("rejects invalid labels", async () => {
    const wrong = (indices: number[]) => ({
      ...tinyData(1),
      labels: { indptr: Int32Array.of(0, 2), indices: Int32Array.from(indices) },
    });
    const options = { ...quick, validation: 0, refit: false };
    await expect(train(createRanker(tinySizes), wrong([3, 30]), options)).rejects.toThrow(
      "row 0 has label 30; expected 0 to 29",
    );
    await expect(train(createRanker(tinySizes), wrong([3, 3]), options)).rejects.toThrow("row 0 has label 3 twice");
  });

  test("rejects data of a different shape", async () => {
    const ranker = createRanker({ ...tinySizes, items: 31 });
    await expect(train(ranker, data, quick)).rejects.toThrow(
      "numLabels is 30 in the dataset, and itemCount is 31 in the ranker; expected the same number",
    );
    const features = createRanker({ ...tinySizes, features: 41 });
    await expect(train(features, data, quick)).rejects.toThrow(
      "numFeatures is 40 in the dataset, and featureCount is 41 in the ranker; expected the same number",
    );
    const preferences = [{ tiers: [[0]] }];
    await expect(train(createRanker(tinySizes), { features: data.features, preferences }, quick)).rejects.toThrow(
      "preferences.count is 1; expected 300, one per row of features",
    );
  });
});
