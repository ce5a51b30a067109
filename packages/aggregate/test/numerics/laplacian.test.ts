import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { factorLaplacian, invertLaplacian, solveLaplacian } from "../../src/numerics/laplacian.ts";

function springs(n: number, entries: readonly (readonly [number, number, number])[]): Float64Array {
  const matrix = new Float64Array(n * n);
  for (const [i, j, conductance] of entries) matrix[Math.min(i, j) * n + Math.max(i, j)] += conductance;
  return matrix;
}

describe("a Laplacian", () => {
  test("resistances in series add up with full relative precision over 30 orders of magnitude", () => {
    const conductances = [1, 1e-15, 1e15, 3];
    const laplacian = factorLaplacian(
      springs(
        5,
        conductances.map((c, i) => [i, i + 1, c]),
      ),
      5,
    );
    if (laplacian === undefined) throw new Error("not connected");
    const inverse = invertLaplacian(laplacian);
    const resistance = (i: number, j: number): number =>
      inverse[i * 5 + i] + inverse[j * 5 + j] - 2 * inverse[i * 5 + j];
    // The ground is the node with the largest conductance; resistances to the ground are diagonal entries of the inverse.
    expect(inverse[2 * 5 + 2] + inverse[3 * 5 + 3]).toBeCloseTo(1e-15, 28);
    expect(resistance(4, 3) * 3).toBeCloseTo(1, 14);
    expect(resistance(0, 4) / 1e15).toBeCloseTo(1, 14);
    expect(solveLaplacian(laplacian, Float64Array.of(1, -1, 0, 0, 0))[0]).toBeCloseTo(1e15 - (1e15 - 1), 0);
  });

  test("the inverse solves the equations of a random network, seed 3", () => {
    const n = 12;
    const random = randomStream(3);
    const entries = Array.from({ length: 40 }, (): [number, number, number] => {
      const i = Math.floor(random() * n);
      return [i, (i + 1 + Math.floor(random() * (n - 1))) % n, random() * 10 ** (4 * random())];
    });
    const laplacian = factorLaplacian(springs(n, entries), n);
    if (laplacian === undefined) throw new Error("not connected");
    const b = Float64Array.from({ length: n }, () => random() - 0.5);
    b[n - 1] -= b.reduce((sum, value) => sum + value, 0);
    const x = solveLaplacian(laplacian, b);
    const product = new Float64Array(n);
    for (const [i, j, c] of entries) {
      product[i] += c * (x[i] - x[j]);
      product[j] += c * (x[j] - x[i]);
    }
    const inverse = invertLaplacian(laplacian);
    for (let i = 0; i < n; i++) {
      expect(Math.abs(product[i] - b[i])).toBeLessThan(1e-12);
      let sum = 0;
      for (let j = 0; j < n; j++) sum += inverse[i * n + j] * b[j];
      expect(sum).toBeCloseTo(x[i], 11);
    }
  });

  test("a disconnected network has no factors, unless weak springs connect all nodes", () => {
    const apart = (): Float64Array =>
      springs(4, [
        [0, 1, 1],
        [2, 3, 1],
      ]);
    expect(factorLaplacian(apart(), 4)).toBeUndefined();
    expect(
      factorLaplacian(
        apart().map((conductance) => conductance + 1e-9),
        4,
      ),
    ).toBeDefined();
  });
});
