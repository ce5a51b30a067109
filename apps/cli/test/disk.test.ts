import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { binary } from "./binary.ts";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const inFolder = (path: string): string => join(folder, path);
const short = ["--epochs", "1", "--threads", "1"];

beforeAll(async () => {
  await smallData(folder);
  const flags = [...quick, "--hidden", "64", "--keep-moments"];
  expect((await run("train", "train.txt", "--model", "model", ...flags)).code).toBe(0);
  expect((await run("export", "model", "--tierwise", "model.tierwise")).code).toBe(0);
});

/** Commands that write to `directory`. */
const outputs = (directory: string): [string, string[]][] => [
  ...["tierwise", "onnx", "safetensors", "json"].map((format): [string, string[]] => [
    `export --${format}`,
    ["export", "model", `--${format}`, join(directory, `x.${format}`)],
  ]),
  ["train --from a directory", ["train", "test.txt", "--from", "model", "--model", join(directory, "m"), ...short]],
  ["train --from a file", ["train", "test.txt", "--from", "model.tierwise", "--model", join(directory, "m"), ...short]],
];

/** Runs a command in a shell after a command that prepares the shell. */
function after(command: string, args: readonly string[]) {
  return spawnSync("/bin/sh", ["-c", `${command}; exec "$0" "$@"`, process.execPath, binary, ...args, "-q"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
}

describe.skipIf(!existsSync("/bin/sh"))("if the size of files is limited", () => {
  test.each(outputs("limited"))("%s reports that the file exceeds the limit, and leaves no file behind", (_, args) => {
    mkdirSync(inFolder("limited"), { recursive: true });
    const { status, stderr } = after("ulimit -f 4", args);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^tierwise: \S*limited\/\S+: .*exceeds the size limit\n$/),
    ]);
    expect(readdirSync(inFolder("limited"), { recursive: true })).toEqual([]);
  });

  test("if the extension of a model in its own directory fails, the model stays unchanged", async () => {
    const before = (await run("predict", "model", "test.txt")).stdout;
    const [files, header] = [readdirSync(inFolder("model")), readFileSync(inFolder("model/ranker.json"), "utf8")];
    const { status, stderr } = after("ulimit -f 4", [
      "train",
      "test.txt",
      "--from",
      "model",
      "--model",
      "model",
      ...short,
    ]);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^tierwise: model\/\S+: .*exceeds the size limit\n$/)]);
    expect(readdirSync(inFolder("model")).sort()).toEqual(files.sort());
    expect(readFileSync(inFolder("model/ranker.json"), "utf8")).toBe(header);
    expect((await run("predict", "model", "test.txt")).stdout).toBe(before);
  });
});

const disk = inFolder("disk");
mkdirSync(disk);
const succeeds = (command: string): boolean => spawnSync("/bin/sh", ["-c", `${command} "$0"`, disk]).status === 0;
const mounted = succeeds("mount -t tmpfs -o size=8k tmpfs");
afterAll(() => {
  if (mounted) succeeds("umount");
});

describe.skipIf(!mounted)("on an 8 kB file system (skipped without permission to mount one)", () => {
  test.each(outputs("disk"))("%s reports that the disk is full, and leaves no file behind", async (_, args) => {
    const { code, stderr } = await run(...args, "-q");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tierwise: disk\/\S+: no space left on the device\n$/)]);
    expect(readdirSync(disk)).toEqual([]);
  });

  test.each(outputs("disk"))("%s reports that the file system is read-only", async (_, args) => {
    expect(succeeds("mount -o remount,ro")).toBe(true);
    const { code, stderr } = await run(...args, "-q");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tierwise: disk\/\S+: the file system is read-only\n$/)]);
  });
});

describe.runIf(existsSync("/proc"))("in /proc", () => {
  test.each(outputs("/proc"))("%s reports that nothing can be created in /proc", async (_, args) => {
    const { code, stderr } = await run(...args, "-q");
    const said = /^tierwise: \/proc\/\S+ cannot be created: \/proc does not accept new (?:files|directories)\n$/;
    expect([code, stderr]).toEqual([1, expect.stringMatching(said)]);
  });
});

test.each([
  [["models", "missing"], "missing: no such file or directory"],
  [["models", "missing.tierwise"], "missing.tierwise: no such file or directory"],
  [["export", "missing", "--onnx", "x.onnx"], "missing: there is no such model directory or model file"],
  [["predict", "missing", "test.txt"], "missing: there is no such model directory or model file"],
  [["train", "test.txt", "--from", "missing", "--model", "m"], "missing: there is no such model directory"],
  [["serve", "missing", "--port", "0"], "missing: no such file or directory"],
  [["serve", "model", "missing.tierwise", "--port", "0"], "missing.tierwise: no such file or directory"],
  [["serve", "train.txt", "--port", "0"], "train.txt is neither a model nor the output of tierwise fit: "],
])("rejects %j with a one-line error, and writes nothing", async (args, message) => {
  const before = readdirSync(folder);
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(/^tierwise: [^\n]*\n$/)]);
  expect(stderr).toContain(message);
  expect(readdirSync(folder)).toEqual(before);
});
