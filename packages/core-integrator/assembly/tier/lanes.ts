// Vectors of two doubles or four floats.

/** 2; 1; 1.5·2⁵², in whose low bits an integer appears if it is added; and ln 2. See exp.ts for why constants are loaded from memory. */
export const CONSTANTS = memory.data<f64>([2, 1, 6755399441055744.0, 0.6931471805599453]);

@inline
export function two(): v128 {
  return v128.load_splat<f64>(CONSTANTS);
}

@inline
export function one(): v128 {
  return v128.load_splat<f64>(CONSTANTS, 8);
}

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
