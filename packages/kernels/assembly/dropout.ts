import { randomWord } from "./philox";

/**
 * x_i ← x_i · scale where random word start + i is at least `threshold`, otherwise 0: the same mask for the same seed, stream
 * and start, so that the backward pass applies it again instead of keeping it.
 */
export function dropout(x: usize, count: usize, threshold: u32, scale: f32, seed: f64, stream: u32, start: f64): void {
  const key = <u64>seed;
  const first = <u64>start;
  for (let i: usize = 0; i < count; i++) {
    const at = x + (i << 2);
    const kept = randomWord(key, stream, first + i, i == 0) >= threshold;
    f32.store(at, kept ? f32.load(at) * scale : 0);
  }
}
