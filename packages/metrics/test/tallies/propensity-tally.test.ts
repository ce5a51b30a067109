import { describe, expect, test } from "vitest";
import { createEvaluator, type Metrics, type PsndcgConvention } from "../../src/index.ts";

// The weights are powers of 2, so that every sum identifies the items in it.
const weights = [1, 2, 4, 8, 16];
const d = (rank: number): number => 1 / Math.log2(rank + 1);

function evaluate(points: [number[], number[]][], psndcg?: PsndcgConvention): Required<Metrics> {
  const evaluator = createEvaluator({ ks: [1, 2, 3], inversePropensity: weights, ...(psndcg && { psndcg }) });
  for (const [ranking, relevant] of points) evaluator.add(ranking, relevant);
  return evaluator.result() as Required<Metrics>;
}

describe("PSP@k", () => {
  test("weights hits by inverse propensity, relative to the best ranking of the point's relevant items", () => {
    const { psp } = evaluate([
      [
        [0, 4, 2],
        [2, 0, 3],
      ],
    ]);
    expect(psp).toEqual({ 1: 1 / 8, 2: 1 / (8 + 4), 3: (1 + 4) / (8 + 4 + 1) });
  });

  test("is a ratio of sums over the points, not a mean of ratios", () => {
    const { psp } = evaluate([
      [[0], [0]],
      [[1], [4]],
    ]);
    expect(psp[1]).toBe((1 + 0) / (1 + 16));
    expect(psp[1]).not.toBe((1 / 1 + 0 / 16) / 2);
  });

  test("does not change if points without relevant items are added", () => {
    const { psp } = evaluate([
      [
        [0, 1],
        [0, 1],
      ],
      [[2, 3], []],
    ]);
    expect(psp).toEqual({ 1: 1 / 2, 2: 1, 3: 1 });
  });

  test("is NaN if no point has a relevant item", () => {
    expect(evaluate([[[0], []]]).psp).toEqual({ 1: Number.NaN, 2: Number.NaN, 3: Number.NaN });
  });
});

describe("PSnDCG@k", () => {
  const points: [number[], number[]][] = [
    [
      [0, 4, 2],
      [2, 0, 3],
    ],
    [[1, 3, 4], [4]],
  ];

  test("divides each point by its unweighted ideal DCG, with min(k, number of relevant items) hits, as in pyxclib", () => {
    const numerator = (1 * d(1) + 4 * d(3)) / (d(1) + d(2) + d(3)) + (16 * d(3)) / d(1);
    const denominator = (8 * d(1) + 4 * d(2) + 1 * d(3)) / (d(1) + d(2) + d(3)) + (16 * d(1)) / d(1);
    expect(evaluate(points).psndcg[3]).toBeCloseTo(numerator / denominator, 15);
    expect(evaluate(points, "pyxclib")).toEqual(evaluate(points));
  });

  test("divides all points by the same sum, which cancels out, as in the XML repository", () => {
    const numerator = 1 * d(1) + 4 * d(3) + 16 * d(3);
    const denominator = 8 * d(1) + 4 * d(2) + 1 * d(3) + 16 * d(1);
    expect(evaluate(points, "xml-repo").psndcg[3]).toBeCloseTo(numerator / denominator, 15);
  });

  test("equals PSP@1 at k = 1 with both conventions", () => {
    expect(evaluate(points).psndcg[1]).toBe(evaluate(points, "xml-repo").psndcg[1]);
    expect(evaluate(points).psndcg[1]).toBe(evaluate(points).psp[1]);
  });
});

test("PSP@k and PSnDCG@k are 1 if the relevant items are ranked by inverse propensity", () => {
  const { psp, psndcg } = evaluate([
    [
      [3, 2, 0],
      [0, 2, 3],
    ],
    [[4, 0], [4]],
  ]);
  expect(psp).toEqual({ 1: 1, 2: 1, 3: 1 });
  expect(psndcg).toEqual({ 1: 1, 2: 1, 3: 1 });
});

test("an evaluator without inverse propensities omits propensity-scored metrics", () => {
  const evaluator = createEvaluator({ ks: [1] });
  evaluator.add([0], [0]);
  expect(Object.keys(evaluator.result()).sort()).toEqual(["ndcg", "precision", "recall"]);
});
