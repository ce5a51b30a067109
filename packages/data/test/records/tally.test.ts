import { expect, test } from "vitest";
import { createMemoryMeter } from "../../src/reading/memory-limit.ts";
import { createTally } from "../../src/records/tally.ts";

// The table of rows grows at 512, 1024 and 2048 distinct rows.
test.each([
  ["a kept column", 1, 0],
  ["codes beyond the dense table", 0, 1000],
])("no row loses its weight when the table grows, with %s", (_, extra, offset) => {
  const tally = createTally(extra, createMemoryMeter("input", {}));
  const rows = 3000;
  for (let row = 0; row < rows; row++) {
    if (extra > 0) tally.more[0] = row;
    tally.add(offset + (row % 60), offset + Math.floor(row / 60), row % 5, 1, row);
  }
  const { columns, weights } = tally.finish();
  expect(columns).toHaveLength(3 + extra);
  expect(weights).toEqual(new Float64Array(rows).fill(1));
});
