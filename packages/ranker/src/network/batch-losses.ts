import type { Pool } from "@tierwise/kernels";
import { type RankingLoss, rowLoss } from "@tierwise/losses";
import { finiteLoss } from "../losses/finite-loss.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** Resolves to the sum of the losses of the batch's rows; while training, their gradients overwrite the scores. */
export type BatchLosses = (rows: number, training: boolean) => Promise<number>;

/** The losses of a batch: by the threads of the pool, or on the calling thread where the loss is a function. */
export function batchLosses(network: TrainingNetwork, pool: Pool, given: RankingLoss | undefined): BatchLosses {
  const { output, shape, preferences } = network;
  const ownLoss = given && rowLoss(given);
  return async (rows, training) => {
    if (ownLoss === undefined) await pool.run("loss", rows);
    else {
      const gradient = training ? output.scores : undefined;
      for (let row = 0; row < rows; row++) {
        const at = row * shape.items;
        const p = network.rows[row];
        network.losses[row] = finiteLoss(ownLoss, output.scores, at, preferences, p, gradient, 1 / rows);
      }
    }
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += network.losses[row];
    return sum;
  };
}
