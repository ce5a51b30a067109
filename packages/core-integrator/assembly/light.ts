import { multiplyAdd } from "./multiply-add";
import { ONE } from "./exp";
import { atNode, powers, series, v, weight } from "./layout";

/**
 * Sums of the powers of light items, two items at a time: powers[0] = Σu and powers[k] = Σu^{2k} for k = 1 … 8, or 15 if `wide`. The entry
 * after the last item must be 0.
 */
export function sumPowers(u: usize, count: i32, wide: bool): void {
  const end = u + (<usize>count << 3);
  let first = f64x2.splat(0);
  let s1 = first;
  let s2 = first;
  let s3 = first;
  let s4 = first;
  let s5 = first;
  let s6 = first;
  let s7 = first;
  let s8 = first;
  for (let p = u; p < end; p += 16) {
    const x = v128.load(p);
    const q = f64x2.mul(x, x);
    const q2 = f64x2.mul(q, q);
    const q3 = f64x2.mul(q2, q);
    const q4 = f64x2.mul(q2, q2);
    first = f64x2.add(first, x);
    s1 = f64x2.add(s1, q);
    s2 = f64x2.add(s2, q2);
    s3 = f64x2.add(s3, q3);
    s4 = f64x2.add(s4, q4);
    s5 = multiplyAdd(q4, q, s5);
    s6 = multiplyAdd(q4, q2, s6);
    s7 = multiplyAdd(q4, q3, s7);
    s8 = multiplyAdd(q4, q4, s8);
  }
  put(powers, 0, first);
  put(powers, 1, s1);
  put(powers, 2, s2);
  put(powers, 3, s3);
  put(powers, 4, s4);
  put(powers, 5, s5);
  put(powers, 6, s6);
  put(powers, 7, s7);
  put(powers, 8, s8);
  if (wide) sumHighPowers(u, end);
}

/** powers[k] for k = 9 … 15; all 15 sums at once would not fit into the registers. */
function sumHighPowers(u: usize, end: usize): void {
  let s1 = f64x2.splat(0);
  let s2 = s1;
  let s3 = s1;
  let s4 = s1;
  let s5 = s1;
  let s6 = s1;
  let s7 = s1;
  for (let p = u; p < end; p += 16) {
    const x = v128.load(p);
    const q = f64x2.mul(x, x);
    const q2 = f64x2.mul(q, q);
    const q4 = f64x2.mul(q2, q2);
    const q8 = f64x2.mul(q4, q4);
    const q9 = f64x2.mul(q8, q);
    const q12 = f64x2.mul(q8, q4);
    const q14 = f64x2.mul(q12, q2);
    s1 = f64x2.add(s1, q9);
    s2 = multiplyAdd(q8, q2, s2);
    s3 = multiplyAdd(q9, q2, s3);
    s4 = f64x2.add(s4, q12);
    s5 = multiplyAdd(q9, q4, s5);
    s6 = f64x2.add(s6, q14);
    s7 = multiplyAdd(q14, q, s7);
  }
  put(powers, 9, s1);
  put(powers, 10, s2);
  put(powers, 11, s3);
  put(powers, 12, s4);
  put(powers, 13, s5);
  put(powers, 14, s6);
  put(powers, 15, s7);
}

@inline
function put(out: usize, k: usize, lanes: v128): void {
  store<f64>(out + (k << 3), f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1));
}

/** series[0] = Σ q·v and series[k] = Σ q·v^{2k}, k = 1 … terms (8 or 15), over the nodes from `low` to `high`, two at a time. */
export function nodeMoments(low: i32, high: i32, terms: i32): void {
  let first = f64x2.splat(0);
  let s1 = first;
  let s2 = first;
  let s3 = first;
  let s4 = first;
  let s5 = first;
  let s6 = first;
  let s7 = first;
  let s8 = first;
  for (let i = low; i <= high; i += 2) {
    const x = v128.load(atNode(v, i, 8));
    let w = v128.load(atNode(weight, i, 8));
    if (i == high) w = f64x2.replace_lane(w, 1, 0);
    const q = f64x2.mul(x, x);
    const q2 = f64x2.mul(q, q);
    const w1 = f64x2.mul(w, q);
    const w3 = f64x2.mul(w1, q2);
    const w5 = f64x2.mul(w3, q2);
    const w7 = f64x2.mul(w5, q2);
    first = multiplyAdd(w, x, first);
    s1 = f64x2.add(s1, w1);
    s2 = multiplyAdd(w1, q, s2);
    s3 = f64x2.add(s3, w3);
    s4 = multiplyAdd(w3, q, s4);
    s5 = f64x2.add(s5, w5);
    s6 = multiplyAdd(w5, q, s6);
    s7 = f64x2.add(s7, w7);
    s8 = multiplyAdd(w7, q, s8);
  }
  put(series, 0, first);
  put(series, 1, s1);
  put(series, 2, s2);
  put(series, 3, s3);
  put(series, 4, s4);
  put(series, 5, s5);
  put(series, 6, s6);
  put(series, 7, s7);
  put(series, 8, s8);
  if (terms > 8) highMoments(low, high);
}

/** series[k] for k = 9 … 15. */
function highMoments(low: i32, high: i32): void {
  let s1 = f64x2.splat(0);
  let s2 = s1;
  let s3 = s1;
  let s4 = s1;
  let s5 = s1;
  let s6 = s1;
  let s7 = s1;
  for (let i = low; i <= high; i += 2) {
    const x = v128.load(atNode(v, i, 8));
    let w = v128.load(atNode(weight, i, 8));
    if (i == high) w = f64x2.replace_lane(w, 1, 0);
    const q = f64x2.mul(x, x);
    const q2 = f64x2.mul(q, q);
    const q4 = f64x2.mul(q2, q2);
    const w9 = f64x2.mul(f64x2.mul(w, q), f64x2.mul(q4, q4));
    const w11 = f64x2.mul(w9, q2);
    const w13 = f64x2.mul(w11, q2);
    s1 = f64x2.add(s1, w9);
    s2 = multiplyAdd(w9, q, s2);
    s3 = f64x2.add(s3, w11);
    s4 = multiplyAdd(w11, q, s4);
    s5 = f64x2.add(s5, w13);
    s6 = multiplyAdd(w13, q, s6);
    s7 = multiplyAdd(w13, q2, s7);
  }
  put(series, 9, s1);
  put(series, 10, s2);
  put(series, 11, s3);
  put(series, 12, s4);
  put(series, 13, s5);
  put(series, 14, s6);
  put(series, 15, s7);
}

/**
 * E_q[φ] of each light item: out[i] = 1 + u·series[0] + Σ_k series[k]·u^{2k}, k = 1 … terms. Two pairs of items are computed at a time,
 * because each step of Horner's rule waits for the previous one. Reads and writes up to 3 entries beyond `count`.
 */
export function lightSlopes(u: usize, count: i32, terms: i32, out: usize): void {
  const end = u + (<usize>count << 3);
  const top = series + (<usize>terms << 3);
  for (let p = u; p < end; p += 32, out += 32) {
    const x = v128.load(p);
    const y = v128.load(p, 16);
    const s = f64x2.mul(x, x);
    const t = f64x2.mul(y, y);
    let a = v128.load_splat<f64>(top);
    let b = a;
    for (let k = top - 8; k > series; k -= 8) {
      const coefficient = v128.load_splat<f64>(k);
      a = multiplyAdd(a, s, coefficient);
      b = multiplyAdd(b, t, coefficient);
    }
    v128.store(out, slopeOf(x, f64x2.mul(a, s)));
    v128.store(out, slopeOf(y, f64x2.mul(b, t)), 16);
  }
}

@inline
function slopeOf(u: v128, even: v128): v128 {
  return f64x2.add(multiplyAdd(u, v128.load_splat<f64>(series), v128.load_splat<f64>(ONE)), even);
}
