import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { parseTiersJsonl, readTiersJsonl } from "../../src/index.ts";

const text =
  '{"tiers": [["a", "b"], ["c"]]}\r\n\n{"tiers": [["c"], [7]], "weight": 2.5, "rest": "unobserved"}\n{"tiers": [], "count": 3}';

test("items are numbered in order of occurrence; weights, counts and rest are kept", () => {
  const { itemNames, preferences, weights } = parseTiersJsonl(text);
  expect(itemNames).toEqual(["a", "b", "c", "7"]);
  expect(preferences).toEqual([
    { tiers: [Int32Array.of(0, 1), Int32Array.of(2)] },
    { tiers: [Int32Array.of(2), Int32Array.of(3)], rest: "unobserved" },
    { tiers: [] },
  ]);
  expect(weights).toEqual(Float64Array.of(1, 2.5, 3));
});

test("options set which items are numbered first and how items in no tier are treated", () => {
  const { itemNames, preferences } = parseTiersJsonl(text, { itemNames: ["c", "z"], rest: "unobserved" });
  expect(itemNames).toEqual(["c", "z", "a", "b", "7"]);
  expect(preferences.map(({ rest }) => rest)).toEqual(["unobserved", "unobserved", "unobserved"]);
  expect(() => parseTiersJsonl(text, { itemNames: ["z", "z"] })).toThrow('itemNames contains "z" twice');
});

test("a gzipped file gives the same result as plain text", async () => {
  const path = join(temporaryFolder(), "tiers.jsonl");
  writeFileSync(path, gzipSync(text));
  expect(await readTiersJsonl(path)).toEqual(parseTiersJsonl(text));
});

describe("parseTiersJsonl on invalid input", () => {
  test.each([
    ["invalid JSON", '{"tiers": [["a"]', "t.jsonl:2: "],
    ["a value that is not an object", "null", 't.jsonl:2: expected {"tiers": [["name", …], …]}'],
    ["missing tiers", '{"tier": []}', 't.jsonl:2: expected {"tiers": [["name", …], …]}'],
    ["a tier that is not a list", '{"tiers": ["a"]}', 't.jsonl:2: expected {"tiers": [["name", …], …]}'],
    ["a name that is null", '{"tiers": [[null]]}', 't.jsonl:2: expected {"tiers": [["name", …], …]}'],
    ["a repeated item", '{"tiers": [["a"], ["b", "a"]]}', 't.jsonl:2: item "a" occurs twice'],
    [
      "a negative weight",
      '{"tiers": [["a"]], "weight": -1}',
      "t.jsonl:2: weight is -1; expected a nonnegative finite number",
    ],
    [
      "an infinite weight",
      '{"tiers": [["a"]], "weight": 1e999}',
      "t.jsonl:2: weight is Infinity; expected a nonnegative finite number",
    ],
    [
      "an unknown rest",
      '{"tiers": [["a"]], "rest": "last"}',
      't.jsonl:2: rest is "last"; expected "lowest" or "unobserved"',
    ],
  ])("rejects %s, naming the file and line", (_, line, message) => {
    expect(() => parseTiersJsonl(`{"tiers": []}\n${line}\n`, { file: "t.jsonl" })).toThrow(message);
  });
});
