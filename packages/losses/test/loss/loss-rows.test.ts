import { type PackedPreferences, type Preference, packPreferences } from "@tierwise/core-integrator";
import { describe, expect, test } from "vitest";
import { attRankLoss, lossRows, plPartitionLoss, rankNetLoss, rankSvmLoss, rowLoss } from "../../src/index.ts";
import { expectClose } from "../close.ts";
import { ownLoss } from "../own-loss.ts";
import { sixLosses } from "../six-losses.ts";

const preferences: Preference[] = [
  { tiers: [[0, 2]] },
  { tiers: [[3], [1, 4]], rest: "unobserved" },
  { tiers: [[]] },
  { tiers: [[4], [0], [2, 3]] },
];
const packed = packPreferences(preferences, 5);
const scores = Float64Array.from({ length: 20 }, (_, i) => 2 * Math.sin(3 * i + 1));
const rowOf = (b: number): Float64Array => scores.slice(5 * b, 5 * b + 5);

describe.each([...sixLosses, ["a custom loss", ownLoss] as const])("lossRows of %s", (_, loss) => {
  const single = preferences.map((preference, b) => {
    const gradient = new Float64Array(5);
    return { value: loss(rowOf(b), preference, gradient), gradient };
  });

  test("sums values and gradients over the rows", () => {
    const gradient = new Float64Array(20);
    const values = new Float64Array(4);
    const total = lossRows(loss, scores, packed, { gradient, values, reduction: "sum" });
    expect(Array.from(values)).toEqual(single.map(({ value }) => value));
    expectClose(
      total,
      values.reduce((sum, value) => sum + value, 0),
      1e-15,
    );
    expect(Array.from(gradient)).toEqual(single.flatMap((row) => Array.from(row.gradient)));
  });

  test("returns the weighted sum divided by the number of rows by default", () => {
    const weights = [1, 0.5, 3, 0];
    const gradient = new Float64Array(20);
    const expected = single.reduce((sum, { value }, b) => sum + weights[b] * value, 0) / 4;
    expectClose(lossRows(loss, scores, packed, { gradient, weights }), expected, 1e-15);
    for (const [i, g] of gradient.entries()) {
      const b = Math.floor(i / 5);
      expectClose(g, (weights[b] * single[b].gradient[i % 5]) / 4, 1e-15);
    }
  });

  test("can overwrite the scores with their gradient", () => {
    const apart = new Float64Array(20);
    lossRows(loss, scores, packed, { gradient: apart });
    const inPlace = scores.slice();
    lossRows(loss, inPlace, packed, { gradient: inPlace });
    expect(inPlace).toEqual(apart);
  });

  test("evaluates one row at any offset with any preference", () => {
    const gradient = new Float64Array(20).fill(7);
    const value = rowLoss(loss)(scores, 15, packed, 1, gradient, 2);
    const expected = new Float64Array(5);
    expect(value).toBe(loss(rowOf(3), preferences[1], expected));
    expect(Array.from(gradient)).toEqual([...new Array(15).fill(7), ...expected.map((g) => 2 * g)]);
  });
});

describe.each(sixLosses)("rowLoss of %s", (_, loss) => {
  const row = rowLoss(loss);
  const two = packPreferences([{ tiers: [[1], [0]] }], 4);

  test("omits an unnamed item with a score of −∞", () => {
    const gradient = new Float64Array(4);
    const value = row([1, 0, Number.NEGATIVE_INFINITY, 2], 0, two, 0, gradient);
    expectClose(value, loss([1, 0, 2], { tiers: [[1], [0]] }), 1e-15);
    expect(gradient[2]).toBe(0);
  });

  test.each([
    ["NaN in a tier", [0, Number.NaN, 1, 1], "scores[1] is NaN"],
    ["−∞ in a tier", [-1 / 0, 0, 1, 1], "scores[0] is -Infinity"],
    ["NaN in the rest", [0, 1, 1, Number.NaN], "scores[3] is NaN"],
    ["+∞ in the rest", [0, 1, 1 / 0, 1], "scores[2] is Infinity"],
  ])("rejects %s", (_, bad, message) => {
    expect(() => row(bad, 0, two, 0)).toThrow(message);
  });
});

test("lossRows returns 0 as the mean of zero rows", () => {
  expect(lossRows(rankSvmLoss(), new Float64Array(0), packPreferences([], 3))).toBe(0);
});

describe("lossRows", () => {
  const call =
    (options: object, rows = scores, preferred: PackedPreferences = packed) =>
    () =>
      lossRows(rankSvmLoss(), rows, preferred, options);
  test("rejects arrays of the wrong length", () => {
    const shape = "for 4 rows of 5 items";
    expect(call({}, scores.slice(1))).toThrow(`scores has length 19; expected 20 ${shape}`);
    expect(call({ gradient: new Float32Array(5) })).toThrow(`gradient has length 5; expected 20 ${shape}`);
    expect(call({ values: new Float32Array(5) })).toThrow(`values has length 5; expected 4 ${shape}`);
    expect(call({ weights: [1, 2, 3] })).toThrow(`weights has length 3; expected 4 ${shape}`);
  });
  test("rejects weights that are not numbers and preferences that are not packed", () => {
    expect(call({ weights: [1, Number.NaN, 1, 1] })).toThrow("weights[1] is NaN; expected a finite number");
    expect(() => lossRows(rankSvmLoss(), scores, preferences as never)).toThrow(
      "expected the result of packPreferences",
    );
  });
  test("rejects an unknown reduction", () => {
    expect(call({ reduction: "none" })).toThrow('reduction is "none"; expected "mean" or "sum"');
  });
});

test("lossRows rejects a loss factory in place of a loss, and a named item with an invalid score", () => {
  const preferences = packPreferences([{ tiers: [[0], [1, 2]] }], 3);
  expect(() => lossRows(rankNetLoss as never, new Float32Array(3), preferences)).toThrow(
    "the loss returned a value of type function; expected a number; pass a loss such as rankNetLoss()",
  );
  const sampled = rankNetLoss({ negatives: { count: 1 } });
  expect(() =>
    lossRows(sampled, Float64Array.of(1, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY), preferences),
  ).toThrow(/scores\[[12]\] is -Infinity/);
});

test("lossRows rejects NaN for every loss, even if there is nothing to rank", () => {
  const nothing = packPreferences([{ tiers: [] }], 2);
  for (const loss of [attRankLoss(), plPartitionLoss(), rankNetLoss()]) {
    expect(() => lossRows(loss, Float64Array.of(0, Number.NaN), nothing)).toThrow("scores[1] is NaN");
  }
});
