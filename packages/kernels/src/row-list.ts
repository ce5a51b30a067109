import type { Kernels } from "./kernels.ts";
import { pointer } from "./pointer.ts";

/** Where a list of rows starts in the kernels' memory; an error that names the first that is not below `bound`. */
export function rowListPointer(kernels: Kernels, rows: Int32Array, bound: number): number {
  const at = pointer(kernels, "rows", rows);
  const wrong = kernels.wasm.indexOutOfRange(at, rows.length, bound);
  if (wrong < rows.length) throw new RangeError(`rows[${wrong}] is ${rows[wrong]}; expected 0 to ${bound - 1}`);
  return at;
}
