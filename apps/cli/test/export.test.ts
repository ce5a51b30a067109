import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const inFolder = (file: string): string => join(folder, file);

beforeAll(async () => {
  await smallData(folder);
  writeFileSync(inFolder("names"), Array.from({ length: 20 }, (_, i) => `name ${i}\n`).join(""));
  const flags = ["--model", "model", ...quick, "--ensemble", "2", "--normalize", "--names", "names"];
  expect((await run("train", "train.txt", ...flags)).code).toBe(0);
  expect((await run("export", "model", "--tierwise", "model.tierwise")).code).toBe(0);
});

describe("export", () => {
  test("writes several formats at once, each with the names of the items", async () => {
    const files = ["--onnx", "out/a.onnx", "--safetensors", "out/a.safetensors", "--json", "out/a.json"];
    const { code, stdout, stderr } = await run("export", "model", ...files);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^out\/a\.onnx: onnx, [\d.]+ kB\nout\/a\.safetensors: .*\nout\/a\.json: json, [\d.]+ kB\n$/);
    for (const file of ["a.onnx", "a.safetensors", "a.json"]) {
      expect(readFileSync(inFolder(`out/${file}`)).includes("name 19")).toBe(true);
    }
    expect(readdirSync(inFolder("out"))).toHaveLength(3);
    const { members, normalize } = JSON.parse(readFileSync(inFolder("out/a.json"), "utf8"));
    expect([members.length, normalize]).toEqual([2, true]);
  });

  test("prints the result as JSON if `--json` is given without a file", async () => {
    const { code, stdout } = await run("export", "model.tierwise", "--onnx", "b.onnx", "--json");
    const bytes = readFileSync(inFolder("b.onnx")).length;
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ format: "onnx", path: "b.onnx", bytes }]]);
  });

  test("writes nothing if one of the output files exists and `--force` is not set", async () => {
    writeFileSync(inFolder("kept.onnx"), "kept");
    const files = ["--safetensors", "new.safetensors", "--onnx", "kept.onnx"];
    const { code, stderr } = await run("export", "model", ...files);
    expect([code, stderr]).toEqual([1, "tierwise: kept.onnx already exists; --force replaces it\n"]);
    expect([readFileSync(inFolder("kept.onnx"), "utf8"), existsSync(inFolder("new.safetensors"))]).toEqual([
      "kept",
      false,
    ]);
    expect((await run("export", "model", ...files, "--force")).code).toBe(0);
    expect(readFileSync(inFolder("kept.onnx")).length).toBeGreaterThan(1000);
  });

  test.each([
    [[], 2, "no file to write; expected --tierwise, --onnx, --safetensors or --json with a file"],
    [["--onnx", "x", "--tierwise", "./x"], 1, "tierwise and onnx are both x; expected different files"],
    [["--onnx", "x.onnx", "--onnx-input", "other"], 2, "Expected one of sparse, dense"],
    [["--json", "x.json.gz"], 1, "json is x.json.gz; expected a name without .gz"],
    [["--json", "/dev/null"], 1, "/dev/null is not a plain file"],
    [["--onnx", "."], 1, ". is not a plain file"],
  ])("rejects %j and writes nothing", async (flags, expected, message) => {
    const before = readdirSync(folder);
    const { code, stderr } = await run("export", "model", ...flags);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe("model files", () => {
  test("a model file gives the same predictions and metrics as the model directory", async () => {
    for (const command of ["predict", "evaluate"]) {
      const [one, other] = [await run(command, "model", "test.txt"), await run(command, "model.tierwise", "test.txt")];
      expect([other.code, other.stdout]).toEqual([0, one.stdout]);
      expect(one.stdout.length).toBeGreaterThan(100);
    }
  });

  test("a damaged model file is rejected with a clear message", async () => {
    const bytes = readFileSync(inFolder("model.tierwise"));
    writeFileSync(inFolder("cut.tierwise"), bytes.subarray(0, bytes.length - 10));
    const { code, stderr } = await run("predict", "cut.tierwise", "test.txt");
    expect([code, stderr]).toEqual([
      1,
      `tierwise: cut.tierwise has ${bytes.length - 10} bytes; expected ${bytes.length}; the file is damaged or incomplete\n`,
    ]);
  });
});

describe("models", () => {
  const place = inFolder("several");
  beforeAll(async () => {
    mkdirSync(place);
    mkdirSync(join(place, "not-a-model"));
    writeFileSync(join(place, "broken.tierwise"), "TIERWISE and no more");
    writeFileSync(join(place, "notes.txt"), "TIERWISE");
    await run("train", "train.txt", "--model", "several/one", ...quick);
    await run("export", "model", "--tierwise", "several/two.tierwise");
  });

  test("lists directories and files with data, items, settings, metrics, size and age", async () => {
    const { code, stdout, stderr } = await run("models", "several");
    expect([code, stderr]).toEqual([0, ""]);
    const [head, broken, one, two, ...rest] = stdout.split("\n");
    expect(head.split(/ {2,}/)).toEqual("model,state,data,items,settings,P@1,P@5,size,age".split(","));
    expect(broken).toMatch(/^several\/broken\.tierwise {2,}damaged {2,}20 B$/);
    const figures = "\\d+\\.\\d\\d {2,}\\d+\\.\\d\\d {2,}[\\d.]+ kB {2,}\\d+ \\w+";
    expect(one).toMatch(
      new RegExp(`^several/one {2,}finished {2,}train.txt {2,}20 {2,}pl-partition, 8 hidden {2,}${figures}$`),
    );
    expect(two).toMatch(
      new RegExp(
        `^several/two.tierwise {2,}finished {2,}train.txt {2,}20 {2,}pl-partition, 8 hidden, normalized, ensemble of 2 {2,}${figures}$`,
      ),
    );
    expect(rest.join("\n")).toContain("several/broken.tierwise has only 20 bytes; the file is damaged or incomplete");
  });

  test("prints every detail except item names as JSON", async () => {
    const { code, stdout } = await run("models", "several", "--json");
    const [broken, one, two] = JSON.parse(stdout);
    expect([code, broken.state]).toEqual([0, "damaged"]);
    expect(one).toMatchObject({ form: "directory", state: "finished", itemCount: 20, hidden: 8, hasItemNames: false });
    expect(two).toMatchObject({ form: "file", memberCount: 2, normalize: true, hasItemNames: true });
    expect(two.record).toMatchObject({ data: "train.txt", rows: 200 });
    expect(two.validation.precision["1"]).toBeGreaterThan(0);
    expect(stdout).not.toContain("name 19");
  });

  test("lists a single model given by its path, and reports if a directory contains no models", async () => {
    expect(JSON.parse((await run("models", "model", "--json")).stdout)).toHaveLength(1);
    const none = await run("models", "several/not-a-model");
    expect([none.code, none.stdout, none.stderr]).toEqual([0, "", "There are no models in several/not-a-model.\n"]);
    const missing = await run("models", "missing");
    expect([missing.code, missing.stderr]).toEqual([1, "tierwise: missing: no such file or directory\n"]);
  });
});
