import { adam } from "./adam";

/** The number of rows that are fetched together: with 256 columns, weights and moments of a group take 192 kB, which fits into an L2 cache. */
export const GROUP: usize = 64;

/**
 * An Adam step for the listed rows: updates row rows[i] of the weights and moments with row i of the gradient. The moments are first
 * multiplied by β for each step since the row was last listed, as if its gradient had been zero; the weights do not change in those steps.
 */
export function adamRows(
  weights: usize,
  weightsStride: usize,
  gradient: usize,
  gradientStride: usize,
  first: usize,
  firstStride: usize,
  second: usize,
  secondStride: usize,
  columns: usize,
  rows: usize,
  count: usize,
  lastSteps: usize,
  step: i32,
  beta1: f64,
  beta2: f64,
  rate: f32,
  rootScale: f32,
  epsilon: f32,
  keepWeight: f32,
): i32 {
  let fetched: i32 = 0;
  for (let i: usize = 0; i < count; i++) {
    if (i % GROUP == 0) {
      const group = rows + (i << 2);
      const inGroup = min(GROUP, count - i);
      fetched ^= fetchRows(group, inGroup, weights, weightsStride, first, firstStride, second, secondStride, columns);
    }
    const row = <usize>i32.load(rows + (i << 2));
    const lastStep = lastSteps + (row << 2);
    const elapsed = <u32>(step - i32.load(lastStep));
    i32.store(lastStep, step);
    adam(
      weights + row * weightsStride,
      gradient + i * gradientStride,
      first + row * firstStride,
      second + row * secondStride,
      columns,
      <f32>power(beta1, elapsed),
      <f32>(1.0 - beta1),
      <f32>power(beta2, elapsed),
      <f32>(1.0 - beta2),
      rate,
      rootScale,
      epsilon,
      keepWeight,
    );
  }
  return fetched;
}

/**
 * Reads the listed rows of the weights and both moments. The rows of a large matrix are scattered over memory, and waiting for them takes
 * longer than an Adam step itself. If they are read without any computation, the processor fetches many rows at a time. Before that, one
 * number per row is read, so that the processor looks up the addresses of many pages at a time.
 */
export function fetchRows(
  rows: usize,
  count: usize,
  weights: usize,
  weightsStride: usize,
  first: usize,
  firstStride: usize,
  second: usize,
  secondStride: usize,
  columns: usize,
): i32 {
  let read: i32 = 0;
  for (let i: usize = 0; i < count; i++) {
    const row = <usize>i32.load(rows + (i << 2));
    read ^= i32.load(weights + row * weightsStride);
    read ^= i32.load(first + row * firstStride);
    read ^= i32.load(second + row * secondStride);
  }
  for (let i: usize = 0; i < count; i++) {
    const row = <usize>i32.load(rows + (i << 2));
    read ^= fetch(weights + row * weightsStride, columns);
    read ^= fetch(first + row * firstStride, columns);
    read ^= fetch(second + row * secondStride, columns);
  }
  return read;
}

/**
 * Reads a number from each cache line of a row. The result only keeps the compiler from dropping the reads. With one instruction per
 * read, as many reads as possible are in progress at the same time.
 */
@inline
function fetch(row: usize, columns: usize): i32 {
  const end = row + (columns << 2);
  let read: i32 = 0;
  let at = row;
  for (; at + 512 <= end; at += 512) {
    read ^= i32.load(at) ^ i32.load(at, 64) ^ i32.load(at, 128) ^ i32.load(at, 192);
    read ^= i32.load(at, 256) ^ i32.load(at, 320) ^ i32.load(at, 384) ^ i32.load(at, 448);
  }
  for (; at < end; at += 64) read ^= i32.load(at);
  return read;
}

/** base^exponent by repeated squaring. */
export function power(base: f64, exponent: u32): f64 {
  let result: f64 = 1;
  while (exponent) {
    if (exponent & 1) result *= base;
    base *= base;
    exponent >>= 1;
  }
  return result;
}
