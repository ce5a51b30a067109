import type { Kernels } from "./kernels.ts";
import { pointerOfLength } from "./pointer.ts";

/** What a product is added to. */
export interface ProductOptions {
  /** Added to every row, one number per column of `out`. Default: none. */
  readonly bias?: Float32Array;
  /** Whether the product is added to what `out` holds. Default: it is overwritten. */
  readonly accumulate?: boolean;
}

/** Where the bias of a product with so many columns starts; 0 where there is none. */
export function biasPointer(kernels: Kernels, { bias, accumulate }: ProductOptions, columns: number): number {
  if (bias === undefined) return 0;
  if (accumulate) throw new TypeError("bias and accumulate are both given; expected at most one");
  return pointerOfLength(kernels, "bias", bias, columns);
}
