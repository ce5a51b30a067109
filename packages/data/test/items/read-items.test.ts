import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { readNames, readScores } from "../../src/index.ts";

const folder = temporaryFolder();
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test("readNames reads one name per line and checks the number of names", async () => {
  const path = file("items.names", "tea\r\nmilk\nrice");
  expect(await readNames(path)).toEqual(["tea", "milk", "rice"]);
  await expect(readNames(path, { expected: 2, kind: "label" })).rejects.toThrow(
    "items.names: the number of names is 3; expected 2, one line per label",
  );
});

test.each([
  ["JSON", '{"tea": 1.5, "milk": -2, "rice": 0}'],
  ["the output of fit --json", '{"items": [{"name": "milk", "utility": -2}, {"name": "tea", "utility": 1.5}]}'],
  ["lines", "milk\t-2\ntea\t1.5\n"],
  ["the file of fit --out", "place\titem\tutility\n1\ttea\t1.5\n2\tmilk\t-2\n"],
])("readScores reads scores from %s", async (_, text) => {
  expect(Array.from(await readScores(file("scores", text), ["tea", "milk"]))).toEqual([1.5, -2]);
});

test.each([
  ['{"tea": 1}', 'scores: there is no score for "milk"'],
  ["tea\t1\nmilk\tmuch\n", 'scores:2: the score of "milk" is NaN; expected a number'],
  ["tea\t1\ntea\t2\n", 'scores:2: "tea" has two scores'],
  ['\n{"tea": ', "scores:2: expected JSON: "],
])("readScores rejects %j, which has no valid scores for tea and milk", async (text, problem) => {
  await expect(readScores(file("scores", text), ["tea", "milk"])).rejects.toThrow(problem);
});
