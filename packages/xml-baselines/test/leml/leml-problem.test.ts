import type { XmlDataset } from "@tierwise/datasets-xml";
import { normal, randomStream } from "@tierwise/random";
import { centralDifferences } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { type LemlProblem, lemlProblem } from "../../src/leml/leml-problem.ts";
import { dense, randomDataset } from "../random-dataset.ts";
import { withEngine } from "../with-engine.ts";

const rank = 3;
const lambda = 0.7;

/** f(W, H), computed from its definition in double precision. */
function objective(
  { features, labels, numFeatures, numLabels }: XmlDataset,
  w: ArrayLike<number>,
  h: ArrayLike<number>,
) {
  const [x, y] = [dense(features, numFeatures), dense(labels, numLabels)];
  let sum = 0;
  for (const [i, row] of x.entries()) {
    for (let l = 0; l < numLabels; l++) {
      let score = 0;
      for (let k = 0; k < rank; k++)
        for (let f = 0; f < numFeatures; f++) score += row[f] * w[f * rank + k] * h[l * rank + k];
      sum += (y[i][l] - score) ** 2;
    }
  }
  const squares = (a: ArrayLike<number>): number => Array.from(a).reduce((total, value) => total + value ** 2, 0);
  return sum + (lambda / 2) * (squares(w) + squares(h));
}

async function problemOf(
  data: XmlDataset,
  body: (problem: LemlProblem, extra: () => LemlProblem["w"]) => Promise<void>,
) {
  await withEngine(async (engine) => {
    const problem = lemlProblem(engine, data, { rank, lambda });
    const random = randomStream(5);
    for (let i = 0; i < problem.w.data.length; i++) problem.w.data[i] = normal(random);
    await problem.setW();
    await body(problem, () => engine.arena.matrix(problem.w.rows, rank));
  });
}

// The Hessian product has two code paths: one for more rows than features, and one for more features than rows.
describe.each([
  [20, 6],
  [6, 20],
])("a problem with %i rows and %i features", (rows, features) => {
  const data = randomDataset(rows, features, 5, 1);

  test("the objective matches its definition after every half-step and never increases", async () => {
    await problemOf(data, async (problem) => {
      let before = Number.POSITIVE_INFINITY;
      for (let half = 0; half < 20; half++) {
        const value = await (half % 2 === 0
          ? problem.solveH()
          : problem.improveW({ maxIterations: 4, tolerance: 1e-3 }));
        const exact = objective(data, problem.w.data, problem.h.data);
        expect(Math.abs(value - exact)).toBeLessThan(1e-5 * exact);
        expect(exact).toBeLessThanOrEqual(before * (1 + 1e-7));
        before = exact;
      }
    });
  });

  test("the gradient with respect to H is zero at the minimizer", async () => {
    await problemOf(data, async (problem) => {
      await problem.solveH();
      const h = Float64Array.from(problem.h.data);
      const gradient = centralDifferences((at) => objective(data, problem.w.data, at), h);
      for (const slope of gradient) expect(Math.abs(slope)).toBeLessThan(1e-4);
    });
  });

  test("the gradient with respect to W matches finite differences", async () => {
    await problemOf(data, async (problem, matrix) => {
      await problem.solveH();
      const gradient = matrix();
      await problem.gradientW(gradient);
      const differences = centralDifferences(
        (at) => objective(data, at, problem.h.data),
        Float64Array.from(problem.w.data),
      );
      const size = Math.max(...differences.map(Math.abs));
      for (const [i, slope] of differences.entries())
        expect(Math.abs(gradient.data[i] - slope)).toBeLessThan(1e-5 * size);
    });
  });

  test("the product with the Hessian equals the difference of gradients", async () => {
    await problemOf(data, async (problem, matrix) => {
      await problem.solveH();
      const [s, product, at, moved] = [matrix(), matrix(), matrix(), matrix()];
      const random = randomStream(6);
      for (let i = 0; i < s.data.length; i++) s.data[i] = normal(random);
      await problem.hessianW(product, s);
      await problem.gradientW(at);
      // The objective is quadratic in W, so large differences are as accurate as small ones.
      for (let i = 0; i < s.data.length; i++) problem.w.data[i] += s.data[i];
      await problem.gradientW(moved);
      const size = Math.max(...product.data.map(Math.abs));
      for (let i = 0; i < s.data.length; i++) {
        expect(Math.abs(moved.data[i] - at.data[i] - product.data[i])).toBeLessThan(1e-5 * size);
      }
    });
  });

  test("conjugate gradients converge to the minimizer in W", async () => {
    await problemOf(data, async (problem, matrix) => {
      await problem.solveH();
      await problem.improveW({ maxIterations: 200, tolerance: 1e-6 });
      const gradient = matrix();
      await problem.gradientW(gradient);
      for (const slope of gradient.data) expect(Math.abs(slope)).toBeLessThan(1e-3);
    });
  });
});
