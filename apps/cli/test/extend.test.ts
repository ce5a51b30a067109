import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeVocabulary } from "@tierwise/data";
import { readXmlDataset, writeGeneratedXmlDataset } from "@tierwise/datasets-xml";
import type { Metrics } from "@tierwise/metrics";
import { evaluate, loadModel } from "@tierwise/ranker";
import { beforeAll, describe, expect, test } from "vitest";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const short = ["--epochs", "2", "--threads", "1"];
const load = (model: string) => loadModel(join(folder, model));

/** The files in a model's directory, with their contents. */
function contents(model: string): Record<string, string> {
  const files = readdirSync(join(folder, model)).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, model, file), "hex")]));
}

beforeAll(async () => {
  await smallData(folder);
  const sizes = { features: 33, labels: 25, labelsPerRow: 3, featuresPerRow: 6, seed: 2 };
  await writeGeneratedXmlDataset(join(folder, "new.txt"), { ...sizes, rows: 100 });
  expect((await run("train", "train.txt", "--model", "model", ...quick)).code).toBe(0);
});

describe("`train --from`", () => {
  test("adds features, items and rows, and compares metrics before and after the extension", async () => {
    const before = contents("model");
    const files = ["--replay", "train.txt", "--test", "test.txt", "--report", "report.html"];
    const { code, stdout, stderr } = await run(
      "train",
      "new.txt",
      "--from",
      "model",
      "--model",
      "newer",
      ...files,
      ...short,
    );
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("model has 30 features and 20 items; new.txt adds 3 and 5"),
    ]);
    expect(stdout).toMatch(/test\.txt, before and after the extension, in percent:\n\n k +P@k before +after +change/);
    expect(stdout).toContain("rows of train.txt that were not replayed, before and after");
    expect(readFileSync(join(folder, "report.html"), "utf8")).toContain("Before and after the extension: test.txt");
    const { featureCount, itemCount, hidden, record, results } = await load("newer");
    expect([featureCount, itemCount, hidden, record?.rows, results[0].history.length]).toEqual([33, 25, 8, 300, 2]);
    expect(record?.extended).toMatchObject({ from: "model", replayShare: 0.2 });
    expect(contents("model")).toEqual(before);
  });

  test("measures forgetting by the metrics of both models on the old test rows", async () => {
    const args = ["--from", "model", "--model", "measured", "--test", "test.txt", "--k", "1,5", "--json", ...short];
    const { code, stdout } = await run("train", "new.txt", ...args);
    const { forgetting } = JSON.parse(stdout) as { forgetting: { title: string; before: Metrics; after: Metrics }[] };
    const rows = await readXmlDataset(join(folder, "test.txt"));
    const grown = { ...rows, numFeatures: 33, numLabels: 25 };
    const measure = async (model: string, of: typeof rows) =>
      JSON.parse(JSON.stringify(await evaluate(await load(model), of, { ks: [1, 5] })));
    expect([code, forgetting.map(({ title }) => title)]).toEqual([0, ["test.txt"]]);
    expect(forgetting[0].before).toEqual(await measure("model", rows));
    expect(forgetting[0].after).toEqual(await measure("measured", grown));
    expect(forgetting[0].after.precision).not.toEqual(forgetting[0].before.precision);
  });

  test("extends a model file in the same way as a directory", async () => {
    expect((await run("export", "model", "--tierwise", "model.tierwise")).code).toBe(0);
    const replay = ["--replay", "train.txt", ...short];
    for (const [from, to] of [
      ["model", "by-directory"],
      ["model.tierwise", "by-file"],
    ]) {
      expect((await run("train", "new.txt", "--from", from, "--model", to, ...replay)).code).toBe(0);
    }
    const [one, other] = [await load("by-directory"), await load("by-file")];
    expect(other.version).toBe(one.version);
    expect(other.record?.extended).toEqual({ ...one.record?.extended, from: "model.tierwise" });
  });

  test("continues from the moments of a model trained with `--keep-moments`", async () => {
    expect((await run("train", "train.txt", "--model", "kept", ...quick, "--keep-moments")).code).toBe(0);
    expect((await load("kept")).version).toBe((await load("model")).version);
    const files = readdirSync(join(folder, "kept")).join();
    expect(files).toMatch(/first\.input-.*last-steps-.*second\.output-/);
    for (const from of ["model", "kept"]) {
      expect((await run("train", "new.txt", "--from", from, "--model", `from-${from}`, ...short)).code).toBe(0);
    }
    expect((await load("from-kept")).version).not.toBe((await load("from-model")).version);
    expect(readdirSync(join(folder, "from-kept")).join()).toContain("second.output-");
    expect(readdirSync(join(folder, "from-model")).join()).not.toContain("second.output-");
  });

  test.each([
    [
      ["train.txt", "--no-refit"],
      "--keep-moments requires a model with the weights of the last step; expected --refit or --validation 0",
    ],
    [["train.txt", "--preset", "paper"], "expected --refit or --validation 0"],
    [["train.txt", "--validation", "test.txt"], "expected --refit or --validation 0"],
    [["new.txt", "--from", "model", "--validation", "0.2"], "of the last step; expected --validation 0"],
  ])("rejects %j with `--keep-moments`, because the moments of the best epoch are not known", async (args, message) => {
    const { code, stderr } = await run("train", ...args, "--model", "unwritten", "--keep-moments");
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(folder, "unwritten"))).toBe(false);
  });

  test("extends a model in its own directory", async () => {
    expect((await run("train", "train.txt", "--model", "own", ...quick)).code).toBe(0);
    const { code } = await run("train", "new.txt", "--from", "own", "--model", "own", ...short);
    expect([code, (await load("own")).itemCount]).toEqual([0, 25]);
  });

  test("resumes after being killed, with the same result as an uninterrupted run", async () => {
    const args = ["--epochs", "6", "--threads", "1", "--checkpoint-every", "0"];
    const extension = ["--from", "model", "--replay", "train.txt", "--replay-share", "0.5", ...args];
    expect((await run("train", "new.txt", "--model", "whole", ...extension)).code).toBe(0);
    const killed = await tierwise(["train", "new.txt", "--model", "killed", ...extension], {
      cwd: folder,
      onStderr: (text, kill) => {
        if (/epoch 2|2\/6/.test(text)) kill("SIGKILL");
      },
    });
    const { code, stderr } = await run("train", "new.txt", "--model", "killed", "--resume");
    expect([killed.code, code, stderr]).toEqual([null, 0, expect.any(String)]);
    const [whole, resumed] = [await load("whole"), await load("killed")];
    expect(resumed.members[0].weights.output.weights).toEqual(whole.members[0].weights.output.weights);
    expect(resumed.record?.labelCounts).toEqual(whole.record?.labelCounts);
  });

  test.each([
    [["--resume"], "--from starts an extension and --resume continues one"],
    [["--hidden", "16"], "--hidden: --from keeps the model's architecture"],
    [["--ensemble", "2", "--normalize"], "--ensemble, --normalize: --from keeps the model's architecture"],
    [["--learning-rates", "0.1,0.2"], "--learning-rates is 0.1,0.2; with --from, expected one learning rate"],
    [["--replay-share", "0.5"], "--replay-share requires --replay"],
  ])("rejects %j with a one-sentence error", async (flags, message) => {
    const before = contents("model");
    const { code, stderr } = await run("train", "new.txt", "--from", "model", "--model", "model", ...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(contents("model")).toEqual(before);
  });

  test("rejects `--replay` without `--from`, and a file with fewer items than the model", async () => {
    const alone = await run("train", "new.txt", "--model", "none", "--replay", "train.txt");
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("--replay requires --from")]);
    writeFileSync(join(folder, "small.txt"), "1 30 4\n0 1:1\n");
    const small = await run("train", "small.txt", "--from", "model", "--model", "none");
    expect([small.code, small.stderr]).toEqual([
      1,
      expect.stringContaining("small.txt: found 30 features and 4 labels; expected at least 30 and 20"),
    ]);
  });

  test("the error about a directory that contains a model suggests `--from`", async () => {
    const { code, stderr } = await run("train", "new.txt", "--model", "model");
    expect([code, stderr]).toEqual([1, expect.stringContaining("--from model trains it further on new rows")]);
  });

  test("matches features and items by name, in any order", async () => {
    const file = (name: string) => join(folder, "named", name);
    const { mkdirSync } = await import("node:fs");
    for (const part of ["named", "named/b"]) mkdirSync(join(folder, part));
    writeFileSync(file("a.txt"), `40 2 2\n${"0 0:1\n1 1:1\n".repeat(20)}`);
    await writeVocabulary(join(folder, "named"), ["a.txt"], {
      featureNames: ["hot", "cold"],
      itemNames: ["tea", "ice"],
    });
    writeFileSync(file("b/b.txt"), `60 3 3\n${"0 0:1\n1 1:1\n2 2:1\n".repeat(20)}`);
    const names = { featureNames: ["warm", "cold", "hot"], itemNames: ["milk", "ice", "tea"] };
    await writeVocabulary(join(folder, "named", "b"), ["b.txt"], names);
    const settings = ["--threads", "1", "--epochs", "40", "--learning-rates", "0.05"];
    await run("train", "named/a.txt", "--model", "named-a", "--hidden", "16", ...settings);
    const { code } = await run("train", "named/b/b.txt", "--from", "named-a", "--model", "named-b", ...settings);
    const model = await load("named-b");
    expect([code, model.itemNames, model.featureNames]).toEqual([0, ["tea", "ice", "milk"], ["hot", "cold", "warm"]]);
    expect([0, 1, 2].map((feature) => model.topK({ indices: [feature] }, 1)[0])).toEqual([0, 1, 2]);
  });

  test("extends a recommender with new users and items", async () => {
    const rating = (user: string, items: string[]) => items.map((item) => `${user},${item},5`).join("\n");
    const people = (name: string, items: string[]) =>
      Array.from({ length: 30 }, (_, i) => rating(`${name}${i}`, items)).join("\n");
    writeFileSync(join(folder, "old.csv"), `user,item,rating\n${people("a", ["tea", "milk", "honey", "lemon"])}\n`);
    writeFileSync(join(folder, "new.csv"), `user,item,rating\n${people("b", ["tea", "sugar", "milk", "rum"])}\n`);
    expect((await run("train", "old.csv", "--model", "taste", ...quick)).code).toBe(0);
    const args = ["--from", "taste", "--replay", "old.csv", "--model", "tastes", ...short];
    const { code, stdout, stderr } = await run("train", "new.csv", ...args);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("taste has 8 features and 4 items; new.csv adds 4 and 2"),
    ]);
    expect(stdout).toContain("test users of old.csv, before");
    const { itemNames, featureItems, featureNames } = await load("tastes");
    expect(itemNames?.toSorted()).toEqual(["honey", "lemon", "milk", "rum", "sugar", "tea"]);
    for (const [feature, item] of featureItems?.entries() ?? []) {
      expect(featureNames?.[feature]).toContain(itemNames?.[item]);
    }
  });
});
