import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { beforeEach, expect, test } from "vitest";
import { DatasetError, readVocabulary, type Vocabulary, vocabularyFileName, writeVocabulary } from "../../src/index.ts";

const vocabulary: Vocabulary = { itemNames: ["tea", "ü\n"], featureNames: ["a", "b", "c"], featureItems: [0, 1, -1] };
let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "train.txt");
  writeFileSync(path, "1 3 2\n0 1:1\n");
  writeFileSync(join(folder, "other.txt"), "");
});

test("a written vocabulary is read back for the files that it describes", async () => {
  expect(await readVocabulary(path)).toBeUndefined();
  expect(await writeVocabulary(folder, ["train.txt"], vocabulary)).toBe(join(folder, vocabularyFileName));
  expect(await readVocabulary(path)).toEqual(vocabulary);
  expect(await readVocabulary(join(folder, "other.txt"))).toBeUndefined();
  expect(readdirSync(folder).sort()).toEqual(["other.txt", "train.txt", "vocabulary.json"]);
});

test("the file contains checksums and only the known properties, on one line", async () => {
  const more = { itemNames: ["tea"], rank: () => {} } as Vocabulary;
  await writeVocabulary(folder, ["train.txt"], more);
  const sum = createHash("sha256").update(readFileSync(path)).digest("hex");
  expect(readFileSync(join(folder, vocabularyFileName), "utf8")).toBe(
    `{"format":"tierwise-vocabulary","version":1,"files":{"train.txt":"${sum}"},"itemNames":["tea"]}\n`,
  );
  expect(await readVocabulary(path)).toEqual({ itemNames: ["tea"] });
});

test("groups are read back for the files that have them", async () => {
  await writeVocabulary(folder, ["train.txt", "other.txt"], vocabulary, { groups: { "train.txt": [7] } });
  expect(await readVocabulary(path)).toEqual({ ...vocabulary, groups: [7] });
  expect(await readVocabulary(join(folder, "other.txt"))).toEqual(vocabulary);
  const file = join(folder, vocabularyFileName);
  writeFileSync(file, readFileSync(file, "utf8").replace('"train.txt":[7]', '"train.txt":["x"]'));
  await expect(readVocabulary(path)).rejects.toThrow('groups["train.txt"] is not an array of integers');
});

test("the vocabulary of a file that has changed is ignored with a warning", async () => {
  await writeVocabulary(folder, ["train.txt"], vocabulary);
  appendFileSync(path, "\n");
  const warnings: string[] = [];
  expect(await readVocabulary(path, { onWarning: (message) => warnings.push(message) })).toBeUndefined();
  expect(await readVocabulary(path)).toBeUndefined();
  expect(warnings).toEqual([
    `${path} has changed since ${join(folder, vocabularyFileName)} was written; the names of its features and items are not used`,
  ]);
});

test.each(["null", "[]", '"text"', '{"format":"another"}', '{"format":"tierwise-vocabulary","version":1}'])(
  "a vocabulary.json that contains %s is ignored",
  async (text) => {
    writeFileSync(join(folder, vocabularyFileName), text);
    expect(await readVocabulary(path)).toBeUndefined();
    expect(await readVocabulary(join(folder, "constructor"))).toBeUndefined();
  },
);

test.each<[string, Record<string, unknown>]>([
  ["version is 2; expected 1", { version: 2 }],
  ["itemNames is not an array of names", { itemNames: ["tea", 1] }],
  ["featureNames is not an array of names", { featureNames: "abc" }],
  ["featureItems is not an array of items", { featureItems: [0, -2] }],
  ["featureItems is not an array of items", { featureItems: [0.5] }],
])("rejects a damaged file: %s", async (message, change) => {
  await writeVocabulary(folder, ["train.txt"], vocabulary);
  const file = join(folder, vocabularyFileName);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...change }));
  await expect(readVocabulary(path)).rejects.toThrow(DatasetError);
  await expect(readVocabulary(path)).rejects.toThrow(`vocabulary.json: ${message}`);
});

test("rejects a vocabulary that is not JSON, and a missing data file", async () => {
  writeFileSync(join(folder, vocabularyFileName), "{");
  await expect(readVocabulary(path)).rejects.toThrow("vocabulary.json: is not JSON; the file is damaged");
  await expect(writeVocabulary(folder, ["none.txt"], vocabulary)).rejects.toThrow("none.txt: there is no such file");
});
