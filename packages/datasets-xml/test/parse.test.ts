import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import * as all from "../src/index.ts";
import * as withoutNode from "../src/parse.ts";

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

test("the browser entry point imports no Node modules", () => {
  expect([...importsOf(source("parse.ts"))].filter((name) => name.startsWith("node:"))).toEqual([]);
  expect([...importsOf(source("index.ts"))]).toContain("node:fs/promises");
});

test("the main entry point exports everything that the browser entry point exports", () => {
  expect(all).toMatchObject(withoutNode);
});
