import type { Pool } from "@tierwise/kernels";
import type { Range } from "../../model/layers.ts";
import * as control from "../../network/control.ts";
import { type Glas, labelsAtOnce, unitsAtOnce } from "./glas-arrays.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/**
 * Writes the gradient of GLaS for the labels of the batch, without its constant factor, to `glas.gradient`.
 *
 * @param network - The network, which contains the rows of the batch.
 * @param glas - The arrays of GLaS.
 * @param pool - Threads that run the training tasks.
 * @param fetch - Writes the weights of the listed labels to `glas.embeddings`; required if the weights of the network are not up to date.
 */
export async function computeGlas(
  network: TrainingNetwork,
  glas: Glas,
  pool: Pool,
  fetch?: () => Promise<void>,
): Promise<void> {
  listLabels(network, glas);
  const count = network.control[control.labelCount];
  if (count === 0) return;
  const blocks = Math.ceil(count / labelsAtOnce);
  await (fetch === undefined ? pool.run("glasEmbeddings", blocks) : fetch());
  await pool.run("glasProduct", Math.ceil(network.shape.hidden / unitsAtOnce));
  await pool.run("glasGradient", blocks);
}

/** The constant factor of `glas.gradient`: 4λ/K². */
export function glasFactor({ control: now }: TrainingNetwork, { weight }: Glas): number {
  return (4 * weight) / now[control.labelCount] ** 2;
}

/** Adds the gradient of GLaS to the weight gradient of items `from` to `to` − 1. */
export function addGlasGradient(
  network: TrainingNetwork,
  glas: Glas,
  weightsGradient: Float32Array,
  { from, to }: Range,
): void {
  const { hidden } = network.shape;
  const { labels, gradient } = glas;
  const count = network.control[control.labelCount];
  const factor = glasFactor(network, glas);
  for (let i = firstFrom(labels, count, from); i < count && labels[i] < to; i++) {
    const at = (labels[i] - from) * hidden;
    const own = i * hidden;
    for (let j = 0; j < hidden; j++) weightsGradient[at + j] += factor * gradient[own + j];
  }
}

/** Adds the gradient of GLaS to the rows of a weight gradient; row i belongs to the i-th listed item. */
export function addRowsOfGlas(
  network: TrainingNetwork,
  glas: Glas,
  weightsGradient: Float32Array,
  items: Int32Array,
): void {
  const { hidden } = network.shape;
  const factor = glasFactor(network, glas);
  for (let i = 0; i < items.length; i++) {
    const label = glas.places[items[i]];
    if (label === -1) continue;
    for (let j = 0; j < hidden; j++) weightsGradient[i * hidden + j] += factor * glas.gradient[label * hidden + j];
  }
}

/** The position of the first label ≥ `least` among `count` ascending labels. */
function firstFrom(labels: Int32Array, count: number, least: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (labels[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists the distinct first-tier labels of the batch in ascending order, and writes their number to the control array. */
function listLabels({ rows, preferences, control: now }: TrainingNetwork, { labels, places }: Glas): void {
  for (let i = 0; i < now[control.labelCount]; i++) places[labels[i]] = -1;
  const { items, tierOffsets, preferenceOffsets } = preferences;
  let count = 0;
  for (let i = 0; i < now[control.rowCount]; i++) {
    const tier = preferenceOffsets[rows[i]];
    if (tier === preferenceOffsets[rows[i] + 1]) continue;
    for (let k = tierOffsets[tier]; k < tierOffsets[tier + 1]; k++) {
      const label = items[k];
      if (places[label] !== -1) continue;
      places[label] = 0;
      labels[count++] = label;
    }
  }
  labels.subarray(0, count).sort();
  for (let i = 0; i < count; i++) places[labels[i]] = i;
  now[control.labelCount] = count;
}
