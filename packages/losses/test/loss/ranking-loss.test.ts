import type { Preference } from "@tierwise/core-integrator";
import { centralDifferences, preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectClose } from "../close.ts";
import { sixLosses } from "../six-losses.ts";

describe.each(sixLosses)("%s", (name, loss) => {
  const nothingToCompare: [string, number[], Preference][] = [
    ["an empty top tier", [3, 1, 2], { tiers: [[]] }],
    ["no tiers", [3, 1, 2], { tiers: [] }],
    ["all items in one tier", [3, 1, 2], { tiers: [[2, 0, 1]] }],
    ["all items in one tier between empty tiers", [3, 1], { tiers: [[], [0, 1], []] }],
    ["one tier and unobserved items", [3, 1, 2], { tiers: [[1, 0]], rest: "unobserved" }],
    ["one item", [5], { tiers: [[0]] }],
    ["no items", [], { tiers: [] }],
  ];
  test.each(nothingToCompare)("returns a value of 0 and a gradient of 0 for %s", (_, scores, preference) => {
    const gradient = new Float64Array(scores.length).fill(Number.NaN);
    expect(loss(scores, preference, gradient)).toBe(0);
    expect(Array.from(gradient)).toEqual(scores.map(() => 0));
  });

  test("ignores empty tiers", () => {
    const scores = [0.3, -1, 2, 0.5, 1];
    expect(loss(scores, { tiers: [[], [2], [], [0, 1], []] })).toBe(loss(scores, { tiers: [[2], [0, 1]] }));
  });

  test("ignores unobserved items", () => {
    const tiers = [[0], [1, 2]];
    const gradient = new Float64Array(5);
    expectClose(loss([1, 0, 2, 500, -500], { tiers, rest: "unobserved" }, gradient), loss([1, 0, 2], { tiers }), 1e-15);
    expect(Array.from(gradient.slice(3))).toEqual([0, 0]);
  });

  test("the loss is the same whether the lowest tier is listed or left unnamed", () => {
    const scores = [0.3, -1, 2, 0.5, 1];
    const gradients = [new Float64Array(5), new Float64Array(5)];
    const [named, implied] = gradients;
    expectClose(
      loss(scores, { tiers: [[2], [0, 1], [3, 4]], rest: "unobserved" }, named),
      loss(scores, { tiers: [[2], [0, 1]] }, implied),
      1e-15,
    );
    for (const [i, g] of named.entries()) expectClose(g, implied[i], 1e-15);
  });

  test("returns a gradient that equals central differences and sums to zero", () => {
    fc.assert(
      fc.property(preferenceProblems(30, 10), ({ scores, preference }) => {
        if (name === "RankSVM") fc.pre(awayFromKinks(scores));
        const gradient = new Float64Array(scores.length);
        loss(scores, preference, gradient);
        const size = gradient.reduce((sum, g) => sum + Math.abs(g), 1);
        expect(Math.abs(gradient.reduce((sum, g) => sum + g, 0))).toBeLessThanOrEqual(1e-13 * size);
        const differences = centralDifferences((w) => loss(w, preference), Float64Array.from(scores));
        for (const [i, g] of gradient.entries()) expectClose(g, differences[i], 1e-7);
      }),
    );
  });

  test("the loss does not change if a constant is added to every score", () => {
    const constant = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(preferenceProblems(60, 30), constant, ({ scores, preference }, c) => {
        const shifted = scores.map((w) => w + c);
        // Adding the shift rounds each score by up to half an ulp of 1030; there are up to 30² pairs.
        expectClose(loss(shifted, preference), loss(scores, preference), 900 * 1030 * Number.EPSILON);
      }),
    );
  });

  test("accepts Float32 scores and gradients", () => {
    const scores = Float32Array.of(0.5, -1.25, 2, 0.75, 1);
    const preference = { tiers: [[3], [0, 1]] };
    const single = new Float32Array(5);
    const double = new Float64Array(5);
    expect(loss(scores, preference, single)).toBe(loss(Float64Array.from(scores), preference, double));
    expect(single).toEqual(Float32Array.from(double));
  });

  test.each([
    ["in the right order", [1e4, 1e4, -1e4, -1e4]],
    ["in the wrong order", [-1e4, -1e4, 1e4, 1e4]],
    ["all equal", [1e4, 1e4, 1e4, 1e4]],
    ["mixed", [1e4, -1e4, 1e4, -1e4]],
  ])("the loss is finite for scores of ±1e4 that are %s", (_, scores) => {
    const gradient = new Float64Array(4);
    for (const tiers of [[[0]], [[0, 1]], [[0], [1]], [[0], [1], [2]]]) {
      expect(loss(scores, { tiers }, gradient)).toBeGreaterThanOrEqual(0);
      expect(gradient.every(Number.isFinite)).toBe(true);
    }
  });

  const refused: [string, unknown, unknown, unknown, string][] = [
    ["a repeated item", [0, 1], { tiers: [[0, 0]] }, undefined, "tiers[0] contains item 0 twice"],
    ["an item that is out of range", [0, 1], { tiers: [[2]] }, undefined, "tiers[0][0] is 2, not an item"],
    ["a NaN score", [0, Number.NaN], { tiers: [[0]] }, undefined, "scores[1] is NaN; expected a finite number"],
    ["a score of −∞", [0, -1 / 0], { tiers: [[0]] }, undefined, "scores[1] is -Infinity; expected a finite number"],
    ["no scores", undefined, { tiers: [[0]] }, undefined, "scores is undefined; expected an array of numbers"],
    ["no preference", [0, 1], undefined, undefined, "preference is undefined; expected { tiers: [[…], …] }"],
    [
      "a gradient that is too short",
      [0, 1, 2],
      { tiers: [[0]] },
      new Float64Array(2),
      "gradient has length 2; expected 3, one per score",
    ],
  ];
  test.each(refused)("rejects %s", (_, scores, preference, gradient, message) => {
    expect(() => loss(scores as never, preference as never, gradient as never)).toThrow(message);
  });
});

/** Whether all score differences are far enough from 1 that no central difference crosses the kink of the hinge. */
function awayFromKinks(scores: readonly number[]): boolean {
  return scores.every((a) => scores.every((b) => Math.abs(Math.abs(a - b) - 1) > 0.01));
}
