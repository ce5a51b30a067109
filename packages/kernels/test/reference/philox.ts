/** Philox4x32-10 as in the paper (Salmon et al., 2011), in 64-bit integers. */
export function philox(counter: readonly number[], key: readonly number[]): number[] {
  let [c0, c1, c2, c3] = counter.map(BigInt);
  let [k0, k1] = key.map(BigInt);
  const low = 0xffff_ffffn;
  for (let round = 0; round < 10; round++) {
    const p0 = c0 * 0xd251_1f53n;
    const p1 = c2 * 0xcd9e_8d57n;
    [c0, c1, c2, c3] = [(p1 >> 32n) ^ c1 ^ k0, p1 & low, (p0 >> 32n) ^ c3 ^ k1, p0 & low];
    k0 = (k0 + 0x9e37_79b9n) & low;
    k1 = (k1 + 0xbb67_ae85n) & low;
  }
  return [c0, c1, c2, c3].map(Number);
}

/** Word `element` of a stream. */
export function randomWord(seed: number, stream: number, element: number): number {
  const block = Math.floor(element / 4);
  const counter = [block % 2 ** 32, Math.floor(block / 2 ** 32), stream, 0];
  return philox(counter, [seed % 2 ** 32, Math.floor(seed / 2 ** 32)])[element % 4];
}
