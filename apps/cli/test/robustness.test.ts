import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { tierwise } from "./run-tierwise.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tierwise-robust-"));
});

const rows = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i));

async function train(name: string, lines: readonly string[], sizes: string, ...flags: readonly string[]) {
  const path = join(folder, `${name}.txt`);
  await writeFile(path, `${lines.length} ${sizes}\n${lines.join("\n")}\n`);
  const quick = ["--no-cache", "--threads", "1", "--hidden", "8", "--epochs", "5", "--force"];
  return tierwise(["train", path, "--model", join(folder, name), "--test", path, "--json", ...quick, ...flags]);
}

const auto = ["--preset", "auto", "--budget", "60"];

describe("`--preset auto`", () => {
  test.each([
    ["rows without labels or features", rows(40, (i) => ["0 0:1", " 0:1", "1", " "][i % 4]), "2 2"],
    ["a constant column", rows(40, (i) => `${i % 2} 0:7.5 1:${i % 2 ? 1.5 : 2.5}`), "2 2"],
    ["a single label", rows(40, (i) => `0 ${i % 3}:1`), "3 1"],
    ["rows that all have every label", rows(40, (i) => `0,1,2 ${i % 3}:1`), "3 3"],
    ["ten rows", rows(10, (i) => `${i % 2} ${i % 2}:1`), "2 2"],
    ["columns of scale 1e6 and 1e-6", rows(60, (i) => `${i % 2} 0:${1e6 + 1e5 * (i % 3)} 1:${1e-6 * (i % 2)}`), "2 2"],
  ])("trains a model on %s", async (name, lines, sizes) => {
    const { code, stdout } = await train(name.replaceAll(" ", "-"), lines, sizes, ...auto);
    const precision: number = JSON.parse(stdout).test.precision[1];
    expect([code, Number.isFinite(precision)]).toEqual([0, true]);
  });
});

test("columns are standardized, so a column of small values is not ignored", async () => {
  const lines = rows(60, (i) => `${i % 2} 0:${1e6 + 1e5 * (i % 3)} 1:${1e-6 * (i % 2)}`);
  const { stdout } = await train("scales", lines, "2 2", ...auto.slice(0, 2), "--epochs", "100", "--budget", "600");
  expect(JSON.parse(stdout).test.precision[1]).toBe(1);
});

test("a value that is not a number is rejected with an error that names its line and feature", async () => {
  const lines = rows(20, (i) => (i === 7 ? "1 0:nan 1:1" : "0 0:1 1:2"));
  const { code, stderr } = await train("nan", lines, "2 2", ...auto);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/nan\.txt:9: value "nan" of feature 0 is not finite/)]);
});

test("a learning rate of 1000 fails with a message and exit code 1", async () => {
  const lines = rows(200, (i) => `${i % 5},${5 + (i % 2)} ${i % 11}:1 ${11 + (i % 2)}:2`);
  const { code, stderr } = await train("diverging", lines, "13 7", "--learning-rates", "1000");
  expect([code, stderr]).toEqual([1, expect.stringContaining("training diverged at every learning rate (1000)")]);
});
