import { expect, test } from "vitest";
import { fitGrowthFigure } from "../../src/pictures/fit-growth.ts";
import { growthErrorFigure, growthIntervalsFigure } from "../../src/pictures/growth-intervals.ts";
import { growthItemsFigure } from "../../src/pictures/growth-items.ts";
import { growthTierFigure } from "../../src/pictures/growth-tier.ts";

/** The texts of an SVG file, in order. */
function textsOf(svg: string): string[] {
  return Array.from(svg.matchAll(/<text[^>]*>([^<]+)/g), ([, text]) => text);
}

test("the figure of cost against N contains the name of every loss, shows only tiers of 75 items, and has ticks at powers of ten", () => {
  const cost = { loss: "RankNet", size: 75, ratio: 1 };
  const svg = growthItemsFigure([
    { ...cost, itemCount: 100, cost: 3 },
    { ...cost, itemCount: 1000, cost: 30 },
    { ...cost, size: 19, itemCount: 1000, cost: 1e6 },
  ]);
  const texts = textsOf(svg);
  expect(texts).toEqual(expect.arrayContaining(["RankNet", "PL-Partition", "100", "1k", "1", "10"]));
  expect(texts).not.toContain("1,000,000");
});

test("the reference line of the figure of tiers is the softmax, and that of the figures of intervals is the adaptive rule", () => {
  expect(textsOf(growthTierFigure([{ method: "adaptive", n: 10, cost: 2 }]))).toContain("the softmax itself");
  const costs = [
    { rule: "adaptive", cost: 1, error: 1e-13 },
    { rule: "midpoint", intervals: 100, cost: 20, error: 1e-13, rawError: 5 },
    { rule: "midpoint", intervals: 1000, cost: 200, error: 1e-13, rawError: 0.05 },
  ] as const;
  expect(textsOf(growthIntervalsFigure(costs))).toEqual(expect.arrayContaining(["adaptive rule", "1,000"]));
  expect(textsOf(growthErrorFigure(costs))).toEqual(
    expect.arrayContaining(["adaptive rule", "the same on raw scores", "1e-13", "1e-1"]),
  );
});

test("the figure of fits has one line each for battles, items and items per vote", () => {
  const svg = fitGrowthFigure([
    { by: "battles", size: 100, seconds: 0.01 },
    { by: "battles", size: 10_000, seconds: 0.02 },
    { by: "items", size: 1000, seconds: 5 },
  ]);
  expect(textsOf(svg)).toEqual(
    expect.arrayContaining(["battles of 100 items", "items of 200 000 battles", "0.01", "10k"]),
  );
});
