// Threefry-2x32 with 20 rounds: a keyed bijection of a 64-bit counter, built from additions, rotations and XORs.
// (J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011.)

/** Two 32-bit words, as signed integers. */
export type Words = [number, number];

const PARITY = 0x1bd11bda;

/**
 * Encrypts the counter (c0, c1) with the key (k0, k1) into `out`: five blocks of four rounds, alternating between two sets of
 * rotations, each followed by the addition of part of the key and the number of the block. A loop over tables would be half as fast.
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
