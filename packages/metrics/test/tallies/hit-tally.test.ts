import { describe, expect, test } from "vitest";
import { createEvaluator, type Metrics } from "../../src/index.ts";

function evaluate(ks: number[], ...points: [number[], number[]][]): Metrics {
  const evaluator = createEvaluator({ ks });
  for (const [ranking, relevant] of points) evaluator.add(ranking, relevant);
  return evaluator.result();
}

const discount = (rank: number): number => 1 / Math.log2(rank + 1);

describe("P@k", () => {
  test("counts hits in the first k positions", () => {
    expect(
      evaluate(
        [1, 2, 3, 4],
        [
          [7, 3, 5, 1],
          [3, 1, 9],
        ],
      ).precision,
    ).toEqual({ 1: 0, 2: 1 / 2, 3: 1 / 3, 4: 2 / 4 });
  });

  test("divides by k if a point has fewer relevant items", () => {
    expect(evaluate([5], [[0, 1, 2, 3, 4], [0]]).precision).toEqual({ 5: 1 / 5 });
  });

  test("divides by k if the ranking is shorter", () => {
    expect(
      evaluate(
        [5],
        [
          [0, 1],
          [0, 1],
        ],
      ).precision,
    ).toEqual({ 5: 2 / 5 });
  });

  test("is a mean over all points, where points without relevant items count as 0", () => {
    expect(evaluate([1], [[0], [0]], [[1], []], [[2], [2]]).precision).toEqual({ 1: 2 / 3 });
  });
});

describe("nDCG@k", () => {
  test("discounts a hit at rank j by log₂(j + 1)", () => {
    const { ndcg } = evaluate(
      [4],
      [
        [7, 3, 5, 1],
        [3, 1, 9, 8],
      ],
    );
    const ideal = discount(1) + discount(2) + discount(3) + discount(4);
    expect(ndcg[4]).toBeCloseTo((discount(2) + discount(4)) / ideal, 15);
  });

  test("uses an ideal ranking with min(k, number of relevant items) hits", () => {
    const { ndcg } = evaluate(
      [1, 3, 5],
      [
        [7, 3, 1, 8, 9],
        [3, 1],
      ],
    );
    const ideal = discount(1) + discount(2);
    expect(ndcg[1]).toBe(0);
    expect(ndcg[3]).toBeCloseTo((discount(2) + discount(3)) / ideal, 15);
    expect(ndcg[5]).toBeCloseTo((discount(2) + discount(3)) / ideal, 15);
  });

  test("is 1 for a ranking that starts with the relevant items, in any order", () => {
    expect(
      evaluate(
        [1, 2, 3, 9],
        [
          [4, 2, 6],
          [6, 4, 2],
        ],
      ).ndcg,
    ).toEqual({ 1: 1, 2: 1, 3: 1, 9: 1 });
  });

  test("is a mean over all points, where points without relevant items count as 0", () => {
    const { ndcg } = evaluate([2], [[0, 1], [1]], [[0, 1], []]);
    expect(ndcg[2]).toBeCloseTo((discount(2) / discount(1) + 0) / 2, 15);
  });
});

describe("recall@k", () => {
  test("divides by the number of relevant items even if it exceeds k", () => {
    expect(
      evaluate(
        [1, 2, 4],
        [
          [7, 3, 5, 1],
          [3, 1, 9],
        ],
      ).recall,
    ).toEqual({ 1: 0, 2: 1 / 3, 4: 2 / 3 });
  });

  test("is a mean over all points, where points without relevant items count as 0", () => {
    expect(evaluate([1], [[0], [0, 1]], [[0], []]).recall).toEqual({ 1: (1 / 2 + 0) / 2 });
  });
});
