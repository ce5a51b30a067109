import { describe, expect, test } from "vitest";
import { softmax } from "../../src/index.ts";

describe("softmax", () => {
  const known: [string, ArrayLike<number>, number[]][] = [
    ["is proportional to the exponentials of the utilities", [Math.log(6), Math.log(3), 0], [6 / 10, 3 / 10, 1 / 10]],
    ["is uniform for equal utilities", [7, 7, 7, 7], [1 / 4, 1 / 4, 1 / 4, 1 / 4]],
    ["handles utilities whose exponential overflows", [1000, 1000 - Math.log(3)], [3 / 4, 1 / 4]],
    ["handles utilities whose exponential underflows", [-1000, -1000 - Math.log(3)], [3 / 4, 1 / 4]],
    ["gives -Infinity probability 0", [Number.NEGATIVE_INFINITY, 5], [0, 1]],
    ["accepts a Float32Array", Float32Array.of(1, 1), [1 / 2, 1 / 2]],
    ["is 1 for one item", [-3], [1]],
    ["is empty for no items", [], []],
  ];
  test.each(known)("%s", (_, utilities, expected) => {
    const probabilities = softmax(utilities);
    expect(probabilities.length).toBe(expected.length);
    for (const [i, p] of expected.entries()) expect(probabilities[i]).toBeCloseTo(p, 12);
  });

  const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
  const refused: [string, number[], string][] = [
    ["NaN", [0, nan], "utilities[1] is NaN; expected a finite number or -Infinity"],
    ["Infinity", [inf], "utilities[0] is Infinity; expected a finite number or -Infinity"],
    ["only -Infinity", [-inf, -inf], "utilities are all -Infinity; expected at least one finite value"],
  ];
  test.each(refused)("rejects %s", (_, utilities, message) => {
    expect(() => softmax(utilities)).toThrow(message);
  });
});
