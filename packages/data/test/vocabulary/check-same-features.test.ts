import { expect, test } from "vitest";
import { checkSameFeatures, DatasetError, type Vocabulary } from "../../src/index.ts";

const model: Vocabulary = { featureNames: ["a", "b", "c"] };
const check = (data: Vocabulary | undefined, of = model) => checkSameFeatures("users.txt", data, of);

test.each<[string, Vocabulary | undefined, Vocabulary]>([
  ["equal names", { featureNames: ["a", "b", "c"] }, model],
  ["no vocabulary", undefined, model],
  ["no feature names in the file", { itemNames: ["x"] }, model],
  ["no feature names in the model", { featureNames: ["x"] }, {}],
])("accepts %s", (_, data, of) => {
  expect(() => check(data, of)).not.toThrow();
});

test.each([
  [["a", "c", "b"], 'feature 1 is "c" in the file and "b" in the model'],
  [["a", "b"], 'feature 2 is missing in the file and "c" in the model'],
  [["a", "b", "c", "d\u001b"], 'feature 3 is "d\\u001b" in the file and missing in the model'],
])("names the first feature of %j that differs", (featureNames, message) => {
  expect(() => check({ featureNames })).toThrow(DatasetError);
  expect(() => check({ featureNames })).toThrow(`users.txt: its features differ from the model's: ${message}`);
});
