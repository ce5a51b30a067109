import fc from "fast-check";
import { expect, test } from "vitest";
import { copySparse, transposeCopy } from "../../src/engine/sparse-copy.ts";
import { labelNeighbors } from "../../src/neighbors/label-neighbors.ts";
import { dense, randomDataset } from "../random-dataset.ts";
import { withEngine } from "../with-engine.ts";

/** The neighbors of row i with positive cosines, sorted by cosine and then index, found by sorting all rows. */
function bruteForce(labels: number[][], i: number, count: number): [row: number, cosine: number][] {
  const inner = (a: number[], b: number[]): number => a.reduce((sum, value, l) => sum + value * b[l], 0);
  const square = labels.map((row) => inner(row, row));
  return labels
    .map((row, j): [number, number] => [j, inner(labels[i], row)])
    .filter(([, product]) => product > 0)
    .map(([j, product]): [number, number] => [j, product / Math.sqrt(square[i] * square[j])])
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, count)
    .sort(([a], [b]) => a - b);
}

test("labelNeighbors finds exactly the nearest rows by the cosine of labels", async () => {
  await withEngine(async (engine) => {
    const rows = fc.integer({ min: 1, max: 60 });
    const problem = fc.asyncProperty(rows, rows, fc.integer(), async (n, count, seed) => {
      const data = randomDataset(n, 3, 8, seed);
      const mark = engine.arena.mark();
      const all = Array.from({ length: n }, (_, i) => i);
      const y = copySparse(engine.arena, data.labels, all, { normalize: false });
      const found = await labelNeighbors(engine, y, transposeCopy(engine.arena, y, 8), count);
      const labels = dense(data.labels, 8);
      for (let i = 0; i < n; i++) {
        const expected = bruteForce(labels, i, count);
        const [from, to] = [found.indptr[i], found.indptr[i + 1]];
        expect(Array.from(found.indices.subarray(from, to))).toEqual(expected.map(([j]) => j));
        expect(Array.from(found.values.subarray(from, to))).toEqual(expected.map(([, cosine]) => Math.fround(cosine)));
      }
      engine.arena.release(mark);
    });
    await fc.assert(problem, { numRuns: 40 });
  }, 2);
});
