import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { calibration } from "../../src/checks/calibration.ts";
import { itemFits } from "../../src/checks/item-fits.ts";
import { winMatrix } from "../../src/checks/win-matrix.ts";

/** Battles between all pairs of items, drawn with the given probability that the first item wins. */
function drawPairs(n: number, battles: number, chance: (i: number, j: number) => number, seed: number) {
  const random = randomStream(seed);
  const wins = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      for (let b = 0; b < battles; b++) wins[random() < chance(i, j) ? i * n + j : j * n + i]++;
    }
  }
  return { itemCount: n, wins };
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

test("for each pair, the two predicted probabilities sum to 1, and so do the two observed shares", () => {
  const pairs = drawPairs(5, 7, () => 0.3, 1);
  const { predicted, observed, counts } = winMatrix(pairs, [0, 1, 2, 3, 900]);
  for (let i = 0; i < 5; i++) {
    expect(predicted[i * 6]).toBeNaN();
    for (let j = 0; j < i; j++) {
      expect(predicted[i * 5 + j] + predicted[j * 5 + i]).toBeCloseTo(1, 15);
      expect(observed[i * 5 + j] + observed[j * 5 + i]).toBeCloseTo(1, 15);
      expect(counts[i * 5 + j]).toBe(7);
    }
  }
  expect(predicted[1 * 5 + 0]).toBeCloseTo(Math.E / (Math.E + 1), 15);
  expect(predicted[4 * 5]).toBe(1);
});

test("pairs that were never compared have no observed probability", () => {
  const { observed, counts } = winMatrix({ itemCount: 2, wins: new Float64Array(4) }, [0, 0]);
  expect(observed[1]).toBeNaN();
  expect(counts[1]).toBe(0);
});

test("Wilson's interval for 8 of 10 has the published ends, 0.490 and 0.943", () => {
  const { bins } = calibration({ itemCount: 2, wins: Float64Array.of(0, 8, 2, 0) }, [1, 0]);
  expect(bins).toHaveLength(1);
  expect(bins[0].interval.map((p) => p.toFixed(3))).toEqual(["0.490", "0.943"]);
  expect(bins[0].range.map((p) => p.toFixed(2))).toEqual(["0.70", "0.75"]);
});

test("every comparison is in exactly one bin, and a correct model is calibrated", () => {
  const n = 20;
  const utilities = Float64Array.from({ length: n }, (_, i) => i / 5);
  const pairs = drawPairs(n, 50, (i, j) => logistic(utilities[i] - utilities[j]), 3);
  const { bins, error, count } = calibration(pairs, utilities, { level: 0.999 });
  expect(count).toBe(50 * 190);
  expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(count);
  for (const { predicted, interval, range } of bins) {
    expect(predicted).toBeGreaterThanOrEqual(range[0]);
    expect(predicted).toBeLessThanOrEqual(range[1]);
    expect(predicted).toBeGreaterThan(interval[0]);
    expect(predicted).toBeLessThan(interval[1]);
  }
  expect(error).toBeLessThan(0.02);
});

test("utilities twice as large as the true utilities give overconfident predictions in every bin", () => {
  const utilities = Float64Array.from({ length: 12 }, (_, i) => i / 4);
  const pairs = drawPairs(12, 400, (i, j) => logistic(utilities[i] - utilities[j]), 4);
  const doubled = utilities.map((u) => 2 * u);
  for (const { predicted, observed } of calibration(pairs, doubled, { bins: 5 }).bins) {
    expect(observed).toBeLessThan(predicted);
  }
});

test("without comparisons, there are no bins and the calibration error is 0", () => {
  expect(calibration({ itemCount: 2, wins: new Float64Array(4) }, [0, 0])).toEqual({ bins: [], error: 0, count: 0 });
});

test("under the model, misfits have a mean of 0 and a standard deviation of 1, even with one comparison per pair", () => {
  for (const battles of [1, 20]) {
    const n = 40;
    const utilities = Float64Array.from({ length: n }, (_, i) => i / 20);
    const found: number[] = [];
    for (let seed = 0; seed < 25; seed++) {
      const pairs = drawPairs(n, battles, (i, j) => logistic(utilities[i] - utilities[j]), 100 + seed);
      found.push(...itemFits(pairs, utilities).map(({ misfit }) => misfit));
    }
    const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
    const deviation = Math.sqrt(found.reduce((sum, value) => sum + (value - mean) ** 2, 0) / found.length);
    expect(Math.abs(mean)).toBeLessThan(0.15);
    expect(deviation).toBeGreaterThan(0.85);
    expect(deviation).toBeLessThan(1.15);
  }
});

test("an item whose results depend on the opponent is listed first, with the opponent that fits worst", () => {
  // Item 3 beats even-numbered items and loses to odd-numbered ones; all utilities are equal.
  const chance = (i: number, j: number): number => {
    if (i !== 3 && j !== 3) return 0.5;
    const other = i === 3 ? j : i;
    return (other % 2 === 0) === (i === 3) ? 0.9 : 0.1;
  };
  const pairs = drawPairs(8, 100, chance, 9);
  const [worst, next] = itemFits({ ...pairs, itemNames: [..."abcdefgh"] }, new Float64Array(8));
  expect(worst).toMatchObject({ item: 3, name: "d", count: 700, opponents: 7 });
  expect(worst.misfit).toBeGreaterThan(5 * next.misfit);
  expect(worst.worstResidual > 0).toBe(worst.worstOpponent % 2 === 0);
});

test("the deviance and the residual of a single pair have closed forms", () => {
  const [first] = itemFits({ itemCount: 2, wins: Float64Array.of(0, 7, 3, 0) }, [0, 0]);
  expect(first.deviance).toBeCloseTo(2 * (7 * Math.log(1.4) + 3 * Math.log(0.6)), 12);
  expect(first.worstResidual).toBeCloseTo((7 - 5) / Math.sqrt(2.5), 12);
  expect(first.misfit).toBeCloseTo((1.6 - 1) / Math.sqrt(2 + (1 - 1.5) / 2.5), 12);
});

test("a result with a predicted probability of 0 gives a large misfit, not NaN", () => {
  const [first] = itemFits({ itemCount: 2, wins: Float64Array.of(0, 0, 1e6, 0) }, [2000, 0]);
  expect(first.misfit).toBeGreaterThan(1e6);
  expect(Number.isFinite(first.deviance)).toBe(true);
});

test("rejects utilities of the wrong length and utilities that are not finite", () => {
  const pairs = { itemCount: 2, wins: new Float64Array(4) };
  expect(() => winMatrix(pairs, [1])).toThrow("utilities has length 1; expected 2, one per item");
  expect(() => itemFits(pairs, [1, Number.NaN])).toThrow("utilities[1] is NaN; expected a finite number");
  expect(() => calibration(pairs, [0, 0], { bins: 0 })).toThrow("bins is 0; expected a positive integer");
});
