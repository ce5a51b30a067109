import { load, store } from "./lanes";

/** x ← max(x, 0); NaN stays NaN. */
export function relu(x: usize, count: usize): void {
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) forward(x + (i << 2), 4);
  for (; i < count; i++) forward(x + (i << 2), 1);
}

/** gradient ← gradient where activation > 0, otherwise 0. */
export function reluBackward(gradient: usize, activation: usize, count: usize): void {
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) backward(gradient + (i << 2), activation + (i << 2), 4);
  for (; i < count; i++) backward(gradient + (i << 2), activation + (i << 2), 1);
}

@inline
function forward(x: usize, lanes: i32): void {
  store(x, f32x4.pmax(load(x, lanes), f32x4.splat(0)), lanes);
}

@inline
function backward(gradient: usize, activation: usize, lanes: i32): void {
  const positive = f32x4.gt(load(activation, lanes), f32x4.splat(0));
  store(gradient, v128.and(load(gradient, lanes), positive), lanes);
}
