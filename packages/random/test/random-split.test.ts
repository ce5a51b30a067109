import { expect, test } from "vitest";
import { randomSplit, randomStream } from "../src/index.ts";

test("randomSplit returns every index in exactly one part, in ascending order", () => {
  for (const [count, heldCount] of [
    [0, 0],
    [1, 0],
    [7, 7],
    [20, 6],
  ]) {
    const { held, rest } = randomSplit(count, heldCount, randomStream(3));
    expect([held.length, rest.length]).toEqual([heldCount, count - heldCount]);
    expect([...held].sort((a, b) => a - b)).toEqual([...held]);
    expect([...rest].sort((a, b) => a - b)).toEqual([...rest]);
    expect([...held, ...rest].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
  }
});

test("randomSplit holds out every index equally often", () => {
  const counts = new Float64Array(10);
  for (let seed = 0; seed < 20_000; seed++) for (const i of randomSplit(10, 3, randomStream(seed)).held) counts[i]++;
  // Each count is binomial with n = 20 000 and p = 0.3, so its mean is 6000 and its standard deviation is 65.
  for (const count of counts) expect(Math.abs(count - 6000)).toBeLessThan(5 * 65);
});
