import { describe, expect, test } from "vitest";
import { createEvaluator, type EvaluatorState } from "../../src/index.ts";

const inversePropensity = [1, 2, 3];

describe("merging is refused for", () => {
  const sameOptions = "expected evaluators made with the same options";
  const form = "expected an evaluator or what its state() returned";
  const refused: [string, unknown, string][] = [
    [
      "another largest k",
      createEvaluator({ ks: [1, 5], inversePropensity }),
      `other has 5 sums of "hits", this evaluator 3; ${sameOptions}`,
    ],
    [
      "missing propensities",
      createEvaluator({ ks: [3] }),
      `other has 0 sums of "gain", this evaluator 3; ${sameOptions}`,
    ],
    [
      "another convention",
      createEvaluator({ ks: [3], inversePropensity, psndcg: "xml-repo" }).state(),
      `other has 0 sums of "pyxclib DCG", this evaluator 3; ${sameOptions}`,
    ],
    [
      "groups that this evaluator lacks",
      createEvaluator({ ks: [3], inversePropensity, groups: { names: ["all"], groupOf: [0, 0, 0] } }),
      `other has 3 sums of "hits in all", this evaluator 0; ${sameOptions}`,
    ],
    ["nothing", undefined, `other is undefined; ${form}`],
    ["null", null, `other is null; ${form}`],
    ["a result", createEvaluator({ ks: [3] }).result(), `other is [object Object]; ${form}`],
    ["a state without sums", { points: 1, sums: null }, `other is [object Object]; ${form}`],
  ];
  test.each(refused)("%s, and nothing is added", (_, other, message) => {
    const evaluator = createEvaluator({ ks: [1, 3], inversePropensity });
    const before = evaluator.state();
    expect(() => evaluator.merge(other as EvaluatorState)).toThrow(message);
    expect(evaluator.state()).toEqual(before);
  });
});
