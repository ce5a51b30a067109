import { expect, test } from "vitest";
import { evaluate, lineSearch, type Objective } from "../../src/numerics/line-search.ts";

/** a·log σ(x) + b·log σ(−x): steep on one side and flat on the other if a and b differ. */
const logits =
  (a: number, b: number): Objective =>
  ([x], gradient) => {
    gradient[0] = a / (1 + Math.exp(x)) - b / (1 + Math.exp(-x));
    const tail = Math.log1p(Math.exp(-Math.abs(x)));
    return a * (Math.min(x, 0) - tail) + b * (Math.min(-x, 0) - tail);
  };

test.each([
  [1e4, 1, 1],
  [1e9, 1, 1],
  [1e9, 1, 1e6],
  [1, 1e-9, 1e-6],
  [1e12, 1, 1e-12],
])("weights %d and %d, first step %d: reduces the slope to a tenth", (a, b, firstStep) => {
  const objective = logits(a, b);
  const from = evaluate(objective, Float64Array.of(0));
  const found = lineSearch(objective, from, Float64Array.of(1), firstStep);
  expect(found).toBeDefined();
  expect(Math.abs(found?.gradient[0] ?? Number.NaN)).toBeLessThanOrEqual(0.1 * from.gradient[0]);
  expect(found?.value).toBeGreaterThan(from.value);
});

test("finds no step along a descent direction or one whose slope is NaN", () => {
  const objective = logits(3, 1);
  const from = evaluate(objective, Float64Array.of(0));
  expect(lineSearch(objective, from, Float64Array.of(-1), 1)).toBeUndefined();
  expect(lineSearch(objective, from, Float64Array.of(0), 1)).toBeUndefined();
  expect(lineSearch(objective, from, Float64Array.of(Number.NaN), 1)).toBeUndefined();
});
