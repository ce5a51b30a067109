import { fetch, GROUP, power } from "./adam-rows";
import { load, store } from "./lanes";
import { multiplyAdd } from "./multiply-add";

// Adam with both moments of a weight in one 32-bit word: the upper halves of their float32 representations, m above v. A half has
// 8 significant bits, and rounding to nearest would undo the decay of v, which is at most 1/1000 per step. The low bits are
// therefore rounded at random, up with a probability equal to the fraction that is cut off, so moments are right on average. The random
// bits depend only on the step and on the position of the weight in its matrix.

/** Loaded from memory because, in Node 24 and later, a v128.const inside a loop takes twice as long as a load. */
const UPPER = memory.data<u32>([0xffff0000]);

/** Four random states for the weights that start at `position`: the finalizer of MurmurHash3. */
function seedLanes(position: u32, time: u32): v128 {
  let bits = i32x4.add(i32x4.splat(position + time * 0x9e3779b1), i32x4(0, 1, 2, 3));
  bits = i32x4.mul(v128.xor(bits, i32x4.shr_u(bits, 16)), i32x4.splat(0x85ebca6b));
  bits = i32x4.mul(v128.xor(bits, i32x4.shr_u(bits, 13)), i32x4.splat(0xc2b2ae35));
  return v128.or(v128.xor(bits, i32x4.shr_u(bits, 16)), i32x4.splat(1));
}

/** The next states of four generators (G. Marsaglia, Xorshift RNGs, 2003). */
@inline
function advance(state: v128): v128 {
  let next = v128.xor(state, i32x4.shl(state, 13));
  next = v128.xor(next, i32x4.shr_u(next, 17));
  return v128.xor(next, i32x4.shl(next, 5));
}

/** One Adam step as in adam.ts; `position` is the index of the first weight in its matrix. */
export function adamHalf(
  weights: usize,
  gradient: usize,
  moments: usize,
  count: usize,
  position: u32,
  time: u32,
  keepFirst: f32,
  addFirst: f32,
  keepSecond: f32,
  addSecond: f32,
  rate: f32,
  rootScale: f32,
  epsilon: f32,
  keepWeight: f32,
): void {
  const keepM = f32x4.splat(keepFirst);
  const addM = f32x4.splat(addFirst);
  const keepV = f32x4.splat(keepSecond);
  const addV = f32x4.splat(addSecond);
  const rates = f32x4.splat(rate);
  const roots = f32x4.splat(rootScale);
  const epsilons = f32x4.splat(epsilon);
  const keepW = f32x4.splat(keepWeight);
  let bits = seedLanes(position, time);
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) {
    const at = i << 2;
    step(weights + at, gradient + at, moments + at, bits, keepM, addM, keepV, addV, rates, roots, epsilons, keepW, 4);
    bits = advance(bits);
  }
  for (; i < count; i++) {
    const at = i << 2;
    step(weights + at, gradient + at, moments + at, bits, keepM, addM, keepV, addV, rates, roots, epsilons, keepW, 1);
    bits = advance(bits);
  }
}

@inline
function step(
  weight: usize,
  gradient: usize,
  moments: usize,
  bits: v128,
  keepM: v128,
  addM: v128,
  keepV: v128,
  addV: v128,
  rate: v128,
  root: v128,
  epsilon: v128,
  keepW: v128,
  lanes: i32,
): void {
  const upper = v128.load_splat<u32>(UPPER);
  const g = load(gradient, lanes);
  const words = load(moments, lanes);
  const m = multiplyAdd(keepM, v128.and(words, upper), f32x4.mul(addM, g));
  const v = multiplyAdd(keepV, i32x4.shl(words, 16), f32x4.mul(addV, f32x4.mul(g, g)));
  const change = f32x4.div(f32x4.mul(rate, m), multiplyAdd(f32x4.sqrt(v), root, epsilon));
  store(weight, f32x4.sub(f32x4.mul(keepW, load(weight, lanes)), change), lanes);
  const roundedM = i32x4.add(m, i32x4.shr_u(bits, 16));
  const roundedV = i32x4.add(v, v128.andnot(bits, upper));
  store(moments, v128.or(v128.and(roundedM, upper), i32x4.shr_u(roundedV, 16)), lanes);
}

/** adamRows with both moments in one word. */
export function adamHalfRows(
  weights: usize,
  weightsStride: usize,
  gradient: usize,
  gradientStride: usize,
  moments: usize,
  momentsStride: usize,
  columns: usize,
  rows: usize,
  count: usize,
  lastSteps: usize,
  time: i32,
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
      for (let j = i; j < min(i + GROUP, count); j++) {
        const row = <usize>i32.load(rows + (j << 2));
        fetched ^= fetch(weights + row * weightsStride, columns);
        fetched ^= fetch(moments + row * momentsStride, columns);
      }
    }
    const row = <usize>i32.load(rows + (i << 2));
    const lastStep = lastSteps + (row << 2);
    const elapsed = <u32>(time - i32.load(lastStep));
    i32.store(lastStep, time);
    adamHalf(
      weights + row * weightsStride,
      gradient + i * gradientStride,
      moments + row * momentsStride,
      columns,
      <u32>(row * columns),
      time,
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
