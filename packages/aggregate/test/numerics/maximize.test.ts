import { describe, expect, test } from "vitest";
import { evaluate, lineSearch, maximize, type Objective } from "../../src/numerics/maximize.ts";

const stop = { tolerance: 1e-10, maxIterations: 500 };

describe("maximize", () => {
  test("finds the maximum of a badly scaled quadratic", () => {
    const scales = Float64Array.from({ length: 20 }, (_, i) => 10 ** (i / 4));
    const { x, converged } = maximize(
      (at, gradient) => {
        let value = 0;
        for (let i = 0; i < 20; i++) {
          gradient[i] = -scales[i] * (at[i] - i);
          value += (gradient[i] * (at[i] - i)) / 2;
        }
        return value;
      },
      new Float64Array(20),
      stop,
    );
    expect(converged).toBe(true);
    for (const [i, value] of x.entries()) expect(value).toBeCloseTo(i, 9);
  });

  test("takes one step, or two because of rounding, if the scale matches the curvature", () => {
    const scales = Float64Array.from({ length: 20 }, (_, i) => 10 ** (i / 4));
    const { x, iterations } = maximize(
      (at, gradient) => {
        for (let i = 0; i < 20; i++) gradient[i] = -scales[i] * (at[i] - i);
        return at.reduce((sum, a, i) => sum - (scales[i] * (a - i) ** 2) / 2, 0);
      },
      new Float64Array(20),
      { ...stop, scale: scales.map((curvature) => 1 / curvature) },
    );
    expect(iterations).toBeLessThanOrEqual(2);
    for (const [i, value] of x.entries()) expect(value).toBeCloseTo(i, 9);
  });

  test("finds the maximum of log(x) − x, and of −log cosh(x) from a distant start", () => {
    const { x } = maximize(
      ([a], gradient) => {
        gradient[0] = 1 - Math.exp(a);
        return a - Math.exp(a);
      },
      Float64Array.of(-5),
      stop,
    );
    expect(x[0]).toBeCloseTo(0, 9);
    const flat = maximize(
      ([a], gradient) => {
        gradient[0] = -Math.tanh(a - 3);
        return -Math.abs(a - 3) - Math.log1p(Math.exp(-2 * Math.abs(a - 3)));
      },
      Float64Array.of(-300),
      stop,
    );
    expect(flat.x[0]).toBeCloseTo(3, 8);
  });

  test("reports that it ran out of steps, and stays at the maximum if it starts there", () => {
    const parabola = ([a]: Float64Array, gradient: Float64Array): number => {
      gradient[0] = -2 * a;
      return -a * a;
    };
    expect(maximize(parabola, Float64Array.of(9), { ...stop, maxIterations: 0 }).converged).toBe(false);
    expect(maximize(parabola, Float64Array.of(0), stop)).toMatchObject({
      converged: true,
      iterations: 0,
      evaluations: 1,
    });
  });

  test("takes the alternative step if no line search succeeds, and ends if that step does not increase the value", () => {
    // The maximum is at 4. Everywhere else, the reported gradient is infinite, so no line search succeeds.
    const kinked = ([a]: Float64Array, gradient: Float64Array): number => {
      gradient[0] = a === 4 ? 0 : Number.POSITIVE_INFINITY;
      return -Math.abs(a - 4);
    };
    const jump = maximize(kinked, Float64Array.of(0), { ...stop, otherStep: () => Float64Array.of(4) });
    expect(jump).toMatchObject({ converged: true, iterations: 1, x: Float64Array.of(4) });
    const stuck = maximize(kinked, Float64Array.of(0), { ...stop, otherStep: ({ x }) => x });
    expect(stuck).toMatchObject({ converged: false, iterations: 0, x: Float64Array.of(0) });
    expect(maximize(kinked, Float64Array.of(0), stop).converged).toBe(false);
  });
});

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
])("a line search with weights %d and %d and first step %d reduces the slope to a tenth", (a, b, firstStep) => {
  const objective = logits(a, b);
  const from = evaluate(objective, Float64Array.of(0));
  const found = lineSearch(objective, from, Float64Array.of(1), firstStep);
  expect(found).toBeDefined();
  expect(Math.abs(found?.gradient[0] ?? Number.NaN)).toBeLessThanOrEqual(0.1 * from.gradient[0]);
  expect(found?.value).toBeGreaterThan(from.value);
});

test("a line search finds no step along a descent direction or along a direction with a slope of NaN", () => {
  const objective = logits(3, 1);
  const from = evaluate(objective, Float64Array.of(0));
  expect(lineSearch(objective, from, Float64Array.of(-1), 1)).toBeUndefined();
  expect(lineSearch(objective, from, Float64Array.of(0), 1)).toBeUndefined();
  expect(lineSearch(objective, from, Float64Array.of(Number.NaN), 1)).toBeUndefined();
});
