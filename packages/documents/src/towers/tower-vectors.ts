import type { ValuedCsr } from "@tierwise/data/rows";
import { allocate, createKernelMemory, createKernels, loadKernelModuleSync } from "@tierwise/kernels";
import { type TowerShape, type Towers, type TowerWeights, towersOf, weightLengths } from "./layers/parameters.ts";
import { forwardTower } from "./layers/tower.ts";
import { inMemory } from "./training/tower-data.ts";

/** The number of rows whose vectors are computed at a time. */
const chunk = 512;

/**
 * Computes the vectors of rows of scaled features with one of the towers.
 *
 * @returns Rows × d.
 */
export function towerVectors(
  shape: TowerShape,
  weights: TowerWeights,
  which: "context" | "item",
  rows: ValuedCsr,
): Float32Array {
  const widths = shape[which];
  const lengths = weightLengths(shape);
  const rowCount = rows.indptr.length - 1;
  const units = chunk * widths.reduce((sum, width) => sum + width, 0);
  // The item tower does not need the embedding of the contexts.
  const embedding = which === "context" ? lengths.embedding : 0;
  const floats = embedding + lengths.dense + units + 2 * rows.indices.length + rowCount + 1;
  const memory = createKernelMemory({ bytes: 4 * floats + 64 * (widths.length + 8) });
  const kernels = createKernels(loadKernelModuleSync(), memory);
  const copy = (array: Float32Array): Float32Array => {
    const copied = allocate(memory, Float32Array, array.length);
    copied.set(array);
    return copied;
  };
  const used = embedding > 0 ? copy(weights.embedding) : weights.embedding;
  const towers: Towers = towersOf(shape, { embedding: used, dense: copy(weights.dense) });
  const activations = widths.map((width) => allocate(memory, Float32Array, chunk * width));
  const { indptr, indices, values } = inMemory(memory, rows);
  const width = widths[widths.length - 1];
  const vectors = new Float32Array(rowCount * width);
  for (let from = 0; from < rowCount; from += chunk) {
    const to = Math.min(from + chunk, rowCount);
    const x = { indptr: indptr.subarray(from, to + 1), indices, values };
    forwardTower(kernels, towers[which], x, activations);
    vectors.set(activations[widths.length - 1].subarray(0, (to - from) * width), from * width);
  }
  if (which === "context") for (let i = 0; i < vectors.length; i++) vectors[i] += towers.constant[i % width];
  return vectors;
}
