import { randomWord } from "./philox";
import { philoxSixteen, words0, words1, words2, words3 } from "./philox-sixteen";

/**
 * x_i ← x_i · scale if random word start + i is at least `threshold`, otherwise 0. The same seed, stream and start give the same
 * mask, so the backward pass recomputes it instead of storing it.
 */
export function dropout(x: usize, count: usize, threshold: u32, scale: f32, seed: f64, stream: u32, start: f64): void {
  const key = <u64>seed;
  const first = <u64>start;
  const thresholds = i32x4.splat(threshold);
  const scales = f32x4.splat(scale);
  let i: usize = 0;
  while (i < count) {
    const element = first + i;
    const at = x + (i << 2);
    if ((element & 15) == 0 && i + 16 <= count) {
      philoxSixteen(key, stream, element);
      dropFour(at, words0, thresholds, scales);
      dropFour(at + 16, words1, thresholds, scales);
      dropFour(at + 32, words2, thresholds, scales);
      dropFour(at + 48, words3, thresholds, scales);
      i += 16;
    } else {
      f32.store(at, randomWord(key, stream, element) >= threshold ? f32.load(at) * scale : 0);
      i++;
    }
  }
}

@inline
function dropFour(x: usize, words: v128, threshold: v128, scale: v128): void {
  v128.store(x, v128.and(f32x4.mul(v128.load(x), scale), i32x4.ge_u(words, threshold)));
}
