import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const plan = `data: train.txt
validation: test.txt
settings:
  epochs: 4
  hidden: 8
space:
  learningRate: [0.03, 0.001, 0.000001, 0.0000001]
halving: { factor: 2, firstEpochs: 1 }
`;
beforeAll(async () => {
  await smallData(folder);
  writeFileSync(join(folder, "sweep.yaml"), plan);
});

test("`sweep` prints the best trials, stops the worst trials early, and does not repeat finished trials", async () => {
  const first = await run("sweep", "sweep.yaml", "--json", "--threads", "1");
  expect([first.code, first.stderr]).toEqual([
    0,
    expect.stringContaining("trials × epochs: 4 × 1, then 2 × 2, then 1 × 4"),
  ]);
  const { best, trials } = JSON.parse(first.stdout);
  expect(trials.map(({ epochs }: { epochs: number }) => epochs)).toEqual([4, 2, 1, 1]);
  expect(best).toEqual(trials[0]);
  expect(best.settings.learningRate).toBeGreaterThan(1e-4);
  // Equal times show that the results were loaded, not recomputed.
  expect((await run("sweep", "sweep.yaml", "--json", "--threads", "1")).stdout).toBe(first.stdout);
  expect((await run("sweep", "sweep.yaml")).stdout).toMatch(/trial +learningRate +epochs +validation +time/);
});

test.each([
  ["space: [", "is not YAML"],
  ["rows: 3", "rows is not a field of a plan; expected data, halving"],
  ["settings: {}", "data is undefined; expected the path of the training data"],
  ["data: train.txt", "settings or space is not an object"],
  ["data: train.txt\nsettings: { epochs: 1 }\nspace: { rate: [1] }", "space.rate is not a setting of training"],
  ["data: none.txt\nsettings: { epochs: 1 }\nspace: { hidden: [1] }", "none.txt"],
])("`sweep` rejects the plan %j", async (text, message) => {
  writeFileSync(join(folder, "wrong.yaml"), text);
  const { code, stderr } = await run("sweep", "wrong.yaml");
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});
