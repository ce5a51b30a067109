import type { RowLoss } from "@tierwise/losses";
import { type TowerData, told } from "./tower-data.ts";

let local = new Float64Array(0);

/**
 * Replaces the scores of a row of the batch with their gradient, and records the row's loss. The loss of a row with candidates uses their scores
 * alone; the gradient of all other items is 0.
 */
export function scoreGradient(data: TowerData, row: number, loss: RowLoss): void {
  const { batch, packed, candidates, rowWeights, told: now } = data;
  const { scores, losses, places } = batch;
  const items = now[told.items];
  const p = batch.rows[row];
  const at = row * items;
  const weight = (rowWeights === undefined ? 1 : rowWeights[p]) / now[told.rows];
  if (packed.preferenceOffsets[p + 1] === packed.preferenceOffsets[p]) {
    losses[row] = 0;
    scores.fill(0, at, at + items);
    return;
  }
  if (candidates === undefined) {
    losses[row] = weight * loss(scores, at, packed, p, scores, weight);
    return;
  }
  const from = candidates.indptr[p];
  const count = candidates.indptr[p + 1] - from;
  if (local.length < count) local = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) local[i] = scores[at + places[candidates.indices[from + i]]];
  packed.itemCount = count;
  losses[row] = weight * loss(local, 0, packed, p, local, weight);
  scores.fill(0, at, at + items);
  for (let i = 0; i < count; i++) scores[at + places[candidates.indices[from + i]]] = local[i];
}
