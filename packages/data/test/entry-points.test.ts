import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import * as all from "../src/index.ts";
import * as parse from "../src/parse.ts";
import * as rows from "../src/rows.ts";

/** Everything that a module imports, directly or not. */
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
const ofNode = (name: string) => [...importsOf(source(name))].filter((imported) => imported.startsWith("node:"));

test.each(["parse.ts", "rows.ts", "reading.ts", "reading/visible-text.ts"])(
  "%s, which is offered to browsers, imports nothing of Node",
  (name) => {
    expect(ofNode(name)).toEqual([]);
  },
);

test("what reads files does", () => {
  expect(ofNode("index.ts")).toContain("node:fs/promises");
  expect(ofNode("files.ts")).toContain("node:fs/promises");
});

test("what is offered to browsers is offered to everyone else as well", () => {
  expect(all).toMatchObject(parse);
  expect(all).toMatchObject(rows);
});
