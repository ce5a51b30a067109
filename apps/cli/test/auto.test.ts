import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateXmlDataset, writeXmlDataset } from "@tierwise/datasets-xml";
import { beforeAll, expect, test } from "vitest";
import { tierwise } from "./run-tierwise.ts";

let folder: string;
let train: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tierwise-auto-"));
  train = join(folder, "train.txt");
  const sizes = { features: 20, labels: 8, labelsPerRow: 2, featuresPerRow: 5, seed: 1 };
  await writeXmlDataset(train, generateXmlDataset({ ...sizes, rows: 120 }));
});
const common = ["--no-cache", "--threads", "1"];
const quick = [...common, "--budget", "60", "--epochs", "3", "--hidden", "8"];

test("`train` chooses settings, prints them in one line, and stores and reports the trials", async () => {
  const report = join(folder, "report.html");
  const model = join(folder, "auto");
  const args = ["train", train, "--model", model, "--preset", "auto", "--json", "--report", report, ...quick];
  const { code, stdout, stderr } = await tierwise(args);
  expect([code, stderr.split("\n").filter((line) => line.startsWith("auto: ")).length]).toEqual([0, 1]);
  expect(stderr).toMatch(
    /auto: the features are binary; transforms: .*; 8 hidden units, .*2 models averaged.*; best of \d+ trials on 72 validation rows/,
  );
  const { auto, members } = JSON.parse(stdout);
  expect([auto.budget, members.length]).toEqual([60, 2]);
  expect(await readFile(report, "utf8")).toContain("Trials of the automatic search");
  const evaluated = await tierwise(["evaluate", model, train, "--json", ...common.slice(0, 1)]);
  expect(JSON.parse(evaluated.stdout).precision[1]).toBeGreaterThan(0.1);
});

test("`train` uses the default preset, without a search, if other training settings are given", async () => {
  const { stderr } = await tierwise(["train", train, "--model", join(folder, "default"), ...common, "--epochs", "1"]);
  expect(stderr).not.toContain("auto:");
});

test.each([
  [8, [], "too few rows to search for settings"],
  [90, ["--validation", "0", "--no-refit"], "no validation rows to search for settings"],
  [90, ["--budget", "1", "--ensemble", "1", "--no-neighbors"], "the budget is too small to search for settings"],
] as const)("with %d rows and the flags %j, `train` states why there is no search", async (count, flags, reason) => {
  const folderOf = await mkdtemp(join(folder, "few-"));
  const few = join(folderOf, "few.txt");
  const rows = Array.from({ length: count }, (_, i) => `${i % 3} 0:${1.5 + i} 1:${i % 5} 2:-3`);
  await writeFile(few, `${count} 3 3\n${rows.join("\n")}\n`);
  const model = join(folderOf, "model");
  const args = ["train", few, "--model", model, "--preset", "auto", "--hidden", "4", "--epochs", "2", ...common];
  const { code, stderr } = await tierwise([...args, ...flags]);
  const line = stderr.split("\n").find((one) => one.startsWith("auto: ")) ?? "";
  expect([
    code,
    line.startsWith("auto: the features look like measurements; transforms: standardized columns; "),
  ]).toEqual([0, true]);
  expect(line.endsWith(`; ${reason}`)).toBe(true);
});

test("with a budget in seconds, `train` prints the equivalent number of steps", async () => {
  const args = ["train", train, "--model", join(folder, "timed"), "--preset", "auto", ...common];
  const { stderr } = await tierwise([...args, "--budget", "0.2s", "--epochs", "2", "--hidden", "4"]);
  expect(stderr).toMatch(/0.2 s are about [\d,]+ steps on this machine; --budget \d+ repeats this run exactly/);
});

test("`train` stores the transforms of `--transforms` with the model, and `predict` applies them", async () => {
  const model = join(folder, "transforms");
  const args = ["train", train, "--model", model, ...common, "--epochs", "2", "--hidden", "4"];
  expect((await tierwise([...args, "--transforms", "log1p,tfidf,unit-rows"])).code).toBe(0);
  const header = JSON.parse(await readFile(join(model, "ranker.json"), "utf8"));
  expect(header.version).toBe(4);
  expect(header.model.transforms.map(({ name }: { name: string }) => name)).toEqual(["log1p", "tfidf", "unit-rows"]);
  expect((await tierwise(["predict", model, train, "--no-cache"])).code).toBe(0);
});

test.each([[], ["--preset", "auto"], ["--transforms", "standardize"]])(
  "training with a learning rate of 1000 and the flags %j fails with a message and exit code 1",
  async (...flags) => {
    const toy = join(folder, "toy.txt");
    const rows = Array.from(
      { length: 90 },
      (_, i) => `${i % 3} 0:${1e6 * (1 + (i % 3))} 1:${i % 2} 2:${1e-6 * (i % 3)}`,
    );
    await writeFile(toy, `90 3 3\n${rows.join("\n")}\n`);
    const args = ["train", toy, "--model", join(folder, "diverged"), "--learning-rates", "1000", "--hidden", "8"];
    const { code, stderr } = await tierwise([...args, ...common, ...flags.flat()]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("diverged")]);
  },
);

test("`compare --folds` trains every method once per fold, and states the sizes of the folds", async () => {
  const args = ["compare", train, ...quick, "--folds", "3", "--methods", "pl-partition,logistic,popularity", "--json"];
  const { stdout, code } = await tierwise(args);
  expect(code).toBe(0);
  const { methods, seeds, protocol } = JSON.parse(stdout);
  expect(seeds).toEqual([0, 1, 2]);
  expect(protocol).toContain("cross-validation: 3 parts of about 40 rows");
  for (const { runs } of methods) expect(runs.length).toBe(3);
});

test.each([
  [["train", "--budget", "soon"], "Expected a number of steps"],
  [["train", "--transforms", "sqrt"], "Expected none, or a list of standardize"],
  [["compare", "--folds", "3", "--seeds", "1,2"], "--folds and --seeds cannot be combined"],
  [["compare", "--preset", "auto", "--budget", "60s"], "expected a number of steps"],
])("rejects %s", async ([command, ...flags], message) => {
  const { code, stderr } = await tierwise([
    command,
    train,
    ...flags,
    ...(command === "train" ? ["--model", folder] : []),
  ]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
