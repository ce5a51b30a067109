import type { ValuedCsr } from "@tierwise/data/rows";
import { createKernels, fillUniform, type Kernels, type Pool } from "@tierwise/kernels";
import { randomPermutation, randomStream } from "@tierwise/random";
import { shardCount, type TowerData, told } from "./tower-data.ts";
import type { TowerTasks } from "./tower-tasks.ts";

/** The random streams of a training run. */
const [orderStream, featureStream] = [3, 4];

/** Returns a function that trains on all rows once, in random order. */
export function epochs(data: TowerData, features: ValuedCsr, own: TowerTasks, pool: Pool) {
  const { batch, options, seed, told: now, candidates } = data;
  const kernels = createKernels(data.module, data.memory);
  const rowCount = features.indptr.length - 1;
  const batchRows = batch.losses.length;
  now[told.steps] = options.epochs * Math.ceil(rowCount / batchRows);
  if (candidates === undefined) for (let i = 0; i < batch.items.length; i++) batch.items[i] = i;

  /** Trains for one epoch and returns the mean loss per row. */
  return async (epoch: number, signal: AbortSignal | undefined): Promise<number> => {
    const order = randomPermutation(rowCount, randomStream(seed, orderStream, epoch));
    let total = 0;
    for (let start = 0; start < rowCount; start += batchRows) {
      signal?.throwIfAborted();
      const rows = order.subarray(start, Math.min(start + batchRows, rowCount));
      now[told.step]++;
      now[told.rows] = rows.length;
      loadBatch(data, features, rows);
      chooseItems(data, rows, kernels);
      await pool.run("forwardItems", shardCount);
      await pool.run("pass", shardCount);
      await pool.run("backwardItems", shardCount);
      own.update();
      for (let row = 0; row < rows.length; row++) total += batch.losses[row] * rows.length;
    }
    return total / rowCount;
  };
}

/** Copies the features of rows into the batch. Drops each feature with probability p = `inputDropout`, and divides the others by 1 − p. */
function loadBatch({ batch, options, seed, told: now }: TowerData, features: ValuedCsr, rows: ArrayLike<number>): void {
  const { indptr, indices, values } = batch.features;
  const random = randomStream(seed, featureStream, now[told.step]);
  const { inputDropout } = options;
  let at = 0;
  for (let r = 0; r < rows.length; r++) {
    batch.rows[r] = rows[r];
    for (let e = features.indptr[rows[r]]; e < features.indptr[rows[r] + 1]; e++) {
      if (inputDropout > 0 && random() < inputDropout) continue;
      indices[at] = features.indices[e];
      values[at++] = features.values[e] / (1 - inputDropout);
    }
    indptr[r + 1] = at;
  }
}

/** Lists the items of the step (all items, or the candidates of its rows), and draws the items that use their own vectors. */
function chooseItems({ batch, candidates, seed, told: now, own }: TowerData, rows: Int32Array, kernels: Kernels): void {
  const { items, places, draws } = batch;
  let count = items.length;
  if (candidates !== undefined) {
    places.fill(0);
    for (const row of rows) {
      for (let e = candidates.indptr[row]; e < candidates.indptr[row + 1]; e++) places[candidates.indices[e]] = 1;
    }
    count = 0;
    for (let item = 0; item < places.length; item++) {
      if (places[item] === 0) continue;
      items[count] = item;
      places[item] = count++;
    }
  }
  now[told.items] = count;
  if (own !== undefined) fillUniform(kernels, draws.subarray(0, count), { seed: seed + 2, stream: now[told.step] });
}
