import { normal, randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { copySparse, transposeCopy } from "../../src/engine/sparse-copy.ts";
import { fitRegressor } from "../../src/sleec/fit-regressor.ts";
import { withEngine } from "../with-engine.ts";

const n = 6;
const d = 3;
const cost = 0.8;
const random = randomStream(9);
const x = Array.from({ length: n }, (_, i) =>
  Array.from({ length: n }, (_, j) => 0.3 * normal(random) + Number(i === j)),
);
const z = Array.from({ length: n * d }, () => normal(random));
const features = {
  indptr: Int32Array.from({ length: n + 1 }, (_, i) => i * n),
  indices: Int32Array.from({ length: n * n }, (_, e) => e % n),
  values: Float32Array.from(x.flat()),
};

async function fit(sparsity: number, rounds: number): Promise<{ v: Float32Array; steps: number[] }> {
  return withEngine(async (engine) => {
    const { arena } = engine;
    const rows = copySparse(arena, features, [0, 1, 2, 3, 4, 5], { normalize: false });
    const target = arena.matrix(n, d);
    target.data.set(z);
    const steps: number[] = [];
    const options = { cost, sparsity, rounds, tolerance: 1e-7, onStep: (f: number) => steps.push(f) };
    const v = await fitRegressor(engine, rows, transposeCopy(arena, rows, n), target, options);
    return { v: v.data.slice(), steps };
  });
}

/** The inverse of a small matrix by Gauss–Jordan elimination. */
function inverse(matrix: number[][]): number[][] {
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))]);
  for (let i = 0; i < n; i++) {
    const pivot = rows[i][i];
    rows[i] = rows[i].map((value) => value / pivot);
    for (let r = 0; r < n; r++) {
      const factor = rows[r][i];
      if (r !== i) rows[r] = rows[r].map((value, j) => value - factor * rows[i][j]);
    }
  }
  return rows.map((row) => row.slice(n));
}

/**
 * The solution by coordinate descent, column by column. X is square and invertible, so the problem can be solved for α = XV:
 * C(z − α)² + ½‖X⁻¹α‖² + μ|α|₁.
 */
function byCoordinateDescent(sparsity: number): { alpha: number[]; objective: number } {
  const xInverse = inverse(x);
  const q = (i: number, j: number): number => xInverse.reduce((sum, row) => sum + row[i] * row[j], 0);
  const alpha = new Array<number>(n * d).fill(0);
  for (let sweep = 0; sweep < 2000; sweep++) {
    for (let c = 0; c < d; c++) {
      for (let i = 0; i < n; i++) {
        let pull = 2 * cost * z[i * d + c];
        for (let j = 0; j < n; j++) if (j !== i) pull -= q(i, j) * alpha[j * d + c];
        alpha[i * d + c] = (Math.sign(pull) * Math.max(0, Math.abs(pull) - sparsity)) / (2 * cost + q(i, i));
      }
    }
  }
  let objective = 0;
  for (let c = 0; c < d; c++) {
    for (let i = 0; i < n; i++) {
      objective += cost * (z[i * d + c] - alpha[i * d + c]) ** 2 + sparsity * Math.abs(alpha[i * d + c]);
      for (let j = 0; j < n; j++) objective += (alpha[i * d + c] * q(i, j) * alpha[j * d + c]) / 2;
    }
  }
  return { alpha, objective };
}

describe.each([0, 0.05, 0.3])("fitRegressor, μ = %d", (sparsity) => {
  test("matches coordinate descent", async () => {
    const { v, steps } = await fit(sparsity, 400);
    const { alpha, objective } = byCoordinateDescent(sparsity);
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < d; c++) {
        let predicted = 0;
        for (let f = 0; f < n; f++) predicted += x[i][f] * v[f * d + c];
        expect(Math.abs(predicted - alpha[i * d + c])).toBeLessThan(2e-3);
      }
    }
    expect(steps[steps.length - 1]).toBeCloseTo(objective, 3);
    expect(steps.length).toBe(sparsity > 0 ? steps.length : 1);
    if (sparsity === 0.3) expect(alpha.filter((value) => value === 0).length).toBeGreaterThan(1);
  });
});
