import { expect, test } from "vitest";
import { createMemoryMeter } from "../../src/reading/memory-limit.ts";
import { createTally } from "../../src/records/tally.ts";

test.each([0, 2])("counts every row while the table grows, with %d kept columns", (extra) => {
  const tally = createTally(extra, createMemoryMeter("battles.csv", {}));
  const rowCount = 20_000;
  for (let round = 1; round <= 2; round++) {
    for (let row = 0; row < rowCount; row++) {
      tally.more.fill(row % 7);
      tally.add(row, row + 1, row % 5, round, row + 1);
    }
  }
  const { columns, weights } = tally.finish();
  expect(columns).toHaveLength(3 + extra);
  expect(weights).toHaveLength(rowCount);
  expect(new Set(columns[0])).toHaveProperty("size", rowCount);
  expect(weights.every((weight) => weight === 3)).toBe(true);
});
