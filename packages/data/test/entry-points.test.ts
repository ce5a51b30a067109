import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import * as all from "../src/index.ts";
import * as parse from "../src/parse.ts";
import * as rows from "../src/rows.ts";

/** All modules that a module imports, directly or indirectly. */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of readFileSync(file, "utf8").matchAll(/^(?:import|export|\}).*? from "(.+)";$/gm)) {
    if (name.startsWith(".")) importsOf(join(dirname(file), name), seen);
    else seen.add(name);
  }
  return seen;
}

const source = (name: string) => join(import.meta.dirname, "..", "src", name);
const nodeImports = (name: string) => [...importsOf(source(name))].filter((imported) => imported.startsWith("node:"));

test.each(["parse.ts", "rows.ts", "reading.ts", "reading/printable-text.ts"])(
  "%s runs in browsers: it imports no Node modules",
  (name) => {
    expect(nodeImports(name)).toEqual([]);
  },
);

test("the entry points that read files import Node modules", () => {
  expect(nodeImports("index.ts")).toContain("node:fs/promises");
  expect(nodeImports("files.ts")).toContain("node:fs/promises");
});

test("the main entry point exports everything that the browser entry points export", () => {
  expect(all).toMatchObject(parse);
  expect(all).toMatchObject(rows);
});
