import { expect, test } from "vitest";
import { linearAxis, logAxis } from "../../src/charts/axes.ts";
import { linePath } from "../../src/charts/path.ts";
import { linearScale, niceTicks } from "../../src/charts/scale.ts";
import { windowOfRows } from "../../src/page/window-of-rows.ts";

test("a linear scale maps the ends of its domain to the ends of its range", () => {
  const x = linearScale([-1, 3], [0, 200]);
  expect([x(-1), x(0), x(3)]).toEqual([0, 50, 200]);
  expect(linearScale([2, 2], [0, 10])(2)).toBe(5);
});

test.each([
  [-1.3, 2.1, 6, [-2, -1, 0, 1, 2, 3]],
  [0, 0.7, 7, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]],
  [5, 5, 2, [5, 5.5, 6]],
])("rounded ticks enclose %d to %d", (from, to, count, ticks) => expect(niceTicks(from, to, count)).toEqual(ticks));

test("a window of rows covers the visible rows, even at both ends of the table", () => {
  expect(windowOfRows(0, 360, 36, 2000)).toEqual({ first: 0, end: 22 });
  expect(windowOfRows(36_000, 360, 36, 2000)).toEqual({ first: 988, end: 1022 });
  expect(windowOfRows(1e9, 360, 36, 2000)).toEqual({ first: 1978, end: 2000 });
  expect(windowOfRows(0, 360, 36, 3)).toEqual({ first: 0, end: 3 });
});

test("axes place each tick at the position that the scale gives", () => {
  const linear = linearAxis("x", [0, 9], [0, 100], 5);
  expect(linear.axis.ticks.map(({ at, text }) => [at, text])).toEqual(
    [0, 2, 4, 6, 8, 10].map((tick) => [10 * tick, String(tick)]),
  );
  const log = logAxis("error", [1e-6, 900], [90, 0], 3);
  expect(log.axis.ticks.map(({ at, text }) => [at, text])).toEqual([
    [90, "1e-6"],
    [60, "1e-3"],
    [30, "1"],
    [0, "1000"],
  ]);
  expect(log.to(1e-3)).toBe(60);
});

test("a path starts at the first point", () => {
  expect(
    linePath([
      [1, 2],
      [3, 4.25],
    ]),
  ).toBe("M1.0 2.0L3.0 4.3");
  expect(linePath([])).toBe("");
});
