import { dispose, type Tensor2D, tensor2d } from "@tensorflow/tfjs-core";
import type { PackedPreferences } from "@tierwise/core-integrator";

/** The m-th tier of every row in a batch, padded to n, the size of the largest of these tiers. */
export interface TierTensor {
  /** B·n × 2 integers: the row and the item of every position; item 0 for padding. */
  readonly indices: Tensor2D;
  /** The mask, B × n, which is 1 for an item and 0 for padding. */
  readonly mask: Tensor2D;
}

/** The tiers of a batch as tensors of fixed shapes, ready for {@link plPartitionTensor}. */
export interface TierTensors {
  /** B, the number of rows. */
  readonly rowCount: number;
  /** N, the number of items. */
  readonly itemCount: number;
  /** The tiers, best first, without those that are empty in every row. */
  readonly tiers: readonly TierTensor[];
  /** A column, B × 1, which is 1 if a row's unnamed items form its lowest tier and 0 if they are unobserved. */
  readonly restIsLowest: Tensor2D;
  /** Frees the tensors. */
  readonly dispose: () => void;
}

/**
 * Sends the preferences of a batch to the device. The cost, once per batch, is proportional to the number of named items.
 *
 * @param preferences - Packed preferences over N items.
 * @param rows - The indices of the preferences that form the batch. Default: all of them.
 *
 * @example
 * ```ts
 * import "@tensorflow/tfjs-backend-cpu";
 * import { packPreferences } from "@tierwise/core-integrator";
 * import { tierTensors } from "@tierwise/losses/tfjs";
 *
 * const tiers = tierTensors(packPreferences([{ tiers: [[0, 1]] }, { tiers: [[3], [2]] }], 4));
 * console.log(tiers.tiers.map(({ mask }) => mask.shape)); // [ [ 2, 2 ], [ 2, 1 ] ]
 * tiers.dispose();
 * ```
 */
export function tierTensors(preferences: PackedPreferences, rows?: ArrayLike<number>): TierTensors {
  const { itemCount, preferenceOffsets, restIsLowest } = preferences;
  const batch = Int32Array.from(rows ?? { length: preferences.count }, (row, b) => (rows === undefined ? b : row));
  for (const [b, p] of batch.entries()) {
    if (p >= 0 && p < preferences.count) continue;
    throw new RangeError(`rows[${b}] is ${p}; expected the index of a preference, from 0 to ${preferences.count - 1}`);
  }
  const depth = batch.reduce((most, p) => Math.max(most, preferenceOffsets[p + 1] - preferenceOffsets[p]), 0);
  const tiers: TierTensor[] = [];
  for (let m = 0; m < depth; m++) {
    const tier = tierTensor(preferences, batch, m);
    if (tier !== undefined) tiers.push(tier);
  }
  const rest = tensor2d(
    Float32Array.from(batch, (p) => restIsLowest[p]),
    [batch.length, 1],
  );
  const free = (): void => dispose([rest, ...tiers.flatMap(({ indices, mask }) => [indices, mask])]);
  return { rowCount: batch.length, itemCount, tiers, restIsLowest: rest, dispose: free };
}

/** Returns the m-th tier of the rows; undefined if it is empty in all of them. */
function tierTensor(
  { items, tierOffsets, preferenceOffsets }: PackedPreferences,
  batch: Int32Array,
  m: number,
): TierTensor | undefined {
  const tierOf = (p: number): Int32Array => {
    const t = preferenceOffsets[p] + m;
    return t < preferenceOffsets[p + 1] ? items.subarray(tierOffsets[t], tierOffsets[t + 1]) : new Int32Array(0);
  };
  const size = batch.reduce((most, p) => Math.max(most, tierOf(p).length), 0);
  if (size === 0) return undefined;
  const indices = new Int32Array(2 * batch.length * size);
  const mask = new Float32Array(batch.length * size);
  for (const [b, p] of batch.entries()) {
    const tier = tierOf(p);
    for (let i = 0; i < size; i++) {
      const place = b * size + i;
      indices[2 * place] = b;
      indices[2 * place + 1] = i < tier.length ? tier[i] : 0;
      mask[place] = i < tier.length ? 1 : 0;
    }
  }
  return {
    indices: tensor2d(indices, [batch.length * size, 2], "int32"),
    mask: tensor2d(mask, [batch.length, size]),
  };
}
