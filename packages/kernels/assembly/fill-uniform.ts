import { fillWords } from "./fill-words";
import { load, store } from "./lanes";

/** out_i = low + width · u, where u is the upper 24 bits of random word start + i, divided by 2²⁴. */
export function fillUniform(out: usize, count: usize, low: f32, width: f32, seed: f64, stream: u32, start: f64): void {
  fillWords(out, count, seed, stream, start);
  const lows = f32x4.splat(low);
  const units = f32x4.splat(width * <f32>5.9604644775390625e-8);
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) step(out + (i << 2), lows, units, 4);
  for (; i < count; i++) step(out + (i << 2), lows, units, 1);
}

@inline
function step(out: usize, low: v128, unit: v128, lanes: i32): void {
  const bits = f32x4.convert_i32x4_s(i32x4.shr_u(load(out, lanes), 8));
  store(out, f32x4.add(low, f32x4.mul(unit, bits)), lanes);
}
