const MULTIPLIER = 0x9e3779b1;

/** A running checksum of 128 bits over 32-bit words. */
export interface Checksum {
  add(words: Int32Array): void;
  /** Four words. */
  result(): Int32Array;
}

/**
 * A checksum that finds damage, not malice. Four lanes, each `h = rotate(h ^ word, 13) · odd`: a bijection of the word for
 * a given h and of h for a given word, so that no change of a single word goes unseen; the lanes keep the processor busy, and
 * the lengths are mixed in. About as fast as memory can be read.
 */
export function createChecksum(): Checksum {
  let a = 1;
  let b = 2;
  let c = 3;
  let d = 4;
  return {
    add(words) {
      const whole = words.length & ~3;
      for (let i = 0; i < whole; i += 4) {
        a = mix(a, words[i]);
        b = mix(b, words[i + 1]);
        c = mix(c, words[i + 2]);
        d = mix(d, words[i + 3]);
      }
      for (let i = whole; i < words.length; i++) a = mix(a, words[i]);
      b = mix(b, words.length);
    },
    result: () => Int32Array.of(mix(a, b), mix(b, c), mix(c, d), mix(d, a)),
  };
}

function mix(hash: number, word: number): number {
  const x = hash ^ word;
  return Math.imul((x << 13) | (x >>> 19), MULTIPLIER);
}
