import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { softmax, softmaxMse } from "../../src/index.ts";

describe("softmaxMse", () => {
  test("is the mean of (softmax(u)_i − p_i)²", () => {
    const expected = ((1 / 4 - 1 / 2) ** 2 + (3 / 4 - 1 / 2) ** 2) / 2;
    expect(softmaxMse([0, Math.log(3)], [1 / 2, 1 / 2])).toBeCloseTo(expected, 15);
  });

  test("is 0 for the true utilities plus any constant", () => {
    const utilities = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(utilities, fc.double({ min: -50, max: 50, noNaN: true }), (truth, shift) => {
        const shifted = truth.map((utility) => utility + shift);
        expect(softmaxMse(shifted, softmax(truth))).toBeLessThan(1e-26);
      }),
    );
  });

  test("is NaN if there are no items", () => {
    expect(softmaxMse([], [])).toBeNaN();
  });

  const refused: [string, number[], number[], string][] = [
    ["utilities instead of probabilities", [1, 2], [3, 4], "probabilities add up to 7; expected 1"],
    ["a negative probability", [1, 2], [1.5, -0.5], "probabilities[1] is -0.5; expected a nonnegative number"],
    ["NaN", [1, 2], [Number.NaN, 1], "probabilities[0] is NaN; expected a nonnegative number"],
    ["different lengths", [1, 2], [1], "probabilities has length 1; expected 2, the length of utilities"],
  ];
  test.each(refused)("rejects %s", (_, utilities, probabilities, message) => {
    expect(() => softmaxMse(utilities, probabilities)).toThrow(message);
  });
});
