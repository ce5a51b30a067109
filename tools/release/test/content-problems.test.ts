import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { contentProblems } from "../src/content-problems.ts";
import { overBudget } from "../src/sizes.ts";

const folder = mkdtempSync(join(tmpdir(), "tierwise-content-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fields = { description: "…", license: "…", repository: {}, homepage: "…", bugs: "…", keywords: [], engines: {} };

function installed(name: string, manifest: object, files: readonly string[]): string {
  const directory = join(folder, name);
  mkdirSync(join(directory, "dist"), { recursive: true });
  writeFileSync(join(directory, "package.json"), JSON.stringify(manifest));
  for (const file of files) writeFileSync(join(directory, file), "[a guide](https://example.com)");
  return directory;
}

const entry = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } };

test("a complete package has no problems", () => {
  const files = ["README.md", "LICENSE", "dist/index.js", "dist/index.d.ts"];
  expect(contentProblems(installed("complete", { ...fields, exports: entry }, files))).toEqual([]);
});

test("a file that is missing from `files` is reported", () => {
  const directory = installed("incomplete", { ...fields, exports: entry }, ["README.md", "dist/index.js"]);
  expect(contentProblems(directory)).toEqual(["LICENSE is missing", "./dist/index.d.ts is missing"]);
});

test("a pattern in `exports` is not reported, because it does not name a single file", () => {
  const exports = { "./vectors/*.json": "./vectors/*.json" };
  expect(contentProblems(installed("pattern", { ...fields, exports }, ["README.md", "LICENSE"]))).toEqual([]);
});

test("fields that npm shows must be present", () => {
  const { keywords: _, ...rest } = fields;
  expect(contentProblems(installed("bare", rest, ["README.md", "LICENSE"]))).toEqual(["package.json has no keywords"]);
});

test("a size above its budget is reported", () => {
  expect(overBudget("losses", { packed: 10, installed: 21 }, { packed: 10, installed: 20 })).toEqual([
    "losses: installed size is 21.0 kB, expected at most 20 kB (tools/release/budget.json)",
  ]);
});
