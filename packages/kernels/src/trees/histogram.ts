import { rowListPointer } from "../arrays/rows.ts";
import type { Kernels } from "../build/kernels.ts";
import { pointer, pointerOfLength } from "../memory/memory.ts";

/** The number of features per block. The bins of a row are padded to a multiple of this number. */
export const blockFeatures = 16;
/** The number of 32-bit words in the histogram of a block: 16 features × 256 bins × 4 words. */
export const blockWords = blockFeatures * 256 * 4;

/**
 * Adds rows to a histogram, for gradient boosting: for each listed row and each feature f,
 *
 *     out[f][bin of f in the row] ← out[f][bin of f in the row] + pairs[row],
 *
 * where a pair is two 64-bit integers, four words of an `Int32Array` (low word first). The sums are exact, so they do not depend on the
 * order of the rows, and {@link combineHistograms} gives exactly the histogram of the union of disjoint sets, or of a set minus a subset.
 *
 * @param out - F × 256 pairs, where F is a multiple of {@link blockFeatures}: {@link blockWords} words per block of features.
 * @param bins - F bytes per row: the bin of each feature.
 * @param pairs - One pair per row.
 * @param rows - The rows to add.
 *
 * @example
 * ```ts
 * import { addHistogram, allocate, blockWords, createKernelMemory, createKernels, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 100_000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const bins = allocate(memory, Uint8Array, 2 * 16);
 * bins[0] = 3; // feature 0 of row 0 is in bin 3, everything else in bin 0
 * const pairs = allocate(memory, Int32Array, 2 * 4);
 * pairs.set([5, 0, 1, 0, 7, 0, 1, 0]);
 * const rows = allocate(memory, Int32Array, 2);
 * rows.set([0, 1]);
 * const out = allocate(memory, Int32Array, blockWords);
 * addHistogram(kernels, out, bins, pairs, rows);
 * console.log(out[0], out[4 * 3], out[4 * 256]); // 7 5 12
 * ```
 */
export function addHistogram(
  kernels: Kernels,
  out: Int32Array,
  bins: Uint8Array,
  pairs: Int32Array,
  rows: Int32Array,
): void {
  const blocks = out.length / blockWords;
  const rowCount = bins.length / (blocks * blockFeatures);
  kernels.wasm.histogram(
    pointerOfLength(kernels, "out", out, Math.floor(blocks) * blockWords),
    pointer(kernels, "bins", bins),
    blocks * blockFeatures,
    blocks,
    pointerOfLength(kernels, "pairs", pairs, 4 * rowCount),
    rowListPointer(kernels, rows, rowCount),
    rows.length,
  );
}

/**
 * Adds a histogram to another one of the same length, or subtracts it, without rounding: out ← out ± part.
 *
 * @param options - `subtract`: whether to subtract `part` instead of adding it. Default: false.
 */
export function combineHistograms(
  kernels: Kernels,
  out: Int32Array,
  part: Int32Array,
  { subtract = false }: { readonly subtract?: boolean } = {},
): void {
  const partAt = pointerOfLength(kernels, "part", part, out.length);
  kernels.wasm.combineHistograms(pointer(kernels, "out", out), partAt, out.length >> 2, Number(subtract));
}

/** The arguments of {@link partitionRows}. */
export interface RowPartition {
  /** The bin of each feature, row by row. */
  readonly bins: Uint8Array;
  /** The number of bytes per row. */
  readonly stride: number;
  /** The position of the feature in the row. */
  readonly feature: number;
  /** Rows whose bin is at most this threshold go left. */
  readonly threshold: number;
  /** The rows to divide. */
  readonly rows: Int32Array;
}

/**
 * Divides rows by the bin of one feature, keeping their order: the rows that go left are written to the start of `left`, the others to the
 * start of `right`. Both must have room for all rows plus one, because the loop writes each row to both and then advances only one of them.
 *
 * @returns The number of rows that go left.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, loadKernelModule, partitionRows } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const bins = allocate(memory, Uint8Array, 3 * 16);
 * bins.set([9, 2, 5].flatMap((bin) => [bin, ...new Array(15).fill(0)]));
 * const rows = allocate(memory, Int32Array, 3);
 * rows.set([0, 1, 2]);
 * const [left, right] = [allocate(memory, Int32Array, 4), allocate(memory, Int32Array, 4)];
 * const count = partitionRows(kernels, left, right, { bins, stride: 16, feature: 0, threshold: 5, rows });
 * console.log(left.subarray(0, count).join(" "), "|", right.subarray(0, 3 - count).join(" ")); // 1 2 | 0
 * ```
 */
export function partitionRows(
  kernels: Kernels,
  left: Int32Array,
  right: Int32Array,
  { bins, stride, feature, threshold, rows }: RowPartition,
): number {
  for (const [name, side] of Object.entries({ left, right })) {
    if (side.length <= rows.length) {
      throw new RangeError(`${name}.length is ${side.length}; expected at least ${rows.length + 1}`);
    }
  }
  if (!(feature >= 0 && feature < stride)) {
    throw new RangeError(`feature is ${feature}; expected a position below ${stride}, the stride`);
  }
  return kernels.wasm.partitionRows(
    pointer(kernels, "left", left),
    pointer(kernels, "right", right),
    pointer(kernels, "bins", bins) + feature,
    stride,
    rowListPointer(kernels, rows, bins.length / stride),
    rows.length,
    threshold,
  );
}

/** The number of thresholds per feature in {@link binRows}. */
export const thresholdRoom = 256;

/**
 * Computes the bin of every feature in the given rows: the number of thresholds below the value.
 *
 * @param out - The bins, `stride` bytes per row; only the first F of each row are written.
 * @param stride - The number of bytes per row of `out`, at least F.
 * @param features - Rows × F values, none of them NaN.
 * @param thresholds - F × {@link thresholdRoom} thresholds, ascending for each feature and padded with +∞; at least the last is +∞.
 *
 * @example
 * ```ts
 * import { allocate, binRows, createKernelMemory, createKernels, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 10_000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const thresholds = allocate(memory, Float32Array, 256).fill(Number.POSITIVE_INFINITY);
 * thresholds.set([1, 2.5]);
 * const features = allocate(memory, Float32Array, 4);
 * features.set([0, 1, 2, 3]); // four rows with one feature
 * const out = allocate(memory, Uint8Array, 4);
 * binRows(kernels, out, 1, features, thresholds);
 * console.log(out.join(" ")); // 0 0 1 2
 * ```
 */
export function binRows(
  kernels: Kernels,
  out: Uint8Array,
  stride: number,
  features: Float32Array,
  thresholds: Float32Array,
): void {
  const columns = thresholds.length / thresholdRoom;
  const rows = features.length / columns;
  if (!(stride >= columns))
    throw new RangeError(`stride is ${stride}; expected at least ${columns}, the number of features`);
  kernels.wasm.binRows(
    pointerOfLength(kernels, "out", out, rows * stride),
    stride,
    pointer(kernels, "features", features),
    pointer(kernels, "thresholds", thresholds),
    rows,
    columns,
  );
}
