// Checks that the files, scripts and suites mentioned in guides exist.
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pages, read, root } from "./repository.ts";

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const manifest = (file: string): Manifest => JSON.parse(read(file)) as Manifest;
const workspace = globSync(["packages/*/package.json", "apps/*/package.json", "tools/*/package.json"], { cwd: root });
const scripts = new Map(workspace.map(manifest).map(({ name, scripts: own }) => [name, Object.keys(own ?? {})]));
const rootScripts = Object.keys(manifest("package.json").scripts ?? {});
const suites = globSync("apps/bench/src/suites/*.ts", { cwd: root }).flatMap((file) =>
  Array.from(read(file).matchAll(/^ {2,4}name: [`"]([^`"]+)[`"]/gm), ([, name]) => name),
);

/** Whether a suite exists. Some suite names contain a variable part: `integrator-cost-${…}`. */
function isSuite(name: string): boolean {
  return suites.some((suite) => suite === name || (suite.includes("${") && name.startsWith(suite.split("${")[0])));
}

/** The distinct matches of a pattern in a page. */
function named(page: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(read(page).matchAll(pattern), (match) => match.slice(1).join(" ")))];
}

describe.each(pages)("%s", (page) => {
  test("mentions only files that exist", () => {
    // Matches paths in code without placeholders, such as `packages/losses/src/rank-net.ts`.
    const paths = named(page, /`((?:packages|apps|docs|tools)\/[\w./-]+)`/g).filter((path) => path !== "docs/api");
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("mentions only scripts that exist", () => {
    const ofPackages = named(page, /pnpm --filter\s+(@tierwise\/[\w-]+)\s+([\w:-]+)/g);
    const missing = ofPackages.filter((call) => {
      const [name, script] = call.split(" ");
      return !scripts.get(name)?.includes(script);
    });
    const ofRoot = named(page, /(?:npm|pnpm) run ([\w:-]+)/g).filter((script) => !rootScripts.includes(script));
    expect([...missing, ...ofRoot]).toEqual([]);
  });

  test("mentions only suites that exist", () => {
    expect(named(page, /--only ([a-z][\w-]*)/g).filter((name) => !isSuite(name))).toEqual([]);
  });
});

test("the list of suites contains the benchmark suites", () => {
  expect(suites).toContain("training-step");
});
