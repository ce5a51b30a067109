import { describe, expect, test } from "vitest";
import { randomStream } from "../src/index.ts";
import { threefry, type Words } from "../src/random-stream.ts";

const first = (count: number, random: () => number): number[] => Array.from({ length: count }, random);

describe("randomStream", () => {
  test("returns the same numbers for the same seed and path, and different numbers otherwise", () => {
    const names = [[1], [2], [1, 0], [1, 1], [1, 0, 0], [-1], [2 ** 40], [1, 2 ** 40], [1, -1]];
    const streams = names.map(([seed, ...path]) => first(3, randomStream(seed, ...path)).join());
    expect(new Set(streams).size).toBe(names.length);
    expect(first(5, randomStream(9, 8, 7))).toEqual(first(5, randomStream(9, 8, 7)));
  });

  test("a stream does not depend on draws from other streams", () => {
    const a = randomStream(3, 1);
    const b = randomStream(3, 2);
    const mixed = first(4, () => {
      b();
      return a();
    });
    expect(mixed).toEqual(first(4, randomStream(3, 1)));
  });

  test("a stream passes a chi-square test of uniformity with 100,000 draws in 100 cells, seed 1", () => {
    const cells = new Float64Array(100);
    const random = randomStream(1);
    for (let i = 0; i < 100_000; i++) cells[Math.floor(100 * random())]++;
    const chiSquare = cells.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    // With 99 degrees of freedom, the mean is 99 and the standard deviation is 14.
    expect(chiSquare).toBeGreaterThan(50);
    expect(chiSquare).toBeLessThan(160);
  });

  test("a stream has no correlation with neighboring streams", () => {
    const draws = [0, 1, 2].map((stream) => first(20_000, randomStream(5, stream)));
    const correlation = (x: number[], y: number[]): number =>
      x.reduce((sum, value, i) => sum + 12 * (value - 0.5) * (y[i] - 0.5), 0) / x.length;
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ]) {
      expect(Math.abs(correlation(draws[i], draws[j]))).toBeLessThan(4 / Math.sqrt(20_000));
    }
  });

  test("rejects a seed or a path step that is not an integer", () => {
    expect(() => randomStream(1.5)).toThrow("seed is 1.5; expected a safe integer");
    expect(() => randomStream(1, 2, Number.NaN)).toThrow("path[1] is NaN; expected a safe integer");
  });
});

// The test vectors for threefry2x32 with 20 rounds, published by Salmon et al. with Random123.
const answers: [string, number[], number[], string][] = [
  ["zeros", [0, 0], [0, 0], "6b200159 99ba4efe"],
  ["ones", [-1, -1], [-1, -1], "1cb996fc bb002be7"],
  ["digits of pi", [0x13198a2e, 0x03707344], [0x243f6a88, 0x85a308d3], "c4923a9c 483df7a0"],
];
test.each(answers)("threefry returns the published output for %s", (_, [k0, k1], [c0, c1], expected) => {
  const out: Words = [0, 0];
  threefry(k0, k1, c0, c1, out);
  expect(out.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join(" ")).toBe(expected);
});
