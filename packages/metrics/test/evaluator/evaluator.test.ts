import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEvaluator, type EvaluatorOptions, type EvaluatorState } from "../../src/index.ts";

const itemCount = 12;
const ks = [1, 3, 7, 15];
const inversePropensity = Float64Array.from({ length: itemCount }, (_, item) => 1 + ((item * 7) % 5) / 3);
const groups = { names: ["even", "odd"], groupOf: Array.from({ length: itemCount }, (_, item) => item % 2) };
const options: EvaluatorOptions = { ks, inversePropensity, groups };

interface Point {
  readonly ranking: number[];
  readonly relevant: number[];
}
const items = Array.from({ length: itemCount }, (_, item) => item);
const point: fc.Arbitrary<Point> = fc.record({
  ranking: fc.shuffledSubarray(items),
  relevant: fc.shuffledSubarray(items),
});
const points = fc.array(point, { minLength: 1, maxLength: 8 });

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
const dcg = (gains: number[]): number => sum(gains.map((gain, r) => gain / Math.log2(r + 2)));
const near = (value: number): number => (Number.isNaN(value) ? value : expect.closeTo(value, 13));
const ones = (count: number): number[] => new Array(count).fill(1);

/** Every metric at one k, computed point by point from its definition. */
function byDefinition(all: Point[], k: number): Record<string, number> {
  const perPoint = all.map(({ ranking, relevant }) => {
    const hits = ranking.slice(0, k).map((item) => (relevant.includes(item) ? 1 : 0));
    const gains = ranking.slice(0, k).map((item, r) => hits[r] * inversePropensity[item]);
    const weights = relevant.map((item) => inversePropensity[item]);
    const best = weights.sort((a, b) => b - a).slice(0, k);
    const ideal = dcg(ones(Math.min(k, relevant.length))) || 1;
    return { hits: sum(hits), dcg: dcg(hits), ideal, relevant: relevant.length || 1, gains, best };
  });
  const mean = (f: (p: (typeof perPoint)[number]) => number): number => sum(perPoint.map(f)) / all.length;
  return {
    precision: mean((p) => p.hits / k),
    ndcg: mean((p) => p.dcg / p.ideal),
    recall: mean((p) => p.hits / p.relevant),
    psp: mean((p) => sum(p.gains) / k) / mean((p) => sum(p.best) / k),
    pyxclib: mean((p) => dcg(p.gains) / p.ideal) / mean((p) => dcg(p.best) / p.ideal),
    "xml-repo": mean((p) => dcg(p.gains) / dcg(ones(k))) / mean((p) => dcg(p.best) / dcg(ones(k))),
  };
}

function evaluatorOf(all: Point[], more: Partial<EvaluatorOptions> = {}) {
  const evaluator = createEvaluator({ ...options, ...more });
  for (const { ranking, relevant } of all) evaluator.add(ranking, relevant);
  return evaluator;
}

describe("createEvaluator", () => {
  test("agrees with the definitions evaluated point by point", () => {
    fc.assert(
      fc.property(points, (all) => {
        const result = evaluatorOf(all).result();
        const repository = evaluatorOf(all, { psndcg: "xml-repo" }).result();
        for (const k of ks) {
          const expected = byDefinition(all, k);
          expect(result.precision[k]).toEqual(near(expected["precision"]));
          expect(result.ndcg[k]).toEqual(near(expected["ndcg"]));
          expect(result.recall[k]).toEqual(near(expected["recall"]));
          expect(result.psp?.[k]).toEqual(near(expected["psp"]));
          expect(result.psndcg?.[k]).toEqual(near(expected["pyxclib"]));
          expect(repository.psndcg?.[k]).toEqual(near(expected["xml-repo"]));
        }
      }),
    );
  });

  test("computes group precisions that add up to the total precision", () => {
    fc.assert(
      fc.property(points, (all) => {
        const { precision, groups: byGroup } = evaluatorOf(all).result();
        for (const k of ks) {
          const parts = Object.values(byGroup ?? {}).map((group) => group.precision[k]);
          expect(sum(parts)).toBeCloseTo(precision[k], 14);
        }
      }),
    );
  });

  test("treats a row of scores like its ranking by topK", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(items, { minLength: itemCount }),
        fc.shuffledSubarray(items),
        (ranking, relevant) => {
          const scores = new Float32Array(itemCount);
          for (const [place, item] of ranking.entries()) scores[item] = -place;
          const evaluator = createEvaluator(options);
          evaluator.add(scores, relevant);
          expect(evaluator.result()).toEqual(evaluatorOf([{ ranking, relevant }]).result());
        },
      ),
    );
  });

  test("returns results in ascending order of k, and NaN before the first point", () => {
    const empty = createEvaluator({ ks: [5, 1] }).result();
    expect(empty).toEqual({
      precision: { 1: Number.NaN, 5: Number.NaN },
      ndcg: { 1: Number.NaN, 5: Number.NaN },
      recall: { 1: Number.NaN, 5: Number.NaN },
    });
  });

  test("ignores later changes to the options object", () => {
    const ks = [1];
    const weights = [1, 2];
    const groupOf = [0, 1];
    const evaluator = createEvaluator({ ks, inversePropensity: weights, groups: { names: ["a", "b"], groupOf } });
    ks.push(7);
    weights.fill(Number.NaN);
    groupOf.fill(7);
    evaluator.add([0], [0, 1]);
    const { psp, groups: byGroup } = evaluator.result();
    expect(psp).toEqual({ 1: 1 / 2 });
    expect(byGroup?.["a"].recall).toEqual({ 1: 1 });
  });
});

describe("merge", () => {
  const routes: [string, (state: EvaluatorState) => EvaluatorState][] = [
    ["through postMessage", throughPort],
    ["through JSON", (state) => JSON.parse(JSON.stringify(state)) as EvaluatorState],
  ];
  test.each(routes)("combines the points of two evaluators when one sends its state %s", (_, route) => {
    fc.assert(
      fc.property(points, points, (some, others) => {
        const merged = evaluatorOf(some);
        merged.merge(route(evaluatorOf(others).state()));
        expectSums(merged.state(), evaluatorOf([...some, ...others]).state());
      }),
      { numRuns: 50 },
    );
  });

  test("accepts another evaluator and leaves it unchanged", () => {
    const all: Point[] = [{ ranking: [0, 3, 2], relevant: [3, 1] }];
    const other = evaluatorOf(all);
    const merged = createEvaluator(options);
    merged.merge(other);
    merged.add([0, 1], [1]);
    expect(other.state()).toEqual(evaluatorOf(all).state());
    expect(merged.state()).toEqual(evaluatorOf([...all, { ranking: [0, 1], relevant: [1] }]).state());
  });

  test("counts every point twice when an evaluator is merged with itself", () => {
    const evaluator = evaluatorOf([{ ranking: [0, 3, 2], relevant: [3, 1] }]);
    const before = evaluator.result();
    evaluator.merge(evaluator);
    expect(evaluator.state().points).toBe(2);
    expect(evaluator.result()).toEqual(before);
  });

  test("keeps its own cutoffs when merged with an evaluator that has the same maximum k", () => {
    const other = createEvaluator({ ks: [2, 3] });
    other.add([1, 0, 2], [0]);
    const merged = createEvaluator({ ks: [1, 3] });
    merged.merge(other);
    expect(merged.result().precision).toEqual({ 1: 0, 3: 1 / 3 });
  });
});

function throughPort(state: EvaluatorState): EvaluatorState {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(state);
  const received = receiveMessageOnPort(port2)?.message as EvaluatorState;
  port1.close();
  return received;
}

function expectSums(actual: EvaluatorState, expected: EvaluatorState): void {
  expect(actual.points).toBe(expected.points);
  expect(Object.keys(actual.sums)).toEqual(Object.keys(expected.sums));
  for (const [name, values] of Object.entries(expected.sums)) {
    for (const [r, value] of values.entries()) expect(actual.sums[name][r]).toBeCloseTo(value, 12);
  }
}
