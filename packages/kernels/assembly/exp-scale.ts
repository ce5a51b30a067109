import { exp } from "./exp";
import { load, store } from "./lanes";

/** out = scale · e^(x − shift); `out` may be `x`. */
export function expScale(out: usize, x: usize, count: usize, shift: f32, scale: f32): void {
  const shifts = f32x4.splat(shift);
  const scales = f32x4.splat(scale);
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) step(out + (i << 2), x + (i << 2), shifts, scales, 4);
  for (; i < count; i++) step(out + (i << 2), x + (i << 2), shifts, scales, 1);
}

@inline
function step(out: usize, x: usize, shift: v128, scale: v128, lanes: i32): void {
  store(out, f32x4.mul(scale, exp(f32x4.sub(load(x, lanes), shift))), lanes);
}
