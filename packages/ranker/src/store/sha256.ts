import { createHash, isNode } from "./files.ts";

/** Computes the SHA-256 digest of bytes that arrive in pieces. */
export interface Sha256 {
  readonly update: (bytes: Uint8Array) => void;
  /** Returns the digest in hexadecimal; call it once, at the end. */
  readonly hex: () => string;
}

/** Starts a digest with Node's implementation or, in a web page, {@link portableSha256}. */
export function createSha256(): Sha256 {
  if (!isNode) return portableSha256();
  const hash = createHash("sha256");
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest("hex") };
}

/**
 * SHA-256 (FIPS 180-4, section 6.2) in plain JavaScript. Web pages need it because `crypto.subtle` is not available over plain HTTP, cannot
 * process data in pieces and does not accept shared memory.
 */
export function portableSha256(): Sha256 {
  const state = Int32Array.from(initial);
  const block = new Uint8Array(64);
  const schedule = new Int32Array(64);
  let filled = 0;
  let total = 0;
  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(64 - filled, bytes.length - at);
      for (let i = 0; i < taken; i++) block[filled + i] = bytes[at + i];
      filled += taken;
      at += taken;
      if (filled < 64) return;
      compress(state, schedule, block);
      filled = 0;
    }
  };
  const hex = (): string => {
    const bits = 8 * total;
    // A one bit, then zeros up to the last 8 bytes of a block, then the length in bits.
    const padding = new Uint8Array((filled < 56 ? 56 : 120) - filled + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    update(padding);
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  };
  return { update, hex };
}

/** The first 32 bits of the fractional part of the square or cube root of a prime. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const primes = firstPrimes(64);
/** H⁽⁰⁾, derived from the square roots of the first 8 primes. */
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
/** K, derived from the cube roots of the first 64 primes. */
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** Processes one block of 64 bytes, section 6.2.2; `schedule` stores W. */
function compress(state: Int32Array, schedule: Int32Array, block: Uint8Array): void {
  for (let t = 0; t < 16; t++) {
    const i = 4 * t;
    schedule[t] = (block[i] << 24) | (block[i + 1] << 16) | (block[i + 2] << 8) | block[i + 3];
  }
  for (let t = 16; t < 64; t++) {
    const [before, after] = [schedule[t - 15], schedule[t - 2]];
    const s0 = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3);
    const s1 = rotate(after, 17) ^ rotate(after, 19) ^ (after >>> 10);
    schedule[t] = (schedule[t - 16] + s0 + schedule[t - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + constants[t] + schedule[t]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
