import { randomWord } from "./philox";

/** out_i = low + width · u, u the upper 24 bits of random word start + i over 2²⁴. */
export function fillUniform(out: usize, count: usize, low: f32, width: f32, seed: f64, stream: u32, start: f64): void {
  const key = <u64>seed;
  const first = <u64>start;
  for (let i: usize = 0; i < count; i++) {
    const word = randomWord(key, stream, first + i, i == 0);
    f32.store(out + (i << 2), low + width * (<f32>(word >> 8) * <f32>5.9604644775390625e-8));
  }
}
