import { readFileSync } from "node:fs";
import { dcg, expectedMetric, inclusionProbabilities, rankProbabilities } from "@tierwise/race";
import { describe, expect, test } from "vitest";

interface Reference {
  readonly count: number;
  readonly spread: number;
  readonly k: number;
  readonly gains: readonly number[];
  readonly items: readonly number[];
  readonly value: string;
  readonly gradient: readonly string[];
  readonly inclusion: readonly string[];
}

const references = JSON.parse(
  readFileSync(new URL("fixtures/race-references.json", import.meta.url), "utf8"),
) as Reference[];

const scoresOf = ({ count, spread }: Reference): Float64Array =>
  new Float64Array(count).map((_, i) => spread * (((i * 0.6180339887498949) % 1) - 0.5));

describe.each(references.map((each) => [`${each.count} items, spread ${each.spread}, k = ${each.k}`, each] as const))(
  "%s",
  (_, reference) => {
    const scores = scoresOf(reference);
    const { k, items } = reference;

    test("the expected DCG matches the reference to 1e-12, and its gradient to 1e-10", () => {
      const gains = new Float64Array(reference.count);
      reference.gains.forEach((i, n) => {
        gains[i] = 1 / (n + 1);
      });
      const gradient = new Float64Array(reference.count);
      const { value, error } = expectedMetric(scores, gains, { metric: dcg({ k }), gradient });
      expect(Math.abs(value - Number(reference.value))).toBeLessThan(Math.min(1e-12, error));
      items.forEach((i, n) => {
        expect(Math.abs(gradient[i] - Number(reference.gradient[n]))).toBeLessThan(1e-10);
      });
    });

    test("inclusion probabilities and sums of rank probabilities match the reference to 1e-12", () => {
      const { probabilities, error } = inclusionProbabilities(scores, { k });
      const ranks = rankProbabilities(scores, { k });
      items.forEach((i, n) => {
        const expected = Number(reference.inclusion[n]);
        expect(Math.abs(probabilities[i] - expected)).toBeLessThanOrEqual(Math.min(1e-12, error));
        const sum = ranks.probabilities.subarray(i * k, (i + 1) * k).reduce((total, p) => total + p, 0);
        expect(Math.abs(sum - expected)).toBeLessThan(1e-12);
      });
    });
  },
);
