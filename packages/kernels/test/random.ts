import { allocate, type Kernels, type Matrix, type ValuedCsr } from "@tierwise/kernels";

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random numbers between −1 and 1, in the kernels' memory. */
export function randomArray({ memory }: Kernels, length: number, uniform: () => number): Float32Array {
  const array = allocate(memory, Float32Array, length);
  for (let i = 0; i < length; i++) array[i] = 2 * uniform() - 1;
  return array;
}

/** A matrix of random numbers between −1 and 1, with `gap` unused elements between rows. */
export function randomMatrix(kernels: Kernels, rows: number, columns: number, uniform: () => number, gap = 0): Matrix {
  const stride = columns + gap;
  return { data: randomArray(kernels, rows * stride, uniform), rows, columns, stride };
}

/** Random sparse rows with 0 to `most` entries each; a row may contain the same column twice. */
export function randomSparse(
  kernels: Kernels,
  rows: number,
  columns: number,
  most: number,
  uniform: () => number,
): ValuedCsr {
  const { memory } = kernels;
  const indptr = allocate(memory, Int32Array, rows + 1);
  for (let i = 0; i < rows; i++) indptr[i + 1] = indptr[i] + Math.floor(uniform() * (most + 1));
  const indices = allocate(memory, Int32Array, indptr[rows]);
  for (let e = 0; e < indices.length; e++) indices[e] = Math.floor(uniform() * columns);
  return { indptr, indices, values: randomArray(kernels, indptr[rows], uniform) };
}
