import { createPool, nodeWorker, type Pool, type PoolWorker } from "@tierwise/kernels";
import { itemShards } from "../../model/layers.ts";
import * as control from "../../network/control.ts";
import type { TrainingNetwork } from "./training-arrays.ts";
import { createTasks } from "./training-tasks.ts";

/** Above this number of multiply-adds in the scores of a batch (about a millisecond on one thread), all threads are used without a trial. */
const worthThreads = 2 ** 25;
const trials = 4;
/** The number of rounds per trial. As in training, they follow each other so quickly that waiting threads do not fall asleep. */
const rounds = 5;

/**
 * Starts the threads of an engine. With `fewer`, a small network is computed only on the calling thread if a trial shows that this is
 * faster than waiting for other threads. The number of threads does not affect results. The trial overwrites the scores of the batch.
 */
export async function trainingPool(network: TrainingNetwork, threads: number, fewer: boolean): Promise<Pool> {
  const { hidden, itemCount } = network.shape;
  // With negatives, a step computes at most `room` scores per row.
  const items = network.sampled?.room ?? itemCount;
  const shards = Math.min(itemShards(items).length, itemShards(itemCount).length);
  const create = (count: number): Promise<Pool> =>
    createPool({ threads: count, createTasks, startWorker, data: network });
  if (!fewer || threads === 1 || network.batchRows * hidden * items > worthThreads) return create(threads);
  const pools = [await create(1), await create(threads)];
  const fastest = pools.map(() => Number.POSITIVE_INFINITY);
  network.control[control.rowCount] = network.batchRows;
  for (let trial = 0; trial < trials; trial++) {
    for (const [i, pool] of pools.entries()) {
      for (let round = 0; round < rounds; round++) {
        const start = performance.now();
        await pool.run("forward", shards);
        fastest[i] = Math.min(fastest[i], performance.now() - start);
      }
    }
  }
  const [kept, closed] = fastest[0] <= fastest[1] ? pools : pools.toReversed();
  await closed.close();
  return kept;
}

/** Bundlers recognize a worker only if it is created in exactly this form. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./training-worker.js", import.meta.url) ??
    new Worker(new URL("./training-worker.js", import.meta.url), { type: "module" })
  );
}
