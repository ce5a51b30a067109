import { load, store } from "./lanes";
import { multiplyAdd } from "./multiply-add";

/** y ← y + factor · x. */
export function axpy(y: usize, factor: f32, x: usize, count: usize): void {
  const factors = f32x4.splat(factor);
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) step(y + (i << 2), factors, x + (i << 2), 4);
  for (; i < count; i++) step(y + (i << 2), factors, x + (i << 2), 1);
}

@inline
function step(y: usize, factor: v128, x: usize, lanes: i32): void {
  store(y, multiplyAdd(factor, load(x, lanes), load(y, lanes)), lanes);
}
