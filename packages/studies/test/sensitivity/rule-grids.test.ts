import { expect, test } from "vitest";
import { crossedRules, paperSensitivity } from "../../src/index.ts";

const data = { name: "toy", source: { folder: "toy" }, fingerprint: "0" };

test("the paper's grid combines every T with every c, and interpolates the sums for large T", () => {
  const { rules, training } = paperSensitivity({ data, seeds: [1, 2], centers: ["none"], epochs: 3 });
  expect(rules.map(({ intervals, shift }) => [intervals, shift])).toEqual(
    [100, 1000, 10_000].flatMap((intervals) => [0, 2, 5, 8].map((shift) => [intervals, shift])),
  );
  for (const { intervals, interpolated, center } of rules) {
    expect([center, interpolated]).toEqual(["none", intervals >= 1000 ? true : undefined]);
  }
  expect(training).toEqual({ hidden: 256, options: { preset: "paper", learningRates: [1e-3], epochs: 3 } });
});

test("the rules of a cross contain the rule at the intersection only once", () => {
  const cross = { intervals: [100, 1000], shifts: [0, 5], atIntervals: 1000, atShift: 5, center: "none" } as const;
  expect(crossedRules(cross)).toEqual([
    { intervals: 100, shift: 5, center: "none" },
    { intervals: 1000, shift: 5, center: "none" },
    { intervals: 1000, shift: 0, center: "none" },
  ]);
});
