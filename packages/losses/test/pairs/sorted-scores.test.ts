import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sortPlaces } from "../../src/pairs/sort-places.ts";
import { countWithin, newSortedScores, sortScores } from "../../src/pairs/sorted-scores.ts";

/** Scores that are spread out, clustered at one point, equal, or hundreds of powers of ten apart. */
const scores = fc
  .array(
    fc.oneof(
      fc.double({ min: -5, max: 5, noNaN: true }),
      fc.constantFrom(0, 1, -1, 1e300, -1e300, 1e-300),
      fc.double({ min: 0, max: 1e-9, noNaN: true }),
    ),
    { minLength: 1, maxLength: 200 },
  )
  .map((values) => Float64Array.from(values));

describe("sortPlaces", () => {
  test("returns every position exactly once, in order of score", () => {
    fc.assert(
      fc.property(scores, (values) => {
        const order = sortPlaces(values, values.length).slice(0, values.length);
        expect(order.map((place) => place).sort()).toEqual(Int32Array.from(values.keys()));
        expect(Float64Array.from(order, (place) => values[place] + 0)).toEqual(
          values
            .slice()
            .sort()
            .map((w) => w + 0),
        );
      }),
    );
  });

  test("sorts scores whose position among the cells is just below an integer", () => {
    const values = Float64Array.of(9.514073570568171e-51, 4.709145243928978e-306, -6.622332040613814e-35);
    expect([...sortPlaces(values, 3).slice(0, 3)]).toEqual([2, 1, 0]);
  });

  test("sorts scores that are clustered at one point", () => {
    const values = Float64Array.from({ length: 300 }, (_, i) => (i === 7 ? 1e6 : ((i * 37) % 300) / 1e9));
    const order = sortPlaces(values, 300);
    expect(Float64Array.from(order.slice(0, 300), (place) => values[place])).toEqual(values.slice().sort());
  });
});

test("countWithin counts the values that exceed a score by less than the margin", () => {
  const sorted = newSortedScores();
  fc.assert(
    fc.property(scores, fc.array(fc.double({ min: -6, max: 6, noNaN: true })), (values, others) => {
      sortScores(sorted, values, 0, values.length);
      for (const score of [...values, ...others, ...Array.from(values, (w) => w - 1)]) {
        for (const margin of [0, 1]) {
          expect(countWithin(sorted, score, margin)).toBe(values.filter((w) => w - score < margin).length);
        }
      }
    }),
  );
});
