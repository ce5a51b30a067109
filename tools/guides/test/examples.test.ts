import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examplesOf, runExample } from "@tierwise/testing";
import { expect, test } from "vitest";
import { guides, root } from "./repository.ts";

const here = join(import.meta.dirname, "..");
const examples = examplesOf(root, ["README.md", "CONTRIBUTING.md", ...guides]);

test.each(examples.map((example) => [example.place, example] as const))(
  "%s prints the output in its comments",
  (_, example) => {
    expect(runExample(here, example)).toEqual(example.prints);
  },
);

test("the examples have no type errors", { timeout: 300_000 }, () => {
  const folder = join(here, ".results", "typed");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Examples may declare unused variables.
  const compilerOptions = { noEmit: true, types: ["node"], moduleDetection: "force", noUnusedLocals: false };
  const extended = join(root, "tsconfig.base.json");
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: extended, compilerOptions }));
  for (const { place, code } of examples) {
    writeFileSync(join(folder, `${place.replace(/[^a-zA-Z0-9]+/g, "-")}.ts`), code);
  }
  expect(typeErrors(folder)).toBe("");
});

function typeErrors(folder: string): string {
  try {
    return execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
