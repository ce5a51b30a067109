import { expect, test } from "vitest";
import { evaluatorOptionsFor, frequencyGroups, inversePropensity } from "../src/index.ts";

const counts = [900, 400, 60, 40, 3, 0];

test("evaluatorOptionsFor derives inverse propensities and frequency groups from label counts", () => {
  expect(evaluatorOptionsFor(counts, 1000, { ks: [1, 3] })).toEqual({
    ks: [1, 3],
    inversePropensity: inversePropensity(counts, 1000),
    groups: frequencyGroups(counts),
  });
});

test("evaluatorOptionsFor passes all choices on to the evaluator options", () => {
  const [propensity, groups] = [
    { a: 0.6, b: 2.6 },
    { head: 0.8, tail: 0.1 },
  ];
  expect(evaluatorOptionsFor(counts, 1000, { ks: [5], psndcg: "xml-repo", propensity, groups })).toEqual({
    ks: [5],
    psndcg: "xml-repo",
    inversePropensity: inversePropensity(counts, 1000, propensity),
    groups: frequencyGroups(counts, groups),
  });
  expect(frequencyGroups(counts, groups)).not.toEqual(frequencyGroups(counts));
  expect(evaluatorOptionsFor(counts, 1000, { ks: [5], groups: false })).not.toHaveProperty("groups");
});
