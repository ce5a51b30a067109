import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { binary } from "./binary.ts";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });

beforeAll(async () => {
  await smallData(folder);
  writeFileSync(join(folder, "wrong.txt"), "2 3 4\n0 1:1\n1 7:1\n");
  writeFileSync(join(folder, "other.txt"), "1 3 4\n0 1:1\n");
  writeFileSync(join(folder, "ratings.csv"), "user,item,rating\na,x,5\na,y,4\n");
  writeFileSync(join(folder, "broken.jsonl"), '{"tiers": [["a"]]}\n{"tiers": 3}\n');
  writeFileSync(join(folder, "winner.jsonl"), '{"tiers": [["a"], ["b"]]}\n');
  mkdirSync(join(folder, "no-model"));
  expect((await run("train", "train.txt", "--model", "model", "--no-refit", ...quick)).code).toBe(0);
});

describe("a command that fails", () => {
  test.each([
    ["a missing file", ["train", "none.txt", "--model", "m"], /^tierwise: none\.txt: there is no such file\n$/],
    ["a directory instead of a file", ["train", "no-model", "--model", "m"], /no-model: is a directory/],
    [
      "a damaged row",
      ["train", "wrong.txt", "--model", "m"],
      /^tierwise: wrong\.txt:3: feature index 7 is not below 3/,
    ],
    [
      "ratings of a single user without liked items to hide",
      ["train", "ratings.csv", "--model", "m", "--test-users", "1"],
      /ratings\.csv: no user has a hidden rating of at least 4; see --liked, --hide and --test-users/,
    ],
    ["broken JSON Lines", ["fit", "broken.jsonl"], /^tierwise: broken\.jsonl:2: expected \{"tiers"/],
    [
      "a model of another shape",
      ["evaluate", "model", "other.txt"],
      /other\.txt: found 3 features and 4 labels; expected 30 and 20, as in the model model/,
    ],
    ["rows of another shape", ["predict", "model", "other.txt"], /other\.txt: found 3 features/],
    ["a directory without a model", ["evaluate", "no-model", "test.txt"], /no-model is not a model/],
    [
      "the wrong number of names",
      ["train", "train.txt", "--model", "m", "--names", "ratings.csv", ...quick],
      /ratings\.csv: the number of names is 3; expected 20/,
    ],
    [
      "an item that never loses",
      ["fit", "winner.jsonl"],
      /a is never ranked below the others, so the most likely utilities are infinite; set a prior.*--prior/,
    ],
    [
      "a missing scores file",
      ["likelihood", "winner.jsonl", "--scores", "scores.json"],
      /scores\.json: there is no such file/,
    ],
  ])("exits with code 1 and prints a message without a stack trace for %s", async (_, args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([code, stdout]).toEqual([1, ""]);
  });

  test("leaves no directory behind if training fails", () => {
    expect(existsSync(join(folder, "m"))).toBe(false);
  });

  test("prints a stack trace with `--debug`", async () => {
    const { code, stderr } = await run("train", "none.txt", "--model", "m", "--debug");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/\n\s+at /)]);
  });
});

/** The paths of the files in a folder and its subfolders, except binary copies of data. */
function files(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => !name.endsWith(".tierwise-cache"));
}

/** Commands that write to `directory`. */
const outputs = (directory: string): [string, string[]][] => [
  ["a model", ["train", "train.txt", "--model", join(directory, "model"), ...quick]],
  ["predictions", ["predict", "model", "test.txt", "--out", join(directory, "top.jsonl")]],
  ["a report", ["evaluate", "model", "test.txt", "--report", join(directory, "report.html")]],
  [
    "data",
    [
      "data",
      "generate",
      join(directory, "d.txt"),
      "--rows",
      "900",
      "--features",
      "30",
      "--labels",
      "20",
      "--labels-per-row",
      "3",
    ],
  ],
];

const isRoot = process.getuid?.() === 0;
// Root can write anywhere, so the tests run as the user `nobody`, who must have read access to the program.
const asNobody = isRoot ? { uid: 65534, gid: 65534 } : {};
const nobodyReads = spawnSync(process.execPath, [binary, "--version"], asNobody).status === 0;

describe.skipIf(!nobodyReads)("in a read-only directory (skipped if only root can read the program)", () => {
  test.each(outputs("read-only"))("a command that writes %s leaves no file behind", (_, args) => {
    const directory = join(folder, "read-only");
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o555);
    chmodSync(folder, 0o755);
    const { status, stdout, stderr } = spawnSync(process.execPath, [binary, ...args, "-q"], {
      cwd: folder,
      encoding: "utf8",
      ...asNobody,
    });
    expect(stderr).toMatch(/^tierwise: read-only\/?\S*: permission denied\n$/);
    expect(status).toBe(1);
    expect(stdout.includes("Error")).toBe(false);
    expect(files(directory)).toEqual([]);
  });
});

describe.skipIf(!existsSync("/bin/sh"))("on a full disk", () => {
  // A limit on the file size simulates a full disk: writing fails midway.
  test.each(outputs("full"))("a command that writes %s leaves no partial file", (_, args) => {
    const directory = join(folder, "full");
    mkdirSync(directory, { recursive: true });
    const command = `ulimit -f 4; exec "$0" "$@"`;
    const { status, stderr } = spawnSync("/bin/sh", ["-c", command, process.execPath, binary, ...args, "-q"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stderr).toMatch(/^tierwise: .*(exceeds the size limit|EFBIG)/);
    expect(status).toBe(1);
    expect(files(directory)).toEqual([]);
  });

  test.skipIf(!existsSync("/dev/full"))("a command writes to a device file instead of replacing it", async () => {
    const { code, stderr } = await run("predict", "model", "test.txt", "--out", "/dev/full");
    expect([code, stderr]).toEqual([1, "tierwise: /dev/full: no space left on the device\n"]);
    expect(statSync("/dev/full").isCharacterDevice()).toBe(true);
    const data = await run("data", "convert", "train.txt", "/dev/full", "--to", "xml");
    expect([data.code, data.stderr]).toEqual([
      1,
      "tierwise: /dev/full is not a regular file; expected a regular file, or a path that does not exist\n",
    ]);
  });
});
