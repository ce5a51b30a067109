import { threefry, type Words } from "./threefry.ts";

/** A source of numbers that are uniform on (0, 1): never 0, never 1, 53 bits each. */
export type Random = () => number;

/**
 * The stream of random numbers that belongs to a seed and a path of numbers: the same on every machine, and unrelated to
 * that of any other seed or path. So what is drawn for row 7 of cell 3 does not depend on what else was drawn, or where.
 *
 * The generator is Threefry-2x32-20 (Salmon et al., SC 2011), counter-based: draw number i is a function of the key and i
 * alone. Each step of the path encrypts itself under the key so far, which gives the next key. A draw takes about 25 ns.
 *
 * @param seed - A safe integer.
 * @param path - Safe integers that name the stream below the seed, such as the numbers of a cell and a row.
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
    // 53 bits: 27 of the one word, 26 of the other, and half a unit to stay clear of 0.
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
