import fc from "fast-check";
import { expect, test } from "vitest";
import { elo } from "../../src/scales/elo.ts";
import { logOdds } from "../../src/scales/log-odds.ts";
import { parseAnchor } from "../../src/scales/scale.ts";
import { scaleDifference, scaleUtilities } from "../../src/scales/scale-utilities.ts";
import { winProbability } from "../../src/scales/win-probability.ts";

const covariance = Float64Array.of(0.05, -0.03, -0.02, -0.03, 0.04, -0.01, -0.02, -0.01, 0.03);
const fit = { utilities: Float64Array.of(0.6, 0.1, -0.7), covariance, itemNames: ["a", "b", "c"] };
const Z95 = 1.959963984540054;

test("a difference of 400 Elo points means odds of ten to one", () => {
  const { value } = scaleDifference({ utilities: Float64Array.of(Math.log(10), 0) }, 0, 1, elo());
  expect(value).toBeCloseTo(400, 10);
});

test("the mean of all items has the given value, for any utilities", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 1, maxLength: 20 }),
      fc.double({ min: -5000, max: 5000, noNaN: true }),
      (utilities, mean) => {
        const { values, lower } = scaleUtilities({ utilities: Float64Array.from(utilities) }, elo({ mean }));
        expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(mean, 7);
        expect(lower).toBeUndefined();
      },
    ),
  );
});

test("without an anchor, intervals refer to centered utilities", () => {
  const { values, lower, upper } = scaleUtilities(fit, logOdds());
  expect(Array.from(values)).toEqual([0.6, 0.1, -0.7].map((u) => expect.closeTo(u, 14)));
  expect(upper?.[0]).toBeCloseTo(0.6 + Z95 * Math.sqrt(0.05), 12);
  expect(lower?.[2]).toBeCloseTo(-0.7 - Z95 * Math.sqrt(0.03), 12);
});

test("with an anchor, intervals refer to differences from the anchor, whose own interval has a width of 0", () => {
  const { values, lower, upper } = scaleUtilities(fit, logOdds({ anchor: { name: "b", value: 5 } }));
  expect(Array.from(values)).toEqual([5.5, 5, 4.2].map((u) => expect.closeTo(u, 12)));
  expect([lower?.[1], upper?.[1]]).toEqual([5, 5]);
  expect(upper?.[0]).toBeCloseTo(5.5 + Z95 * Math.sqrt(0.05 + 0.04 + 0.06), 12);
});

test("the level determines the length of the intervals", () => {
  const { upper } = scaleUtilities(fit, logOdds(), { level: 0.9 });
  expect(upper?.[0]).toBeCloseTo(0.6 + 1.6448536269514722 * Math.sqrt(0.05), 12);
});

test("without covariance or draws, intervals use the standard errors", () => {
  const given = { utilities: fit.utilities, standardErrors: Float64Array.of(1, 2, 3) };
  expect(scaleUtilities(given, logOdds()).upper?.[0]).toBeCloseTo(0.6 + Z95, 12);
});

test("a common shift that only a prior determines does not widen the intervals", () => {
  const shifted = { ...fit, covariance: covariance.map((value) => value + 100) };
  const { upper } = scaleUtilities(shifted, logOdds());
  expect(upper?.[0]).toBeCloseTo(0.6 + Z95 * Math.sqrt(0.05), 10);
});

test("without covariance, intervals use the draws", () => {
  // The two draws of the difference, 0 and 2, have a variance of 2.
  const draws = { count: 2, utilities: Float64Array.of(0, 0, 1, -1) };
  const { interval } = scaleDifference({ utilities: Float64Array.of(0.5, -0.5), draws }, 0, 1, logOdds());
  expect(interval?.[1]).toBeCloseTo(1 + Z95 * Math.sqrt(2), 12);
});

test("win probabilities and the ends of their intervals stay between 0 and 1", () => {
  const wide = { utilities: Float64Array.of(800, 0, -800), standardErrors: Float64Array.of(1, 1e3, 1) };
  const { values, lower, upper } = scaleUtilities(wide, winProbability());
  expect(Array.from(values)).toEqual([1, 0.5, 0]);
  expect([lower?.[1], upper?.[1]]).toEqual([0, 1]);
  expect(scaleDifference(wide, 0, 1, winProbability()).value).toBe(1);
});

test.each([
  ["gpt-4=1200", { name: "gpt-4", value: 1200 }],
  ["a=b=-1.5", { name: "a=b", value: -1.5 }],
  [" x = 1e3 ", { name: "x", value: 1000 }],
])("parses the anchor %s", (text, anchor) => {
  expect(parseAnchor(text)).toEqual(anchor);
});

test.each(["x", "=5", "x=", "x=y", "x=Infinity"])("rejects the anchor %s", (text) => {
  expect(() => parseAnchor(text)).toThrow(`anchor is "${text}"; expected NAME=VALUE, such as gpt-4=1200`);
});

test("rejects unknown anchors, two origins, and anchored intervals without covariance", () => {
  const anchor = { name: "z", value: 1 };
  expect(() => scaleUtilities(fit, elo({ anchor }))).toThrow(
    'anchor is "z", but no item has this name; expected the name of an item',
  );
  expect(() => scaleUtilities({ utilities: fit.utilities }, elo({ anchor }))).toThrow("the fit has no item names");
  expect(() => elo({ mean: 1, anchor })).toThrow("mean is 1 and anchor is z; expected at most one of them");
  expect(() => elo({ mean: Number.NaN })).toThrow("mean is NaN; expected a finite number");
  const errors = { utilities: fit.utilities, itemNames: fit.itemNames, standardErrors: Float64Array.of(1, 1, 1) };
  expect(() => scaleUtilities(errors, elo({ anchor: { name: "a", value: 1 } }))).toThrow(
    "the fit has standard errors but no covariance; expected a covariance or draws, which an anchored scale needs for intervals",
  );
  expect(() => scaleDifference(fit, 0, 3, elo())).toThrow("second is 3; expected an item from 0 to 2");
});
