import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readXmlDataset } from "@tierwise/datasets-xml";
import { type EpochReport, evaluate, loadModel, loadRanker } from "@tierwise/ranker";
import { installStandIn } from "@tierwise/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { binary } from "./binary.ts";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });

beforeAll(async () => {
  await smallData(folder);
  const { code, stderr } = await run("train", "train.txt", "--model", "model", "--seed", "3", ...quick);
  expect(stderr).toContain("trial 1, epoch 2");
  expect(code).toBe(0);
});

describe("train", () => {
  test("prints the result of training and the test metrics as JSON", async () => {
    const args = ["--model", "json", "--test", "test.txt", "--loss", "ranknet", "--no-refit", "--json", ...quick];
    const { code, stdout } = await run("train", "train.txt", ...args);
    const result = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(result).toMatchObject({ model: "json", stopped: "finished", settings: { loss: { name: "ranknet" } } });
    expect(result.history).toHaveLength(2);
    expect(Object.keys(result.test).sort()).toEqual(["ndcg", "precision", "psndcg", "psp", "recall"]);
  });

  test("accepts the paper's rule with any T and c", async () => {
    const rule = ["--intervals", "50", "--shift", "2", "--center", "none"];
    const args = ["--model", "midpoint", ...rule, "--no-refit", "--json", ...quick];
    const { settings } = JSON.parse((await run("train", "train.txt", ...args)).stdout);
    expect(settings.loss).toEqual({
      name: "pl-partition",
      rule: { name: "midpoint", intervals: 50, shift: 2, center: "none" },
    });
  });

  test("accepts the weight of GLaS", async () => {
    const args = ["--model", "glas", "--glas", "0.5", "--no-refit", "--json", ...quick];
    const { settings } = JSON.parse((await run("train", "train.txt", ...args)).stdout);
    expect(settings.glas).toBe(0.5);
    const { code, stderr } = await run("train", "train.txt", "--model", "none", "--glas", "-1", ...quick);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Expected a nonnegative number.")]);
  });

  test("with `--resume`, reports that training is already finished", async () => {
    const { code, stderr } = await run("train", "train.txt", "--model", "model", "--resume", ...quick);
    expect([code, stderr]).toEqual([0, expect.stringContaining("Training in model is already finished.")]);
  });

  test("reports which backend tfjs uses", async () => {
    const args = ["--model", "tfjs", "--engine", "tfjs", "--backend", "wasm", ...quick];
    const { code, stderr } = await run("train", "train.txt", ...args);
    expect([code, stderr.split("\n").filter((line) => line === "tfjs runs on wasm.")]).toEqual([
      0,
      ["tfjs runs on wasm."],
    ]);
  });

  test("finds tfjs backends in the working directory", async () => {
    const place = temporaryFolder();
    installStandIn(place, "@tensorflow/tfjs-node-gpu", `throw new Error("no CUDA today");`);
    const args = ["--model", "gpu", "--engine", "tfjs", "--backend", "tfjs-node-gpu", ...quick];
    const { code, stderr } = await tierwise(["train", join(folder, "train.txt"), ...args], { cwd: place });
    expect(stderr).toContain("@tensorflow/tfjs-node-gpu is installed but does not load: no CUDA today.");
    expect(code).toBe(1);
  });

  test("with `--wide`, reports whether wide vectors are used, and trains the same model", async () => {
    const { code, stderr } = await run("train", "train.txt", "--model", "wide", "--seed", "3", "--wide", ...quick);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Products use (128|256)-bit vectors.*\.$/m)]);
    const weights = async (model: string) => {
      const { input, output } = (await loadRanker(join(folder, model))).weights;
      return [input.weights, input.bias, output.weights, output.bias];
    };
    expect(await weights("wide")).toEqual(await weights("model"));
  });

  test("with `--quiet`, prints nothing", async () => {
    const { code, stdout, stderr } = await run("train", "train.txt", "--model", "quiet", "--quiet", ...quick);
    expect([code, stdout, stderr]).toEqual([0, "", ""]);
  });

  test("trains an ensemble that works with `evaluate` and `predict` like a single model", async () => {
    const { code } = await run("train", "train.txt", "--model", "both", "--ensemble", "2", "--seed", "3", ...quick);
    expect(code).toBe(0);
    expect(readdirSync(join(folder, "both"))).toHaveLength(1 + 2 * 4);
    // The first member equals a model that is trained alone with the same seed.
    const [first, second] = (await loadModel(join(folder, "both"))).members;
    const alone = await loadRanker(join(folder, "model"));
    expect(first.weights.output.bias).toEqual(alone.weights.output.bias);
    const { features } = await readXmlDataset(join(folder, "test.txt"), { cache: false });
    const mean = first.scores(features).map((score, i) => (score + second.scores(features)[i]) / 2);
    const { stdout } = await run("predict", "both", "test.txt", "--k", "20");
    const { items, scores } = JSON.parse(stdout.split("\n")[0]);
    for (const [place, item] of items.entries()) expect(scores[place]).toBeCloseTo(mean[item], 5);
    const { precision } = JSON.parse((await run("evaluate", "both", "test.txt", "--json")).stdout);
    expect(precision[1]).toBeGreaterThan(0.1);
  });
});

describe("Ctrl-C", () => {
  test("writes a checkpoint and prints how to resume, and resuming gives the result of uninterrupted training", async () => {
    const args = ["train", "train.txt", "--model", "stopped", ...quick, "--epochs", "150", "--patience", "150"];
    let sent = false;
    const stopped = await tierwise(args, {
      cwd: folder,
      onStderr: (text, kill) => {
        if (!sent && text.includes("epoch 3,")) kill("SIGINT");
        sent ||= text.includes("epoch 3,");
      },
    });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain("Press Ctrl-C again");
    const [, command] = /Resume with:\n {2}tierwise (.*)\n/.exec(stopped.stderr) ?? [];
    expect(command).toBe(`${args.join(" ")} --resume`);

    const again = await run(...args);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("Continue it with --resume")]);
    const [resumed, whole] = await Promise.all([
      run(...command.split(" "), "--json"),
      run(...args.map((word) => (word === "stopped" ? "whole" : word)), "--json"),
    ]);
    const [a, b] = [resumed, whole].map(({ stdout }) => JSON.parse(stdout));
    const untimed = ({ seconds: _, stepSeconds: __, ...rest }: EpochReport) => rest;
    expect(a.history.map(untimed)).toEqual(b.history.map(untimed));
    const weights = (name: string) => loadRanker(join(folder, name)).then((ranker) => ranker.weights.output.weights);
    expect(await weights("stopped")).toEqual(await weights("whole"));
  });
});

describe("evaluate", () => {
  test("notes that figures are optimistic on the training file, from any folder, but not on other rows", async () => {
    const note = /^The model was trained on the rows of .*train\.txt, so the figures are optimistic\.$/m;
    expect((await run("evaluate", "model", "train.txt")).stderr).toMatch(note);
    expect((await run("evaluate", "model", join(folder, "train.txt"))).stderr).toMatch(note);
    expect((await run("evaluate", "model", "test.txt")).stderr).not.toContain("optimistic");
    mkdirSync(join(folder, "other"));
    copyFileSync(join(folder, "test.txt"), join(folder, "other", "train.txt"));
    expect((await run("evaluate", "model", "other/train.txt")).stderr).not.toContain("optimistic");
  });

  test("prints the evaluator's result as fractions", async () => {
    const { code, stdout } = await run("evaluate", "model", "test.txt", "--json", "--k", "1,3");
    const data = await readXmlDataset(join(folder, "test.txt"), { cache: false });
    const expected = await evaluate(await loadRanker(join(folder, "model")), data, { ks: [1, 3], threads: 1 });
    expect(code).toBe(0);
    const printed = JSON.parse(stdout);
    expect(printed).toMatchObject(JSON.parse(JSON.stringify(expected)));
    // The counts stored with the model give the same propensities as the training file.
    const { stdout: fromFile } = await run(
      "evaluate",
      "model",
      "test.txt",
      "--json",
      "--k",
      "1,3",
      "--train",
      "train.txt",
    );
    expect(printed.psp[3]).toBeGreaterThan(0);
    expect(JSON.parse(fromFile)).toEqual(printed);
  });

  test("prints percentages, and with `--by-frequency` also groups them by label frequency", async () => {
    const { stdout } = await run("evaluate", "model", "test.txt", "--by-frequency");
    expect(stdout).toMatch(/k +P@k +nDCG@k +PSP@k +PSnDCG@k +recall@k/);
    expect(stdout).toMatch(/head +\d/);
  });
});

describe("predict", () => {
  test("prints the top items of the ranker as JSON Lines, including for rows from standard input", async () => {
    const { stdout } = await run("predict", "model", "test.txt", "--k", "4");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { features } = await readXmlDataset(join(folder, "test.txt"), { cache: false });
    const expected = (await loadRanker(join(folder, "model"))).topK(features, 4);
    expect(lines.map(({ row }) => row)).toEqual(Array.from({ length: expected.length / 4 }, (_, row) => row));
    expect(lines.flatMap(({ items }) => items)).toEqual(Array.from(expected));
    const input = readFileSync(join(folder, "test.txt"), "utf8");
    const piped = await tierwise(["predict", "model", "-", "--k", "4"], { cwd: folder, input });
    expect(piped.stdout).toBe(stdout);
  });

  test("omits rated items if the model stores which items its features refer to", async () => {
    await run("data", "generate", "ratings.csv", "--ratings", "--users", "60", "--items", "12", "--per-user", "6");
    await run("data", "convert", "ratings.csv", "rated", "--seed", "1");
    await run("train", "rated/train.txt", "--model", "rated/model", ...quick);
    const { featureNames, featureItems, itemNames } = await loadModel(join(folder, "rated/model"));
    expect([featureItems?.[0], featureItems?.[12], itemNames?.length]).toEqual([0, 0, 12]);
    expect(featureNames?.[12]).toBe(`not liked: ${itemNames?.[0]}`);
    const { stdout } = await run("predict", "rated/model", "rated/users.txt", "--new-only", "--k", "12");
    const { features } = await readXmlDataset(join(folder, "rated/users.txt"), { cache: false });
    for (const [row, line] of stdout.trimEnd().split("\n").entries()) {
      const seen = new Set(Array.from(features.indices.subarray(features.indptr[row], features.indptr[row + 1])));
      const fresh = itemNames?.filter((_, item) => !seen.has(item) && !seen.has(12 + item)) ?? [];
      expect(JSON.parse(line).items.toSorted()).toEqual(fresh.toSorted());
    }
  });

  test("rejects `--new-only` with exit code 2 if the model does not store which items its features refer to", async () => {
    const { code, stderr } = await tierwise(["predict", "model", "test.txt", "--new-only"], { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining("stores which items its features refer to")]);
  });

  test("warns if the data have changed since the vocabulary was written", async () => {
    const text = readFileSync(join(folder, "rated/train.txt"), "utf8");
    writeFileSync(join(folder, "rated/train.txt"), text.replace(/\n$/, " \n"));
    const { stderr } = await run("train", "rated/train.txt", "--model", "rated/other", ...quick);
    expect(stderr).toContain("rated/train.txt has changed since rated/vocabulary.json was written");
    expect((await loadModel(join(folder, "rated/other"))).featureItems).toBeUndefined();
  });

  test("writes TSV to a file that gets its final name only when it is complete", async () => {
    const { code, stdout } = await run(
      "predict",
      "model",
      "test.txt",
      "--k",
      "2",
      "--format",
      "tsv",
      "--out",
      "top.tsv",
    );
    expect([code, stdout]).toEqual([0, ""]);
    const lines = readFileSync(join(folder, "top.tsv"), "utf8").trimEnd().split("\n");
    expect(lines[0]).toBe("row\tplace\titem\tscore");
    expect(lines).toHaveLength(1 + 2 * 60);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await run("predict", "model", "test.txt", "--k", "2", "--format", "tsv", "--out", "top.tsv.gz");
    expect(gunzipSync(readFileSync(join(folder, "top.tsv.gz"))).toString()).toBe(`${lines.join("\n")}\n`);
  });

  test.skipIf(!existsSync("/bin/sh"))("exits silently when the reader closes the pipe", () => {
    const command = `"${process.execPath}" "${binary}" predict model test.txt | head -n 1`;
    const { stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect([stdout.split("\n").length, stderr]).toEqual([2, ""]);
  });
});
