import { describe, expect, test } from "vitest";
import { createEvaluator, type EvaluatorState } from "../../src/index.ts";

const inversePropensity = [1, 2, 3];

describe("merge", () => {
  const sameOptions = "expected evaluators created with the same options";
  const form = "expected an evaluator or the result of its state()";
  const refused: [string, unknown, string][] = [
    [
      "a different maximum k",
      createEvaluator({ ks: [1, 5], inversePropensity }),
      `the number of sums of "hits" in other is 5, and in this evaluator 3; ${sameOptions}`,
    ],
    [
      "missing propensities",
      createEvaluator({ ks: [3] }),
      `the number of sums of "gain" in other is 0, and in this evaluator 3; ${sameOptions}`,
    ],
    [
      "a different convention",
      createEvaluator({ ks: [3], inversePropensity, psndcg: "xml-repo" }).state(),
      `the number of sums of "pyxclib DCG" in other is 0, and in this evaluator 3; ${sameOptions}`,
    ],
    [
      "groups that this evaluator lacks",
      createEvaluator({ ks: [3], inversePropensity, groups: { names: ["all"], groupOf: [0, 0, 0] } }),
      `the number of sums of "hits in all" in other is 3, and in this evaluator 0; ${sameOptions}`,
    ],
    ["undefined", undefined, `other is undefined; ${form}`],
    ["null", null, `other is null; ${form}`],
    ["a result", createEvaluator({ ks: [3] }).result(), `other is [object Object]; ${form}`],
    ["a state without sums", { points: 1, sums: null }, `other is [object Object]; ${form}`],
  ];
  test.each(refused)("rejects %s and leaves the evaluator unchanged", (_, other, message) => {
    const evaluator = createEvaluator({ ks: [1, 3], inversePropensity });
    const before = evaluator.state();
    expect(() => evaluator.merge(other as EvaluatorState)).toThrow(message);
    expect(evaluator.state()).toEqual(before);
  });
});
