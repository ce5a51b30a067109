import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { createGradedEvaluator } from "../../src/index.ts";
import { allOrders, byDefinition, type Reference } from "./definitions.ts";

const ks = [1, 2, 3, 5, 10];
const names = ["ndcg", "precision", "err", "reciprocalRank", "averagePrecision"] as const;

/** A random list of up to seven documents with at least one relevant document and, optionally, tied scores. */
function randomList(seed: number, ties: boolean): { scores: number[]; grades: number[] } {
  const random = randomStream(seed);
  const size = 1 + Math.floor(7 * random());
  const scores = Array.from({ length: size }, () => (ties ? Math.floor(3 * random()) : random()));
  const grades = Array.from({ length: size }, () => Math.floor(5 * random()));
  grades[Math.floor(size * random())] = 1 + Math.floor(4 * random());
  return { scores, grades };
}

function expectClose(actual: number, expected: number, what: string): void {
  expect(Math.abs(actual - expected), what).toBeLessThan(1e-12);
}

function compare(seed: number, ties: "index" | "mean", linear: boolean): void {
  const { scores, grades } = randomList(seed, ties === "mean");
  const evaluator = createGradedEvaluator({ ks, ties, gain: linear ? "linear" : "exponential" });
  evaluator.add(scores, grades);
  const { ndcg, precision, err, mrr, map } = evaluator.result();
  const orders = allOrders(scores, grades);
  for (const k of ks) {
    const each = orders.map((order) => byDefinition(order, k, { linear }));
    const mean = (name: keyof Reference): number => each.reduce((sum, list) => sum + list[name], 0) / each.length;
    const actual = [ndcg[k], precision[k], err[k], mrr, map];
    for (const [i, name] of names.entries()) expectClose(actual[i], mean(name), `${name}@${k}, seed ${seed}`);
  }
}

describe("createGradedEvaluator", () => {
  test.each([false, true])("agrees with the definitions to 1e-12 without ties (linear gain: %s)", (linear) => {
    for (let seed = 0; seed < 100; seed++) compare(seed, "index", linear);
  });

  test("agrees with the mean of the definitions over all orders of tied documents to 1e-12", () => {
    for (let seed = 100; seed < 150; seed++) compare(seed, "mean", false);
  });
});

describe("ties", () => {
  const scores = [1, 1, 1, 0];
  const grades = [1, 0, 3, 2];
  const ndcgWith = (ties: "best" | "index" | "mean" | "worst"): number => {
    const evaluator = createGradedEvaluator({ ks: [2], ties });
    evaluator.add(scores, grades);
    return evaluator.result().ndcg[2];
  };

  test("'index' keeps the order of the list, 'worst' and 'best' sort by grade", () => {
    expectClose(ndcgWith("index"), byDefinition([1, 0, 3, 2], 2).ndcg, "index");
    expectClose(ndcgWith("worst"), byDefinition([0, 1, 3, 2], 2).ndcg, "worst");
    expectClose(ndcgWith("best"), byDefinition([3, 1, 0, 2], 2).ndcg, "best");
  });

  test("'mean' is between 'worst' and 'best'", () => {
    expect(ndcgWith("mean")).toBeGreaterThan(ndcgWith("worst"));
    expect(ndcgWith("mean")).toBeLessThan(ndcgWith("best"));
  });

  test("infinite scores are ranked, and equal infinities are tied", () => {
    const evaluator = createGradedEvaluator({ ks: [1] });
    const infinite = Number.POSITIVE_INFINITY;
    evaluator.add([0, -infinite, infinite, infinite], [0, 0, 4, 0]);
    expect(evaluator.result().ndcg[1]).toBe(1);
  });
});

describe("the option emptyLists:", () => {
  const metricsOf = (emptyLists: "one" | "skip" | "zero") => {
    const evaluator = createGradedEvaluator({ ks: [1], emptyLists });
    evaluator.add([2, 1], [1, 0]);
    evaluator.add([2, 1], [0, 0]);
    return { ...evaluator.result(), lists: evaluator.lists() };
  };

  test("'skip' omits lists without a relevant document from every mean", () => {
    const { ndcg, precision, err, mrr, map, lists } = metricsOf("skip");
    expect([ndcg[1], precision[1], err[1], mrr, map]).toEqual([1, 1, 1 / 16, 1, 1]);
    expect(lists.ndcg[1]).toEqual(Float64Array.of(1, Number.NaN));
  });

  test("'zero' and 'one' include lists without a relevant document in every mean; P and ERR are 0 by definition", () => {
    const zero = metricsOf("zero");
    expect([zero.ndcg[1], zero.precision[1], zero.mrr, zero.map]).toEqual([0.5, 0.5, 0.5, 0.5]);
    const one = metricsOf("one");
    expect([one.ndcg[1], one.precision[1], one.err[1], one.mrr, one.map]).toEqual([1, 0.5, 1 / 32, 1, 1]);
  });

  test("grades below relevantFrom contribute to nDCG but not to MRR", () => {
    const evaluator = createGradedEvaluator({ ks: [1], relevantFrom: 2 });
    evaluator.add([2, 1], [1, 0]);
    expect(evaluator.result().ndcg[1]).toBe(1);
    expect(evaluator.result().mrr).toBeNaN();
  });
});

describe("extreme lists", () => {
  test("a list may be shorter than k, and metrics without lists are NaN", () => {
    const evaluator = createGradedEvaluator({ ks: [10] });
    expect(evaluator.result().ndcg[10]).toBeNaN();
    evaluator.add([0], [3]);
    expect(evaluator.result().ndcg[10]).toBe(1);
    expect(evaluator.result().precision[10]).toBe(0.1);
  });

  test("metrics of 10,000 tied documents match the closed forms for a random order", () => {
    const grades = Float64Array.from({ length: 10_000 }, (_, i) => (i === 0 ? 1 : 0));
    const evaluator = createGradedEvaluator({ ks: [10], ties: "mean" });
    evaluator.add(new Float64Array(10_000), grades);
    let harmonic = 0;
    for (let j = 1; j <= 10_000; j++) harmonic += 1 / j;
    expectClose(evaluator.result().mrr, harmonic / 10_000, "MRR");
    expectClose(evaluator.result().map, harmonic / 10_000, "MAP");
    expectClose(evaluator.result().precision[10], 1e-4, "P@10");
  });
});

test.each([
  [() => createGradedEvaluator({ ks: [0] }), "ks[0] is 0; expected a positive integer"],
  [() => createGradedEvaluator({ maxGrade: 0 }), "maxGrade is 0; expected a positive number"],
  [() => createGradedEvaluator().add([1, 2], [1]), "grades has length 1; expected 2, one per score"],
  [() => createGradedEvaluator().add([Number.NaN], [1]), "scores[0] is NaN; expected a number"],
  [() => createGradedEvaluator().add([1], [-1]), "grades[0] is -1; expected a nonnegative finite number"],
  [
    () => createGradedEvaluator().add([1], [7]),
    "grades contains 7, which exceeds maxGrade (4); set maxGrade to the highest grade",
  ],
])("rejects invalid input %#", (run, message) => {
  expect(run).toThrow(message);
});
