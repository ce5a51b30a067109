import { describe, expect, test } from "vitest";
import { gumbel, normal, poisson, type Random, randomPermutation, randomStream } from "../src/index.ts";

const COUNT = 200_000;

function moments(draw: (random: Random) => number): { mean: number; variance: number } {
  const random = randomStream(11);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < COUNT; i++) {
    const value = draw(random);
    sum += value;
    squares += value * value;
  }
  const mean = sum / COUNT;
  return { mean, variance: squares / COUNT - mean * mean };
}

describe("draws have the mean and variance of the distribution to within five standard errors", () => {
  const EULER = 0.5772156649015329;
  const table: [string, (random: Random) => number, number, number][] = [
    ["normal", normal, 0, 1],
    ["gumbel", gumbel, EULER, Math.PI ** 2 / 6],
    ["poisson with mean 3.5", (random) => poisson(3.5, random), 3.5, 3.5],
  ];
  test.each(table)("%s", (_, draw, mean, variance) => {
    const found = moments(draw);
    expect(Math.abs(found.mean - mean)).toBeLessThan(5 * Math.sqrt(variance / COUNT));
    // The fourth moments of all three distributions are below 6·variance², which bounds the standard error of the variance.
    expect(Math.abs(found.variance - variance)).toBeLessThan(5 * variance * Math.sqrt(6 / COUNT));
  });

  test("a Poisson variate with a mean of 0 is 0", () => {
    expect(poisson(0, randomStream(1))).toBe(0);
  });
});

describe("randomPermutation", () => {
  test("a permutation contains every index exactly once", () => {
    expect(Array.from(randomPermutation(100, randomStream(2))).sort((a, b) => a - b)).toEqual([...Array(100).keys()]);
    expect(randomPermutation(0, randomStream(2))).toHaveLength(0);
  });

  test("all orders of three items are equally frequent, seed 3", () => {
    const counts = new Map<string, number>();
    const random = randomStream(3);
    for (let i = 0; i < 6000; i++) {
      const order = randomPermutation(3, random).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(5 * Math.sqrt(1000));
  });
});
