import type { Matrix } from "@tierwise/kernels";

export type ElementOf = (i: number, j: number) => number;

export function elementsOf({ data, stride }: Matrix): ElementOf {
  return (i, j) => data[i * stride + j];
}

export function transposed(element: ElementOf): ElementOf {
  return (i, j) => element(j, i);
}

/** base + Σ_p a(i, p)·b(p, j) in double precision, and the sum of absolute values, which bounds the rounding errors. */
export function productElement(
  base: number,
  a: ElementOf,
  b: ElementOf,
  depth: number,
  i: number,
  j: number,
): { value: number; size: number } {
  let value = base;
  let size = Math.abs(base);
  for (let p = 0; p < depth; p++) {
    const term = a(i, p) * b(p, j);
    value += term;
    size += Math.abs(term);
  }
  return { value, size };
}
