import { describe, expect, test } from "vitest";
import { createEvaluator, type EvaluatorOptions } from "../src/index.ts";

const weights = { inversePropensity: [1, 1, 1, 1] };

describe("an evaluator", () => {
  // Item 2 is relevant and ranked first in each case.
  const accepted: [string, ArrayLike<number>][] = [
    ["a row of float32 scores", Float32Array.of(0, 1, 2, -1)],
    ["a row of float64 scores", Float64Array.of(0, 1, 2, -1)],
    ["a ranking in an array", [2, 0, 3, 1]],
    ["a ranking in an Int32Array", Int32Array.of(2, 0, 3, 1)],
    ["a ranking in a Uint8Array", Uint8Array.of(2, 0, 3, 1)],
    ["a ranking with fewer than k items", [2]],
  ];
  test.each(accepted)("accepts %s", (_, x) => {
    const evaluator = createEvaluator({ ks: [1, 3], ...weights });
    evaluator.add(x, Uint32Array.of(2));
    const { precision, recall } = evaluator.result();
    expect(precision).toEqual({ 1: 1, 3: 1 / 3 });
    expect(recall).toEqual({ 1: 1, 3: 1 });
  });

  test("accepts an empty ranking and an empty row of scores", () => {
    const evaluator = createEvaluator({ ks: [2] });
    evaluator.add([], [0]);
    evaluator.add(new Float32Array(0), []);
    expect(evaluator.result().precision).toEqual({ 2: 0 });
  });

  test("accepts rows of scores with different lengths if the options do not set the number of items", () => {
    const evaluator = createEvaluator({ ks: [1] });
    evaluator.add(Float32Array.of(1, 2), [1]);
    evaluator.add(Float32Array.of(1, 2, 3), [2]);
    expect(evaluator.result().precision).toEqual({ 1: 1 });
  });

  test("accepts large item indices if the options do not set the number of items", () => {
    const evaluator = createEvaluator({ ks: [1] });
    evaluator.add([2 ** 40], [2 ** 40]);
    expect(evaluator.result().precision).toEqual({ 1: 1 });
  });

  test("reads only the first max(ks) items of a longer ranking", () => {
    const evaluator = createEvaluator({ ks: [2] });
    evaluator.add([3, 1, 1, Number.NaN], [1]);
    expect(evaluator.result().precision).toEqual({ 2: 1 / 2 });
  });
});

describe("an evaluator", () => {
  const hint = "(pass scores as a Float32Array or Float64Array)";
  const scores = Float32Array.of(1, 2, 3, 4);
  const refused: [string, Partial<EvaluatorOptions>, unknown, unknown, string][] = [
    ["a repeated relevant item", {}, [0], [1, 3, 1], "relevant contains item 1 twice"],
    ["a repeated ranked item", {}, [2, 0, 2], [1], "ranking contains item 2 twice"],
    ["a negative item", {}, [0], [4, -1], "relevant[1] is -1, not an item: expected a nonnegative integer"],
    [
      "a relevant item beyond the scores",
      {},
      scores,
      [4],
      "relevant[0] is 4, not an item: expected an integer from 0 to 3",
    ],
    [
      "a relevant item beyond the weights",
      weights,
      [0],
      [4],
      "relevant[0] is 4, not an item: expected an integer from 0 to 3",
    ],
    [
      "a ranked item beyond the weights",
      weights,
      [1, 4],
      [],
      "ranking[1] is 4, not an item: expected an integer from 0 to 3",
    ],
    [
      "a relevant item without scores",
      {},
      new Float32Array(0),
      [0],
      "relevant[0] is 0, not an item: there are no items",
    ],
    [
      "NaN as a relevant item",
      {},
      [0],
      [Number.NaN],
      "relevant[0] is NaN, not an item: expected a nonnegative integer",
    ],
    ["a string", {}, [0], ["0"], "relevant[0] is 0, not an item: expected a nonnegative integer"],
    ["scores in an array", {}, [0.5, 1], [0], `ranking[0] is 0.5, not an item: expected a nonnegative integer ${hint}`],
    ["a NaN score", {}, Float64Array.of(1, Number.NaN), [0], "scores[1] is NaN; expected a number"],
    [
      "too few scores",
      weights,
      Float64Array.of(1),
      [0],
      "scores has length 1; expected 4, the number of items in the evaluator's options",
    ],
    ["missing relevant items", {}, [0], undefined, "relevant is undefined; expected an array of item indices"],
    ["relevant items in a set", {}, [0], new Set([0]), "relevant is [object Set]; expected an array of item indices"],
    ["a number instead of scores", {}, 3, [0], "x is 3; expected a row of scores or a ranking"],
  ];
  test.each(refused)("rejects %s and does not count the point", (_, options, x, relevant, message) => {
    const evaluator = createEvaluator({ ks: [3], ...options });
    const before = evaluator.state();
    expect(() => evaluator.add(x as number[], relevant as number[])).toThrow(message);
    expect(evaluator.state()).toEqual(before);
  });
});
