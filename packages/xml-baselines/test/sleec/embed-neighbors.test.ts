import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { copySparse, transposeCopy } from "../../src/engine/sparse-copy.ts";
import { labelNeighbors } from "../../src/neighbors/label-neighbors.ts";
import { embedNeighbors } from "../../src/sleec/embed-neighbors.ts";
import { randomDataset } from "../random-dataset.ts";
import { withEngine } from "../with-engine.ts";

const rows = 50;

async function embed({
  dimensions,
  neighbors,
  maxRounds,
}: {
  dimensions: number;
  neighbors: number;
  maxRounds: number;
}) {
  return withEngine(async (engine) => {
    const data = randomDataset(rows, 3, 12, 4);
    const all = Array.from({ length: rows }, (_, i) => i);
    const y = copySparse(engine.arena, data.labels, all, { normalize: false });
    const similarities = await labelNeighbors(engine, y, transposeCopy(engine.arena, y, 12), neighbors);
    const kept = {
      indptr: similarities.indptr.slice(),
      indices: similarities.indices.slice(),
      values: similarities.values.slice(),
    };
    const steps: number[] = [];
    const options = {
      dimensions,
      maxRounds,
      tolerance: 1e-9,
      random: randomStream(1),
      onStep: (f: number) => steps.push(f),
    };
    const u = await embedNeighbors(engine, similarities, options);
    return { u: u.data.slice(), kept, steps, residual: similarities.values.slice() };
  });
}

test("the objective decreases with every half-step and is the sum of squared residuals", async () => {
  const { steps, residual } = await embed({ dimensions: 5, neighbors: 10, maxRounds: 20 });
  expect(steps.length).toBe(41);
  for (let i = 1; i < steps.length; i++) expect(steps[i]).toBeLessThanOrEqual(steps[i - 1]);
  const left = residual.reduce((sum, value) => sum + value ** 2, 0);
  expect(Math.abs(left - steps[40])).toBeLessThan(1e-4 * steps[0]);
  expect(steps[40]).toBeLessThan(0.5 * steps[0]);
});

test("inner products equal the similarities if all pairs are kept and there are as many dimensions as labels", async () => {
  const { u, kept, steps } = await embed({ dimensions: 12, neighbors: rows, maxRounds: 0 });
  expect(steps).toHaveLength(1);
  expect(steps[0]).toBeLessThan(1e-6);
  for (let i = 0; i < rows; i++) {
    for (let e = kept.indptr[i]; e < kept.indptr[i + 1]; e++) {
      let sum = 0;
      for (let k = 0; k < 12; k++) sum += u[12 * i + k] * u[12 * kept.indices[e] + k];
      expect(sum).toBeCloseTo(kept.values[e], 4);
    }
  }
});
