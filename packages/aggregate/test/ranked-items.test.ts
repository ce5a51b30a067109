import { expect, test } from "vitest";
import { fitUtilities, rankedItems } from "../src/index.ts";

const utilities = Float64Array.of(-1, 0.5, 0.5, 2, -2);

test("sorts items by utility, then by index", () => {
  const items = rankedItems({ utilities });
  expect(items.map(({ place, item, utility }) => [place, item, utility])).toEqual([
    [1, 3, 2],
    [2, 1, 0.5],
    [3, 2, 0.5],
    [4, 0, -1],
    [5, 4, -2],
  ]);
  for (const one of items) expect(Object.keys(one)).toEqual(["place", "item", "utility"]);
});

test("includes names and 95% intervals if the fit has names and standard errors", () => {
  const standardErrors = Float64Array.of(1, 2, 3, 4, 0);
  const [best, , , , worst] = rankedItems({ utilities, standardErrors, itemNames: [..."abcde"] });
  expect(best).toMatchObject({ place: 1, item: 3, name: "d", utility: 2, standardError: 4 });
  // The 97.5% quantile of the standard normal distribution is 1.95996398454005423….
  expect(best.interval?.[0]).toBeCloseTo(2 - 4 * 1.9599639845400543, 14);
  expect(best.interval?.[1]).toBeCloseTo(2 + 4 * 1.9599639845400543, 14);
  expect(worst).toMatchObject({ name: "e", interval: [-2, -2] });
});

test("an interval covers the true difference between two items with its binomial probability", () => {
  // In n duels with win probability 3/4, the interval for the utility covers log(3)/2, half the log-odds, for these numbers of wins.
  const [n, truth] = [60, Math.log(3) / 2];
  let [covered, coefficient] = [0, 1];
  for (let wins = 0; wins <= n; wins++) {
    const probability = coefficient * 0.75 ** wins * 0.25 ** (n - wins);
    coefficient *= (n - wins) / (wins + 1);
    if (wins === 0 || wins === n) continue;
    const duels = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];
    const items = rankedItems(fitUtilities(duels, { items: 2, weights: [wins, n - wins] }));
    const [from, to] = items.find(({ item }) => item === 0)?.interval ?? [Number.NaN, Number.NaN];
    if (from <= truth && truth <= to) covered += probability;
  }
  expect(covered).toBeGreaterThan(0.93);
  expect(covered).toBeLessThan(0.97);
});
