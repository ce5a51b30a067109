import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentedExamples, examplesOf, runExample } from "../src/index.ts";

const readme = ["# A package", "```ts", "console.log(1 + 1); // 2", "console.log('a\\nb');", "// a", "// b", "```"];
const source = ["/**", " * ```ts", " * const x: number = 3;", " * console.log(x); // 4", " * ```", " */"];

function packageWith(readmeLines: string[], sourceLines: string[]): string {
  const root = mkdtempSync(join(tmpdir(), "tierwise-examples-"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "README.md"), readmeLines.join("\n"));
  writeFileSync(join(root, "src", "thing.ts"), sourceLines.join("\n"));
  return root;
}

test("documentedExamples finds examples in the README and in comments, with their expected output", () => {
  const examples = documentedExamples(packageWith(readme, source));
  expect(examples.map(({ place, prints }) => ({ place, prints }))).toEqual([
    { place: "README.md:2", prints: ["2", "a", "b"] },
    { place: "src/thing.ts:2", prints: ["4"] },
  ]);
});

test("running an example returns its actual output", () => {
  const root = packageWith(readme, source);
  const [inReadme, inSource] = documentedExamples(root);
  expect(runExample(root, inReadme)).toEqual(["2", "a", "b"]);
  expect(runExample(root, inSource)).toEqual(["3"]);
});

test("examplesOf reads the given files and ignores code blocks in other languages", () => {
  const root = packageWith(["```sh", "console.log(1); // 2", "```", ...readme], source);
  expect(examplesOf(root, ["README.md"]).map(({ place }) => place)).toEqual(["README.md:5"]);
});
