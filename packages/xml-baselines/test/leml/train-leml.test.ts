import { select } from "@tierwise/datasets-xml";
import { trainLeml } from "@tierwise/xml-baselines";
import { expect, test } from "vitest";
import { dense, randomDataset, topicDataset } from "../random-dataset.ts";

const data = topicDataset(120, 4, 1);

test("trainLeml predicts the topics of rows outside the training set", async () => {
  const rows = Array.from({ length: 120 }, (_, i) => i);
  const model = await trainLeml(select(data, rows.slice(0, 80)), { rank: 8, lambda: 0.1, threads: 1 });
  const { items } = await model.rank(select(data, rows.slice(80)).features, { k: 1 });
  expect(Array.from(items, (label) => label >> 1)).toEqual(rows.slice(80).map((row) => row % 4));
});

test.each([
  [true, 0],
  [true, 1],
  [false, -0.5],
])("scores equal H·Wᵀ·x in several blocks of rows, with normalize %s and bias %d", async (normalize, bias) => {
  const many = randomDataset(300, 7, 5, 3);
  const model = await trainLeml(many, { rank: 3, threads: 1, rounds: 2, normalize, bias });
  expect(model.featureFactors.length).toBe(3 * (bias === 0 ? 7 : 8));
  const scores = model.scores(many.features);
  for (const [i, row] of dense(many.features, 7).entries()) {
    const norm = (normalize && Math.hypot(...row)) || 1;
    for (let l = 0; l < 5; l++) {
      let exact = 0;
      for (let k = 0; k < 3; k++) {
        const x = [...row.map((value) => value / norm), ...(bias === 0 ? [] : [bias])];
        for (const [f, value] of x.entries()) {
          exact += value * model.featureFactors[3 * f + k] * model.labelFactors[3 * l + k];
        }
      }
      expect(scores[5 * i + l]).toBeCloseTo(exact, 4);
    }
  }
});

test("the objective never increases and is reported to onProgress", async () => {
  const reported: number[] = [];
  const stages: string[] = [];
  const model = await trainLeml(data, {
    rank: 5,
    threads: 1,
    onProgress: ({ stage, done, total, objective }) => {
      stages.push(stage);
      reported.push(objective ?? Number.NaN);
      expect([done, total]).toEqual([reported.length, 20]);
    },
  });
  expect(reported).toEqual(Array.from(model.objective));
  expect(stages.slice(0, 3)).toEqual(["H", "W", "H"]);
  for (let i = 1; i < reported.length; i++) expect(reported[i]).toBeLessThanOrEqual(reported[i - 1] * (1 + 1e-6));
});

test("the same seed gives the same bytes on one and two threads; another seed gives different bytes", async () => {
  const options = { rank: 5, rounds: 3, seed: 7 };
  const [one, two] = [
    await trainLeml(data, { ...options, threads: 1 }),
    await trainLeml(data, { ...options, threads: 2 }),
  ];
  expect(two.featureFactors).toEqual(one.featureFactors);
  expect(two.labelFactors).toEqual(one.labelFactors);
  expect(two.objective).toEqual(one.objective);
  const other = await trainLeml(data, { ...options, threads: 1, seed: 8 });
  expect(other.featureFactors).not.toEqual(one.featureFactors);
});

test("trainLeml rejects with the signal's reason when aborted", async () => {
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(new Error("enough"));
  await expect(trainLeml(data, { threads: 1, signal: controller.signal, onProgress })).rejects.toThrow("enough");
  await expect(trainLeml(data, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
});

test.each([
  [{ rank: 0 }, "rank is 0; expected a positive integer"],
  [{ lambda: -1 }, "lambda is -1; expected a positive finite number"],
  [{ rounds: 1.5 }, "rounds is 1.5; expected a positive integer"],
  [{ maxIterations: 0 }, "maxIterations is 0"],
  [{ tolerance: 0 }, "tolerance is 0"],
  [{ bias: Number.NaN }, "bias is NaN; expected a finite number"],
  [{ seed: 0.5 }, "seed is 0.5; expected an integer"],
  [{ threads: 0 }, "threads is 0; expected a positive integer"],
])("trainLeml rejects %j", async (options, message) => {
  await expect(trainLeml(data, options)).rejects.toThrow(message);
});
