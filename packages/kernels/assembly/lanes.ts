/**
 * Kernels process an array four floats at a time and the remainder one at a time, with the same vector arithmetic: `lanes`,
 * a compile-time constant, is 4 or 1. The value of an element therefore does not depend on where its array starts or ends.
 */
@inline
export function load(pointer: usize, lanes: i32): v128 {
  return lanes == 4 ? v128.load(pointer) : v128.load_splat<f32>(pointer);
}

@inline
export function store(pointer: usize, value: v128, lanes: i32): void {
  if (lanes == 4) v128.store(pointer, value);
  else v128.store_lane<f32>(pointer, value, 0);
}
