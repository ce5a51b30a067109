import { load, store } from "./lanes";

/** x ← factor · x. */
export function scale(x: usize, count: usize, factor: f32): void {
  const factors = f32x4.splat(factor);
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) store(x + (i << 2), f32x4.mul(factors, load(x + (i << 2), 4)), 4);
  for (; i < count; i++) store(x + (i << 2), f32x4.mul(factors, load(x + (i << 2), 1)), 1);
}
