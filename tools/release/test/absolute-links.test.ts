import { expect, test } from "vitest";
import { absoluteLinks } from "../src/absolute-links.ts";
import { relativeLinks } from "../src/content-problems.ts";

const repository = "https://github.com/tierwise/tierwise";

test.each([
  ["[a guide](../../docs/files.md)", `[a guide](${repository}/blob/main/docs/files.md)`],
  [
    "[a part](../data/README.md#supported-formats)",
    `[a part](${repository}/blob/main/packages/data/README.md#supported-formats)`,
  ],
  ["[a folder](../../docs)", `[a folder](${repository}/tree/main/docs)`],
  [
    "![a figure](../../docs/figures/race.svg)",
    "![a figure](https://raw.githubusercontent.com/tierwise/tierwise/main/docs/figures/race.svg)",
  ],
  [
    "[this page](#options) and [another site](https://example.com)",
    "[this page](#options) and [another site](https://example.com)",
  ],
])("%s becomes absolute", (text, expected) => {
  expect(absoluteLinks(text, "packages/losses")).toBe(expected);
  expect(relativeLinks(absoluteLinks(text, "packages/losses"))).toEqual([]);
});

test("code blocks stay unchanged", () => {
  const code = "```ts\nconst call = table[name](argument);\n```";
  expect(absoluteLinks(`[a guide](../../docs/files.md)\n\n${code}\n`, "packages/losses")).toContain(code);
});

test("finds a relative link", () => {
  expect(relativeLinks("[a guide](../../docs/files.md), [an anchor](#x)")).toEqual(["../../docs/files.md"]);
});
