import { describe, expect, test } from "vitest";
import { createEvaluator, type EvaluatorOptions } from "../../src/index.ts";

describe("createEvaluator", () => {
  const refused: [string, object, string][] = [
    ["missing cutoffs", {}, "ks is undefined; expected an array such as [1, 3, 5]"],
    ["no cutoffs", { ks: [] }, "ks is []; expected an array such as [1, 3, 5]"],
    ["k = 0", { ks: [1, 0] }, "ks[1] is 0; expected a positive integer"],
    ["a fractional k", { ks: [1.5] }, "ks[0] is 1.5; expected a positive integer"],
    ["a repeated k", { ks: [3, 1, 3] }, "ks contains 3 twice"],
    ["an unknown convention", { ks: [1], psndcg: "matlab" }, 'psndcg is "matlab"; expected "pyxclib" or "xml-repo"'],
    ["a weight of 0", { ks: [1], inversePropensity: [1, 0] }, "inversePropensity[1] is 0; expected a positive number"],
    [
      "a weight of NaN",
      { ks: [1], inversePropensity: Float64Array.of(Number.NaN) },
      "inversePropensity[0] is NaN; expected a positive number",
    ],
    [
      "weights that are not an array",
      { ks: [1], inversePropensity: 3 },
      "inversePropensity is 3; expected one number per item",
    ],
    ["groups without names", { ks: [1], groups: {} }, "groups.names is undefined; expected an array of names"],
    [
      "groups without items",
      { ks: [1], groups: { names: ["a"] } },
      "groups.groupOf is undefined; expected one index into groups.names per item",
    ],
    [
      "an unknown group",
      { ks: [1], groups: { names: ["a"], groupOf: [0, 1] } },
      "groups.groupOf[1] is 1; expected an index into groups.names",
    ],
    [
      "two groups with the same name",
      { ks: [1], groups: { names: ["a", "b", "a"], groupOf: [0] } },
      'groups.names contains "a" twice',
    ],
    [
      "groups and weights of different lengths",
      { ks: [1], inversePropensity: [1, 1], groups: { names: ["a"], groupOf: [0] } },
      "groups.groupOf has length 1 and inversePropensity has length 2; expected the same length",
    ],
  ];
  test.each(refused)("rejects %s", (_, options, message) => {
    expect(() => createEvaluator(options as EvaluatorOptions)).toThrow(message);
  });
});
