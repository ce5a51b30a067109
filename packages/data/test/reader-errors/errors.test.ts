import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { DatasetError } from "../../src/index.ts";
import { fileErrors } from "./file-errors.ts";
import { formatErrors } from "./format-errors.ts";
import { tableErrors } from "./table-errors.ts";

const source = join(import.meta.dirname, "..", "..", "src");
const folder = temporaryFolder();
const cases = [...tableErrors, ...formatErrors, ...fileErrors];
/** The source locations, as `file:line`, in the stack traces of the errors. */
const seen = new Set<string>();

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** The error of each case, in the order of the cases. */
const errors: unknown[] = [];

beforeAll(async () => {
  for (const { read } of cases) {
    const error: unknown = await Promise.resolve(write)
      .then(read)
      .then(
        () => undefined,
        (problem: unknown) => problem,
      );
    errors.push(error);
    remember(error);
  }
});

function remember(error: unknown): void {
  if (!(error instanceof Error)) return;
  for (const [, file, line] of (error.stack ?? "").matchAll(/\/src\/([\w/-]+\.ts):(\d+):\d+/g))
    seen.add(`${file}:${line}`);
  remember(error.cause);
}

describe("every reader error names the file, the line and the option that resolves it:", () => {
  test.each(cases.map((one, k) => [one.message, one, k] as const))("%s", (_, expected, k) => {
    const error = errors[k] as DatasetError;
    expect(error).toBeInstanceOf(DatasetError);
    const message = error.message.replace(`${folder}/`, "").replace("none/", "");
    if (expected.message.endsWith("…"))
      expect(`${message.slice(0, expected.message.length - 1)}…`).toBe(expected.message);
    else expect(message).toBe(expected.message);
    expect([error.option, error.limit]).toEqual([expected.option, expected.limit]);
  });
});

/** The lines of source code that match a pattern, as `file:line`. */
function linesWith(pattern: RegExp): string[] {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) =>
    readFileSync(join(source, name), "utf8")
      .split("\n")
      .flatMap((text, k) => (pattern.test(text) ? [`${relative(source, join(source, name))}:${k + 1}`] : [])),
  );
}

test("the table contains every error that a reader can throw", () => {
  const made = linesWith(/new DatasetError\(|\bthrow (fail|wrongValue)\(|^\s+(if .*)?fail\(/);
  const writers = /^files\/write-file\.ts/;
  expect(made.filter((place) => !seen.has(place) && !writers.test(place))).toEqual([]);
});

test.each(["sources/letor-line.ts", "sources/preflib.ts", "layouts/grade-problem.ts"])(
  "the table contains every problem that %s describes",
  (name) => {
    const returned = [...readFileSync(join(source, name), "utf8").matchAll(/return `([^`]*)`/g)];
    expect(returned.length).toBeGreaterThan(0);
    const parts = returned.map(([, words]) => words.split(/\$\{(?:[^{}]|\{[^}]*\})*\}/));
    const isSeen = (words: string[]): boolean =>
      cases.some(({ message }) => words.every((word) => message.includes(word)));
    expect(parts.filter((words) => !isSeen(words))).toEqual([]);
  },
);
