import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { topK } from "../src/index.ts";

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;

describe("topK", () => {
  const ranked: [string, ArrayLike<number>, number, number[]][] = [
    ["different scores", [0.1, 0.3, 0.2], 2, [1, 2]],
    ["equal scores", [5, 5, 5, 5], 3, [0, 1, 2]],
    ["a tie at the cutoff", [1, 2, 1, 2, 2], 2, [1, 3]],
    ["k larger than the number of items", [1, 2], 5, [1, 0]],
    ["k = 0", [1, 2], 0, []],
    ["no items", [], 3, []],
    ["one item", [-7], 1, [0]],
    ["infinite scores", [-inf, 0, inf, -inf, inf], 5, [2, 4, 1, 0, 3]],
    ["only -Infinity", [-inf, -inf], 1, [0]],
    ["0 and −0, which are equal", [-0, 0, -0], 3, [0, 1, 2]],
    ["float32 scores", Float32Array.of(0.5, 0.25, 0.75), 2, [2, 0]],
    ["float64 scores", Float64Array.of(1, 1 + Number.EPSILON), 1, [1]],
  ];
  test.each(ranked)("ranks by descending score, then ascending index: %s", (_, scores, k, expected) => {
    expect(topK(scores, k)).toEqual(Int32Array.from(expected));
  });
});

const n = 5000;
const patterns: [string, (i: number) => number][] = [
  ["ascending", (i) => i],
  ["descending", (i) => -i],
  ["constant", () => 1],
  ["sawtooth", (i) => i % 97],
  ["organ-pipe", (i) => Math.min(i, n - i)],
  ["mostly -Infinity", (i) => (i < n - 1 ? -inf : 0)],
];
test.each(patterns)("topK equals the start of a full sort for %s scores", (_, scoreOf) => {
  const scores = Float64Array.from({ length: n }, (_, i) => scoreOf(i));
  const sorted = fullSort(scores);
  for (const k of [1, 5, 31, 32, 33, 1000, n / 2, n - 1, n]) {
    expect(topK(scores, k)).toEqual(Int32Array.from(sorted.slice(0, k)));
  }
});

test("topK equals the start of a full sort for random scores", () => {
  const score = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(inf, -inf, -0),
    fc.double({ noNaN: true }),
    fc.float({ noNaN: true }),
  );
  const scores = fc.array(score, { maxLength: 600, size: "max" });
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 300 }), (values, k) => {
      for (const row of [values, Float64Array.from(values), Float32Array.from(values)]) {
        expect(Array.from(topK(row, k))).toEqual(fullSort(row).slice(0, k));
      }
    }),
  );
});

function fullSort(scores: ArrayLike<number>): number[] {
  const ascending = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
  return Array.from(scores, (_, i) => i).sort((i, j) => ascending(scores[j], scores[i]) || i - j);
}

describe("topK", () => {
  const late = new Float32Array(1000);
  late[777] = nan;
  const refused: [string, unknown, number, string][] = [
    ["NaN", [1, nan, 2], 1, "scores[1] is NaN; expected a number"],
    ["NaN far from the start", late, 1, "scores[777] is NaN; expected a number"],
    ["NaN with k = 0", late, 0, "scores[777] is NaN; expected a number"],
    ["a hole", new Array(1), 1, "scores[0] is undefined; expected a number"],
    ["no scores", undefined, 1, "scores is undefined; expected an array of numbers"],
    ["a negative k", [1], -1, "k is -1; expected a nonnegative integer"],
    ["a fractional k", [1], 1.5, "k is 1.5; expected a nonnegative integer"],
    ["k = NaN", [1], nan, "k is NaN; expected a nonnegative integer"],
  ];
  test.each(refused)("rejects %s", (_, scores, k, message) => {
    expect(() => topK(scores as number[], k)).toThrow(message);
  });
});
