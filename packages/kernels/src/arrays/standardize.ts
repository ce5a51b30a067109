import type { Kernels } from "../build/kernels.ts";
import type { Matrix } from "../memory/matrix.ts";
import { allocate, type KernelMemory, pointer } from "../memory/memory.ts";

/** How each feature is standardized: y = (t(x) − mean)/scale, where t(x) is x or sign(x)·log(1 + |x|). */
export interface Standardization {
  /** 1 for the features whose logarithm is taken. */
  readonly log: Uint8Array;
  /** The mean of each feature. */
  readonly means: Float64Array;
  /** The scale of each feature. */
  readonly scales: Float64Array;
}

/** A standardization in the memory of the kernels, from {@link allocateStandardization}. */
export interface AllocatedStandardization {
  /** The number of features. */
  readonly features: number;
  /** −1 for the features whose logarithm is taken, 0 for the others. All three arrays are padded to a multiple of four features. */
  readonly log: Int32Array;
  /** The mean of each feature. */
  readonly means: Float64Array;
  /** The reciprocal of the scale of each feature. */
  readonly factors: Float64Array;
}

/**
 * Copies a standardization to the memory of the kernels.
 *
 * @param memory - The memory in which to allocate the standardization.
 * @param standardization - Logarithms, means and scales, one per feature.
 */
export function allocateStandardization(
  memory: KernelMemory,
  { log, means, scales }: Standardization,
): AllocatedStandardization {
  const padded = Math.ceil(means.length / 4) * 4;
  const allocated = {
    features: means.length,
    log: allocate(memory, Int32Array, padded),
    means: allocate(memory, Float64Array, padded),
    factors: allocate(memory, Float64Array, padded),
  };
  allocated.log.set(Array.from(log, (isLogged) => -isLogged));
  allocated.means.set(means);
  allocated.factors.set(scales.map((scale) => 1 / scale));
  return allocated;
}

/**
 * Standardizes rows in place: y = (t(x) − mean)/scale for each feature, where t(x) is x or sign(x)·log(1 + |x|). Differences are computed in double
 * precision; logarithms are accurate to a few units in the last place of a float.
 *
 * @param rows - Rows × features.
 * @param standardization - The result of {@link allocateStandardization}.
 *
 * @example
 * ```ts
 * import { allocate, allocateStandardization, createKernelMemory, createKernels, loadKernelModule, matrix, standardizeRows } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 300_000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const given = { log: Uint8Array.of(0, 1), means: Float64Array.of(1, 0), scales: Float64Array.of(2, 1) };
 * const rows = matrix(allocate(memory, Float32Array, 4), 2, 2);
 * rows.data.set([5, Math.E - 1, -1, 1 - Math.E]);
 * standardizeRows(kernels, rows, allocateStandardization(memory, given));
 * console.log(rows.data.map((x) => Number(x.toFixed(6))).join(" ")); // 2 1 -1 -1
 * ```
 */
export function standardizeRows(
  kernels: Kernels,
  { data, rows, columns }: Matrix,
  { features, log, means, factors }: AllocatedStandardization,
): void {
  if (columns !== features) throw new RangeError(`rows.columns is ${columns}; expected ${features}`);
  kernels.wasm.standardizeRows(
    pointer(kernels, "rows", data),
    rows,
    columns,
    pointer(kernels, "log", log),
    pointer(kernels, "means", means),
    pointer(kernels, "factors", factors),
  );
}
