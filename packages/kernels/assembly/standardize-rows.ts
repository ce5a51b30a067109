import { signedLog1p } from "./log1p";

/**
 * x ← (t(x) − mean)·factor for each feature of each row, in place, where t(x) is sign(x)·log(1 + |x|) if the word of the feature in `log` is −1
 * and x if it is 0. The difference is computed in double precision, since the mean may be much larger than the spread. `log`, `means` and `factors`
 * are padded to a multiple of four features.
 */
export function standardizeRows(
  rows: usize,
  count: usize,
  features: usize,
  log: usize,
  means: usize,
  factors: usize,
): void {
  const whole = features & ~3;
  for (let r: usize = 0; r < count; r++, rows += features << 2) {
    for (let f: usize = 0; f < whole; f += 4) {
      const at = rows + (f << 2);
      v128.store(at, standardized(v128.load(at), f, log, means, factors));
    }
    if (whole == features) continue;
    const at = rows + (whole << 2);
    let rest = v128.load32_zero(at);
    if (features - whole > 1) rest = v128.load_lane<u32>(at, rest, 1, 4);
    if (features - whole > 2) rest = v128.load_lane<u32>(at, rest, 2, 8);
    rest = standardized(rest, whole, log, means, factors);
    v128.store_lane<u32>(at, rest, 0);
    if (features - whole > 1) v128.store_lane<u32>(at, rest, 1, 4);
    if (features - whole > 2) v128.store_lane<u32>(at, rest, 2, 8);
  }
}

@inline
function standardized(x: v128, f: usize, log: usize, means: usize, factors: usize): v128 {
  const mask = v128.load(log + (f << 2));
  const t = v128.any_true(mask) ? v128.bitselect(signedLog1p(x), x, mask) : x;
  const low = f64x2.sub(f64x2.promote_low_f32x4(t), v128.load(means + (f << 3)));
  const upper = f64x2.promote_low_f32x4(v128.shuffle<u32>(t, t, 2, 3, 2, 3));
  const high = f64x2.sub(upper, v128.load(means + (f << 3), 16));
  const first = f32x4.demote_f64x2_zero(f64x2.mul(low, v128.load(factors + (f << 3))));
  const second = f32x4.demote_f64x2_zero(f64x2.mul(high, v128.load(factors + (f << 3), 16)));
  return v128.shuffle<u32>(first, second, 0, 1, 4, 5);
}
