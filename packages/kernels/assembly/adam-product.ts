import { adam, adamLanes, adamPair } from "./adam";
import { fetchRows, GROUP, power } from "./adam-rows";
import { load } from "./lanes";
import { multiplyAdd } from "./multiply-add";
import { addFour, addOne } from "./sparse-product";

/**
 * adamRows with the gradient x·dense, where row i of the sparse matrix x belongs to row rows[i] of the weights. The last entry of a row is
 * added in the pass that takes the Adam step: most rows have few entries, and the divisions and roots of Adam leave the processor time for
 * more products. `workspace` has room for two rows.
 */
export function adamProduct(
  weights: usize,
  weightsStride: usize,
  first: usize,
  firstStride: usize,
  second: usize,
  secondStride: usize,
  columns: usize,
  rows: usize,
  count: usize,
  indptr: usize,
  indices: usize,
  values: usize,
  dense: usize,
  denseStride: usize,
  workspace: usize,
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
  const size = columns << 2;
  const zeros = workspace;
  const sum = workspace + size;
  memory.fill(zeros, 0, size);
  const addFirst = <f32>(1.0 - beta1);
  const addSecond = <f32>(1.0 - beta2);
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
    const w = weights + row * weightsStride;
    const m = first + row * firstStride;
    const v = second + row * secondStride;
    const keepFirst = <f32>power(beta1, elapsed);
    const keepSecond = <f32>power(beta2, elapsed);

    let e = <usize>i32.load(indptr + (i << 2));
    const end = <usize>i32.load(indptr + (i << 2), 4);
    if (e == end) {
      adam(w, zeros, m, v, columns, keepFirst, addFirst, keepSecond, addSecond, rate, rootScale, epsilon, keepWeight);
      continue;
    }
    let base = zeros;
    for (; e + 5 <= end; e += 4) {
      addFour(sum, base, size, indices + (e << 2), values + (e << 2), dense, denseStride);
      base = sum;
    }
    for (; e + 1 < end; e++) {
      addOne(sum, base, size, dense + <usize>i32.load(indices + (e << 2)) * denseStride, values + (e << 2));
      base = sum;
    }
    const last = dense + <usize>i32.load(indices + (e << 2)) * denseStride;
    const value = v128.load_splat<f32>(values + (e << 2));
    const keepM = f32x4.splat(keepFirst);
    const addM = f32x4.splat(addFirst);
    const keepV = f32x4.splat(keepSecond);
    const addV = f32x4.splat(addSecond);
    const rates = f32x4.splat(rate);
    const roots = f32x4.splat(rootScale);
    const epsilons = f32x4.splat(epsilon);
    const keepW = f32x4.splat(keepWeight);
    let at: usize = 0;
    for (; at + 32 <= size; at += 32) {
      const g0 = multiplyAdd(value, v128.load(last + at), v128.load(base + at));
      const g1 = multiplyAdd(value, v128.load(last + at, 16), v128.load(base + at, 16));
      adamPair(w + at, g0, g1, m + at, v + at, keepM, addM, keepV, addV, rates, roots, epsilons, keepW);
    }
    for (; at + 16 <= size; at += 16) {
      const g = multiplyAdd(value, v128.load(last + at), v128.load(base + at));
      adamLanes(w + at, g, m + at, v + at, keepM, addM, keepV, addV, rates, roots, epsilons, keepW, 4);
    }
    for (; at < size; at += 4) {
      const g = multiplyAdd(value, load(last + at, 1), load(base + at, 1));
      adamLanes(w + at, g, m + at, v + at, keepM, addM, keepV, addV, rates, roots, epsilons, keepW, 1);
    }
  }
  return fetched;
}
