import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { loadModel } from "@tierwise/ranker";
import { beforeAll, describe, expect, test } from "vitest";
import { type Outcome, quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const train = (model: string, ...args: string[]) => run("train", "train.txt", "--model", model, ...quick, ...args);
const long = ["--epochs", "20", "--patience", "20", "--checkpoint-every", "0"];

/** The files in a model's directory, with their contents. */
function contents(model: string): Record<string, string> {
  const files = readdirSync(join(folder, model)).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, model, file), "hex")]));
}

async function outputWeights(model: string): Promise<Float32Array[]> {
  return (await loadModel(join(folder, model))).members.map(({ weights }) => weights.output.weights.slice());
}

/** Starts training, and kills the process as soon as it prints the given words. */
function killAt(words: string, model: string, ...args: string[]): Promise<Outcome> {
  return tierwise(["train", "train.txt", "--model", model, ...quick, ...long, ...args], {
    cwd: folder,
    onStderr: (text, kill) => {
      if (text.includes(words)) kill("SIGKILL");
    },
  });
}

beforeAll(async () => {
  await smallData(folder);
  expect((await train("model")).code).toBe(0);
});

describe("`--force`", () => {
  test("an existing model is not replaced without `--force`, and the error describes the model and the available flags", async () => {
    const before = contents("model");
    const { code, stderr } = await train("model", "--ensemble", "2");
    expect(stderr).toMatch(
      /^tierwise: model contains a finished model, last written \d+ \w+ ago \(2.*Z\) by: tierwise train train\.txt .*\n--from model trains it further on new rows; --force replaces it/,
    );
    expect([code, contents("model")]).toEqual([1, before]);
  });

  test.each([
    ["--validation", "2", "validation is 2; expected a fraction"],
    ["--criterion", "luck", 'criterion is "luck"'],
    ["--test", "wrong.txt", "wrong.txt: found 3 features and 4 labels"],
    ["--names", "train.txt", "train.txt: the number of names is 201"],
  ])("an existing model stays unchanged if %s %s is rejected", async (flag, value, message) => {
    writeFileSync(join(folder, "wrong.txt"), "1 3 4\n0 1:1\n");
    const before = contents("model");
    const { code, stderr } = await train("model", "--force", flag, value);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(contents("model")).toEqual(before);
  });

  test("an existing model can be loaded while `--force` replaces it, even if the command is killed, and `--resume` continues the new run", async () => {
    await train("old");
    const before = await outputWeights("old");
    await killAt("training 2/2: trial 1, epoch 3,", "old", "--force", "--ensemble", "2", "--hidden", "12");
    expect(await outputWeights("old")).toEqual(before);
    expect((await run("evaluate", "old", "test.txt")).code).toBe(0);
    const plain = await train("old");
    expect([plain.code, plain.stderr]).toEqual([
      1,
      expect.stringMatching(/a model, and an unfinished training run to replace it[\s\S]*--resume/),
    ]);
    const resumed = await run("train", "train.txt", "--model", "old", "--resume");
    expect(resumed.code).toBe(0);
    // The first member had finished before the command was killed, so it is not trained again.
    expect(resumed.stderr).not.toContain("training 1/2:");
    expect(resumed.stderr).toContain("training 2/2:");
    expect((await loadModel(join(folder, "old"))).members.map(({ hidden }) => hidden)).toEqual([12, 12]);
    await train("whole", ...long, "--ensemble", "2", "--hidden", "12");
    expect(await outputWeights("old")).toEqual(await outputWeights("whole"));
  });
});

describe("`--resume`", () => {
  test("rejects and names flags that contradict the training run, and accepts other flags", async () => {
    const given = ["--hidden", "16", "--epochs", "2", "--loss", "ranknet", "--ensemble", "3", "--negatives", "5"];
    const { code, stderr } = await run("train", "train.txt", "--model", "model", "--resume", ...given);
    expect(code).toBe(2);
    for (const line of [
      "--hidden is 16; expected 8",
      "--loss is ranknet; expected pl-partition",
      "--ensemble is 3; expected 1",
      "--negatives is 5; expected no --negatives",
    ]) {
      expect(stderr).toContain(`  ${line}\n`);
    }
    expect(stderr).not.toContain("--epochs is");
    const same = await run("train", "train.txt", "--model", "model", "--resume", "--threads", "2", "--hidden", "8");
    expect(same.code).toBe(0);
  });

  test("compares `--center` with the stored midpoint rule, which centers rows by default", async () => {
    const midpoint = ["--rule", "midpoint", "--intervals", "50"];
    expect((await train("row", ...midpoint)).code).toBe(0);
    expect((await train("none", ...midpoint, "--center", "none")).code).toBe(0);
    const resume = (model: string, center: string) =>
      run("train", "train.txt", "--model", model, "--resume", "--center", center);
    for (const [held, other] of [
      ["row", "none"],
      ["none", "row"],
    ]) {
      expect((await resume(held, held)).code).toBe(0);
      const { code, stderr } = await resume(held, other);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`  --center is ${other}; expected ${held}\n`)]);
    }
    const adaptive = await resume("model", "row");
    expect([adaptive.code, adaptive.stderr]).toEqual([
      2,
      expect.stringContaining("  --center is row; expected no --center\n"),
    ]);
  });

  test("rejects different names, different data, and a directory without a training run", async () => {
    writeFileSync(join(folder, "names"), Array.from({ length: 20 }, (_, i) => `n${i}\n`).join(""));
    const names = await run("train", "train.txt", "--model", "model", "--resume", "--names", "names");
    expect([names.code, names.stderr]).toEqual([2, expect.stringContaining("--names: expected no names")]);
    const data = await run("train", "test.txt", "--model", "model", "--resume");
    expect([data.code, data.stderr]).toEqual([1, expect.stringContaining("the dataset is not the one model")]);
    const { createRanker } = await import("@tierwise/ranker");
    await createRanker({ features: 30, items: 20, hidden: 4 }).save(join(folder, "saved"));
    const saved = await run("train", "train.txt", "--model", "saved", "--resume");
    expect([saved.code, saved.stderr]).toEqual([1, expect.stringContaining("contains a model but no training")]);
  });

  test("starts a new training run and prints a note if there is none to resume", async () => {
    const { code, stderr } = await train("begun", "--resume");
    expect([code, stderr]).toEqual([0, expect.stringContaining("There is no training run to resume in begun")]);
  });
});

describe("two processes", () => {
  test("if another process trains in the directory, the error names that process, and no file is written", async () => {
    const holder = { pid: process.pid, host: hostname(), since: "2026-01-02T03:04:05.000Z", token: "ab12" };
    const lock = join(folder, "model", "ranker.lock");
    writeFileSync(lock, JSON.stringify(holder));
    const before = contents("model");
    const { code, stderr } = await train("model", "--force");
    expect([code, stderr]).toEqual([
      1,
      `tierwise: model is being written by another process (pid ${process.pid} on ${hostname()}, since ${holder.since}); wait until it ends, or stop it\n`,
    ]);
    expect(contents("model")).toEqual(before);
    rmSync(lock);
  });
});

describe("evaluate", () => {
  test("a note states that the training of a model is not finished", async () => {
    await killAt("trial 1, epoch 3,", "unfinished");
    const { code, stderr } = await run("evaluate", "unfinished", "test.txt");
    expect([code, stderr]).toEqual([0, expect.stringContaining("Training in unfinished is not finished")]);
  });
});

describe("`--model`", () => {
  test.runIf(existsSync("/proc"))("`train` rejects a path in /proc, where it cannot create a directory", async () => {
    const { code, stderr } = await train("/proc/x");
    expect([code, stderr]).toEqual([1, "tierwise: /proc/x cannot be created: /proc does not accept new directories\n"]);
  });

  test("`train` rejects the path of a file, because a model is a directory", async () => {
    const { code, stderr } = await train("train.txt");
    expect([code, stderr]).toEqual([
      1,
      "tierwise: train.txt is not a directory; expected a directory or an unused path\n",
    ]);
  });
});
