/** A source of numbers that are uniform on (0, 1). */
export type Random = () => number;

/**
 * The random numbers that belong to (seed, stream): the same on every run, and unrelated to those of any other pair. So
 * what is drawn for a row does not depend on which rows were drawn before.
 *
 * The generator is sfc32 (Doty-Humphrey 2010, PractRand), started from a hash of the pair.
 */
export function randomStream(seed: number, stream: number): Random {
  let a = hash(seed | 0, 0x243f6a88);
  let b = hash(Math.floor(seed / 2 ** 32) | 0, a);
  let c = hash(stream | 0, b);
  let counter = hash(Math.floor(stream / 2 ** 32) | 0, c);
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return ((sum >>> 0) + 0.5) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** Mixes 32 bits into a state (the finalizer of MurmurHash3). */
function hash(value: number, state: number): number {
  let x = Math.imul(value ^ state, 0x85ebca6b) + 0x9e3779b9;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** A random order of 0 … count − 1 (Fisher-Yates). */
export function randomPermutation(count: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  return order;
}

/** A Poisson number: how many arrivals of unit rate come before `mean`. */
export function poisson(mean: number, random: Random): number {
  const wait = (): number => -Math.log(random());
  let count = 0;
  for (let time = wait(); time < mean; time += wait()) count++;
  return count;
}
