import type { Preference } from "@tierwise/core-integrator";
import { createPool } from "@tierwise/kernels";
import { createLoss, type RankingLoss } from "@tierwise/losses";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { type TwoTowerOptions, twoTower } from "../../src/index.ts";
import { allocateTraining } from "../../src/towers/training/allocate-training.ts";
import { epochs } from "../../src/towers/training/run-epoch.ts";
import { shardCount, told } from "../../src/towers/training/tower-data.ts";
import { prepareRows, type TowerRows } from "../../src/towers/training/tower-rows.ts";
import { towerTasks } from "../../src/towers/training/tower-tasks.ts";
import { itemsOf, sparse } from "./random-data.ts";

const preferences: Preference[] = [
  { tiers: [[0, 3], [1]] },
  { tiers: [[5]] },
  { tiers: [[2], [4, 6]], rest: "unobserved" },
  { tiers: [] },
  { tiers: [[6, 1, 2]] },
];
const rows: TowerRows = { features: sparse(5, 9, 0.4, 1), preferences, weights: Float64Array.of(1, 2, 0.5, 1, 3) };
const candidates = {
  indptr: Int32Array.of(0, 4, 6, 9, 10, 14),
  indices: Int32Array.of(3, 0, 1, 5, 5, 2, 2, 4, 6, 0, 6, 5, 2, 1),
};
const items = itemsOf(7, 4, 2);

/** One step without dropout on all rows: its loss as a function of the weights, and the gradients that it computes. */
async function oneStep(data: TowerRows, options: TwoTowerOptions, loss: RankingLoss) {
  const scorer = twoTower({ dimensions: 3, dropout: 0, inputDropout: 0, itemDropout: 0, epochs: 1, ...options });
  const prepared = prepareRows(data, 9, 7);
  const problem = { scorer, rows: prepared, features: data.features, items: items.features };
  const sizes = { featureCount: 9, itemFeatureCount: 4, loss: loss.spec, seed: 4, threads: 1 };
  const state = await allocateTraining({ ...problem, ...sizes });
  const tasks = towerTasks(state, loss);
  const random = randomStream(5);
  const tables = { embedding: state.weights.embedding, dense: state.weights.dense, own: state.own?.weights };
  for (const table of Object.values(tables))
    for (let i = 0; i < (table?.length ?? 0); i++) if (table) table[i] = 2 * random() - 1;
  // The first epoch only serves to load the batch, so the weights are restored after its step.
  const before = Object.values(tables).map((table) => table?.slice());
  const pool = await createPool({
    threads: 1,
    createTasks: () => tasks,
    startWorker: () => {
      throw new Error("unused");
    },
    data: state,
  });
  await epochs(state, data.features, tasks, pool)(1, undefined);
  for (const [t, table] of Object.values(tables).entries()) table?.set(before[t] ?? []);
  const lossAt = (): number => {
    for (let s = 0; s < shardCount; s++) tasks.forwardItems(s);
    for (let s = 0; s < shardCount; s++) tasks.pass(s);
    return state.batch.losses.subarray(0, state.told[told.rows]).reduce((sum, value) => sum + value, 0);
  };
  return { state, tasks, tables, lossAt };
}

describe("gradients", () => {
  test.each([
    ["pl-partition", { contextLayers: [5], itemLayers: [4] }, undefined],
    ["pl-partition", { contextLayers: [5, 4], itemLayers: [], itemVectors: false }, undefined],
    ["pl-partition", { contextLayers: [], itemLayers: [4, 3] }, candidates],
    ["ranknet", { contextLayers: [4], itemLayers: [4] }, undefined],
    ["attrank", { contextLayers: [4], itemLayers: [] }, candidates],
  ] as const)("of %s with options %j and candidates %j agree with finite differences", async (name, options, among) => {
    const given = among === undefined ? rows : { ...rows, candidates: among };
    const { state, tasks, tables, lossAt } = await oneStep(given, options, createLoss(name));
    lossAt();
    // Resets Adam, so that first moments after one step are (1 − β₁)·g for the gradient g of the embedding or of the items' own vectors.
    const saved = Object.values(tables).map((table) => table?.slice());
    for (const lazy of [state.embedding, state.own]) {
      for (const array of [lazy?.first, lazy?.second, lazy?.lastSteps]) array?.fill(0);
    }
    for (let s = 0; s < shardCount; s++) tasks.backwardItems(s);
    tasks.update();
    const gradients = { embedding: state.embedding.first, dense: state.gradients[0], own: state.own?.first };
    const factors = { embedding: 10, dense: 1, own: 10 };
    const computed = Object.entries(gradients).map(([table, values]) =>
      values?.map((g) => g * factors[table as keyof typeof factors]),
    );
    for (const [t, table] of Object.values(tables).entries()) table?.set(saved[t] ?? []);
    for (const [t, table] of Object.values(tables).entries()) {
      for (let i = 0; i < (table?.length ?? 0); i++) {
        if (table === undefined) continue;
        const at = table[i];
        const moved = (by: number): number => {
          table[i] = at + by;
          const value = lossAt();
          table[i] = at;
          return value;
        };
        const [coarse, fine] = [1e-2, 5e-3].map((h) => (moved(h) - moved(-h)) / (2 * h));
        const [name] = Object.entries(tables)[t];
        const difference = Math.abs((computed[t]?.[i] ?? 0) - (4 * fine - coarse) / 3);
        expect(difference, `${name}[${i}]`).toBeLessThan(3e-3);
      }
    }
  });
});
