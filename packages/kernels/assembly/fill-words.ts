import { randomWord } from "./philox";
import { philoxSixteen, words0, words1, words2, words3 } from "./philox-sixteen";

/** out_i = random word start + i, as an integer. */
export function fillWords(out: usize, count: usize, seed: f64, stream: u32, start: f64): void {
  const key = <u64>seed;
  const first = <u64>start;
  let i: usize = 0;
  while (i < count) {
    const element = first + i;
    const at = out + (i << 2);
    if ((element & 15) == 0 && i + 16 <= count) {
      philoxSixteen(key, stream, element);
      v128.store(at, words0);
      v128.store(at, words1, 16);
      v128.store(at, words2, 32);
      v128.store(at, words3, 48);
      i += 16;
    } else {
      i32.store(at, randomWord(key, stream, element));
      i++;
    }
  }
}
