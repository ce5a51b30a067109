import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FrequencyShares, frequencyGroups } from "../src/index.ts";

function groupNames(labelCounts: number[], shares?: FrequencyShares): string {
  const { names, groupOf } = frequencyGroups(labelCounts, shares);
  return Array.from(groupOf, (g) => names[g]).join(" ");
}

describe("frequencyGroups", () => {
  const divided: [string, number[], FrequencyShares | undefined, string][] = [
    ["three equal thirds", [7, 30, 20, 9, 10, 7, 7], undefined, "tail head torso tail torso tail tail"],
    ["a boundary between labels", [1, 1, 2, 2], { head: 1 / 3, tail: 1 / 3 }, "tail tail head head"],
    ["a label that spans a boundary", [50, 40, 10], undefined, "head torso tail"],
    ["labels that occur equally often", [4, 4, 4, 4], undefined, "head head head head"],
    ["a label that never occurs", [9, 0], undefined, "head tail"],
    ["only labels that never occur", [0, 0], undefined, "tail tail"],
    ["no labels", [], undefined, ""],
    ["custom fractions", [60, 20, 10, 10], { head: 0.8, tail: 0.2 }, "head head tail tail"],
    ["no tail except labels that never occur", [3, 2, 1, 0], { head: 0.5, tail: 0 }, "head torso torso tail"],
    ["no head", [3, 2], { head: 0, tail: 0.5 }, "torso tail"],
  ];
  test.each(divided)("divides %s", (_, counts, shares, expected) => {
    expect(groupNames(counts, shares)).toBe(expected);
  });

  test("assigns each label to a group by the fraction of all occurrences that belong to more frequent labels", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (counts) => {
        const total = counts.reduce((a, b) => a + b, 0);
        const expected = counts.map((count) => {
          const above = counts.filter((other) => other > count).reduce((a, b) => a + b, 0);
          if (3 * above < total) return "head";
          return 3 * above < 2 * total ? "torso" : "tail";
        });
        expect(groupNames(counts)).toBe(expected.join(" "));
      }),
    );
  });

  const refused: [string, number[], FrequencyShares, string][] = [
    ["a negative count", [1, -2], {}, "labelCounts[1] is -2; expected a nonnegative integer"],
    ["a fraction above 1", [1], { head: 1.5 }, "head is 1.5; expected a fraction from 0 to 1"],
    ["a sum above 1", [1], { head: 0.6, tail: 0.5 }, "tail is 0.5; expected a fraction from 0 to 1 − head"],
  ];
  test.each(refused)("rejects %s", (_, counts, shares, message) => {
    expect(() => frequencyGroups(counts, shares)).toThrow(message);
  });
});
