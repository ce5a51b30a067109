import { expect, test } from "vitest";
import { aliasTable } from "../../src/negatives/alias-table.ts";

test("the boxes hold each item's share exactly: every item is hit in proportion to its weight", () => {
  const weights = [0.5, 3, 1, 1e-3, 7, 0.25];
  const { total, draw } = aliasTable(weights);
  expect(total).toBe(0.5 + 3 + 1 + 1e-3 + 7 + 0.25);
  const points = 600_000;
  const hits = weights.map(() => 0);
  for (let i = 0; i < points; i++) hits[draw((i + 0.5) / points)]++;
  for (const [item, weight] of weights.entries()) {
    expect(Math.abs(hits[item] / points - weight / total)).toBeLessThanOrEqual((2 * weights.length) / points);
  }
});

test("one item, and equal items", () => {
  expect(aliasTable([3]).draw(0.999)).toBe(0);
  const { draw } = aliasTable([2, 2, 2, 2]);
  expect([0, 0.3, 0.6, 0.9].map(draw)).toEqual([0, 1, 2, 3]);
});
