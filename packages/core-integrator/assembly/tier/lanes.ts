// Vectors of two doubles or four floats.

/** The address of the constant 2; see exp.ts for why constants are loaded from memory. */
export const TWO = memory.data<f64>([2]);

@inline
export function both(x: f64): v128 {
  return f64x2.splat(x);
}

@inline
export function sumOfTwo(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

@inline
export function sumOfFour(lanes: v128): f64 {
  return <f64>(
    (f32x4.extract_lane(lanes, 0) + f32x4.extract_lane(lanes, 1) + (f32x4.extract_lane(lanes, 2) + f32x4.extract_lane(lanes, 3)))
  );
}
