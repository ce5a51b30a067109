import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateDocuments, writeDocuments } from "@tierwise/documents";
import { beforeAll, describe, expect, test } from "vitest";
import { type Outcome, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const file = (name: string): string => join(folder, name);
const fitted = ["--trees", "30", "--leaves", "6", "--validation", "0", "--threads", "1"];

/** Runs training. If a signal is given, sends it once, as soon as there is a checkpoint. */
async function train(model: string, args: readonly string[], signal?: NodeJS.Signals): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const onStderr = (_: string, kill: (signal: NodeJS.Signals) => void): void => {
    if (signal === undefined) return;
    timer ??= setInterval(() => {
      if (!existsSync(file(join(model, "training-0.json")))) return;
      clearInterval(timer);
      kill(signal);
    }, 5);
  };
  const command = ["train", file("rank.train"), "--model", file(model), "--checkpoint-every", "0.1", ...args];
  return tierwise(command, { onStderr }).finally(() => clearInterval(timer));
}

const modelOf = (name: string): string => readFileSync(file(join(name, "documents.json")), "utf8");

beforeAll(async () => {
  await writeDocuments(file("rank.train"), generateDocuments({ lists: 80, documents: 15, features: 6, seed: 1 }).lists);
  const { code, stderr } = await train("model", fitted);
  expect(code, stderr).toBe(0);
});

describe("`train --resume`", () => {
  // Training continues long after the first checkpoint, so that the signal arrives in time even on a busy machine.
  const epochs = ["--scorer", "network", "--epochs", "600", "--patience", "600", "--threads", "1"];
  test.each([
    [
      "trees",
      "SIGKILL",
      null,
      ["--trees", "1000", "--leaves", "30", "--min-documents", "2", "--patience", "1000", "--threads", "1"],
    ],
    ["network", "SIGINT", 130, [...epochs, "--learning-rates", "0.001,0.01"]],
  ] as const)("resumes training with `--scorer %s` after %s, and produces a byte-identical model", async (...each) => {
    const [name, signal, exitCode, args] = each;
    expect((await train(`${name}-whole`, args)).code).toBe(0);
    const stopped = await train(name, args, signal);
    expect(stopped.code, stopped.stderr).toBe(exitCode);
    expect(readdirSync(file(name))).toContain("training-0.json");
    expect(readdirSync(file(name))).not.toContain("documents.json");
    const again = await train(name, args);
    expect(again.stderr).toContain(
      "contains an unfinished training run; --resume continues it, --force starts a new one",
    );
    const changed = await train(name, [...args, "--resume", "--seed", "9"]);
    expect(changed.stderr).toContain("that differs in seed, training lists, validation lists");
    const { stdout } = await tierwise(["models", folder]);
    expect(stdout).toMatch(new RegExp(`${name} +training `));
    const { code, stderr } = await train(name, [...args, "--resume"]);
    expect(code, stderr).toBe(0);
    expect(modelOf(name)).toBe(modelOf(`${name}-whole`));
    expect(readdirSync(file(name))).toEqual(["documents.json"]);
  });

  test("starts a new training run if there is none to resume, and rejects `--resume` together with `--force`", async () => {
    const { code, stderr } = await train("new", [...fitted, "--resume"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("There is no training run to resume");
    expect((await train("new", [...fitted, "--resume", "--force"])).stderr).toContain("expected only one of them");
  });
});

describe("models", () => {
  test("lists document models with their scorer and loss", async () => {
    const listed = JSON.parse((await tierwise(["models", file("model"), "--json"])).stdout);
    expect(listed).toMatchObject([
      { path: file("model"), state: "finished", scorer: "trees", loss: "pl-partition", features: 6, steps: 30 },
    ]);
    await train("damaged", fitted);
    writeFileSync(file("damaged/documents.json"), "{");
    const { stdout } = await tierwise(["models", folder]);
    expect(stdout).toMatch(/damaged +damaged/);
    expect(stdout).toContain("documents.json cannot be read");
  });
});

describe("export", () => {
  test("writes ONNX, and explains why other formats are not supported", async () => {
    const { stdout, code } = await tierwise(["export", file("model"), "--onnx", file("model.onnx")]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/model\.onnx: onnx, /)]);
    expect(readFileSync(file("model.onnx")).includes("TreeEnsembleRegressor")).toBe(true);
    const other = await tierwise(["export", file("model"), "--safetensors", file("model.safetensors")]);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("--safetensors does not apply")]);
    expect((await tierwise(["export", file("model"), "--onnx", file("model.onnx")])).stderr).toContain(
      "already exists",
    );
  });
});
