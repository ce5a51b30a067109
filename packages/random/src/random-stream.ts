/** A source of uniform random numbers on (0, 1), with 53 bits each; never exactly 0 or 1. */
export type Random = () => number;

/**
 * Creates the stream of random numbers for a seed and a path of numbers. The stream is the same on every machine, and it is independent of
 * the stream for any other seed or path. For example, the numbers for row 7 of cell 3 do not depend on other draws.
 *
 * The generator is Threefry-2x32-20 (Salmon et al., SC 2011), which is counter-based: draw i is a function of the key and i
 * alone. To derive the key, each number of the path is encrypted with the current key, which gives the next key. A draw takes about 25 ns.
 *
 * @param seed - A safe integer.
 * @param path - Safe integers that identify the stream together with the seed, such as the indices of a cell and a row.
 *
 * @example
 * ```ts
 * import { randomStream } from "@tierwise/random";
 *
 * const random = randomStream(42);
 * console.log(random().toFixed(6), random().toFixed(6)); // 0.869048 0.150632
 * const again = randomStream(42);
 * const other = randomStream(42, 3, 7); // row 7 of cell 3
 * console.log(again() === randomStream(42)(), other() === again()); // true false
 * ```
 */
export function randomStream(seed: number, ...path: number[]): Random {
  const key: Words = [low(seed, "seed"), high(seed)];
  for (const [i, step] of path.entries()) threefry(key[0], key[1], low(step, `path[${i}]`), high(step), key);
  const [k0, k1] = key;
  const words: Words = [0, 0];
  let c0 = 0;
  let c1 = 0;
  return () => {
    threefry(k0, k1, c0, c1, words);
    c0 = (c0 + 1) | 0;
    if (c0 === 0) c1 = (c1 + 1) | 0;
    // The 53 bits are 27 from one word and 26 from the other, plus half a unit so that the result is never 0.
    return ((words[0] >>> 5) * 0x4000000 + (words[1] >>> 6) + 0.5) * 2 ** -53;
  };
}

function low(value: number, name: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} is ${value}; expected a safe integer`);
  return value | 0;
}

function high(value: number): number {
  return Math.floor(value / 2 ** 32) | 0;
}

// Threefry-2x32 with 20 rounds: a keyed bijection of a 64-bit counter, built from additions, rotations and XORs. (Salmon et al., Parallel
// random numbers: as easy as 1, 2, 3, SC 2011.)

/** Two 32-bit words, as signed integers. */
export type Words = [number, number];

const PARITY = 0x1bd11bda;

/**
 * Encrypts the counter (c0, c1) with the key (k0, k1) into `out`. There are five blocks of four rounds, which alternate between two sets of
 * rotations. After each block, a part of the key and the block number are added. A loop over tables would be half as fast.
 */
export function threefry(k0: number, k1: number, c0: number, c1: number, out: Words): void {
  const k2 = PARITY ^ k0 ^ k1;
  let a = (c0 + k0) | 0;
  let b = (c1 + k1) | 0;
  a = (a + b) | 0;
  b = rotate(b, 13) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 15) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 26) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 6) ^ a;
  a = (a + k1) | 0;
  b = (b + k2 + 1) | 0;
  a = (a + b) | 0;
  b = rotate(b, 17) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 29) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 16) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 24) ^ a;
  a = (a + k2) | 0;
  b = (b + k0 + 2) | 0;
  a = (a + b) | 0;
  b = rotate(b, 13) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 15) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 26) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 6) ^ a;
  a = (a + k0) | 0;
  b = (b + k1 + 3) | 0;
  a = (a + b) | 0;
  b = rotate(b, 17) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 29) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 16) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 24) ^ a;
  a = (a + k1) | 0;
  b = (b + k2 + 4) | 0;
  a = (a + b) | 0;
  b = rotate(b, 13) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 15) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 26) ^ a;
  a = (a + b) | 0;
  b = rotate(b, 6) ^ a;
  out[0] = (a + k2) | 0;
  out[1] = (b + k0 + 5) | 0;
}

function rotate(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}
