/** The sixteen words from the last call, in order. Each thread has its own instance of the module and its own words. */
export let words0: v128 = i64x2(0, 0);
export let words1: v128 = i64x2(0, 0);
export let words2: v128 = i64x2(0, 0);
export let words3: v128 = i64x2(0, 0);

/** Words `element` … `element + 15` of Philox4x32-10 (see philox.ts), one lane per block; `element` is a multiple of 16. */
export function philoxSixteen(seed: u64, stream: u32, element: u64): void {
  const block = element >> 2;
  let c0 = i32x4.add(i32x4.splat(<i32>block), i32x4(0, 1, 2, 3));
  let c1 = i32x4.splat(<i32>(block >> 32));
  let c2 = i32x4.splat(stream);
  let c3 = i32x4.splat(0);
  let key0 = <i32>seed;
  let key1 = <i32>(seed >> 32);
  const factor0 = i32x4.splat(0xd2511f53);
  const factor1 = i32x4.splat(0xcd9e8d57);
  for (let round = 0; round < 10; round++) {
    const low0 = i64x2.extmul_low_i32x4_u(c0, factor0);
    const high0 = i64x2.extmul_high_i32x4_u(c0, factor0);
    const low1 = i64x2.extmul_low_i32x4_u(c2, factor1);
    const high1 = i64x2.extmul_high_i32x4_u(c2, factor1);
    c0 = v128.xor(v128.xor(v128.shuffle<i32>(low1, high1, 1, 3, 5, 7), c1), i32x4.splat(key0));
    c1 = v128.shuffle<i32>(low1, high1, 0, 2, 4, 6);
    c2 = v128.xor(v128.xor(v128.shuffle<i32>(low0, high0, 1, 3, 5, 7), c3), i32x4.splat(key1));
    c3 = v128.shuffle<i32>(low0, high0, 0, 2, 4, 6);
    key0 += 0x9e3779b9;
    key1 += 0xbb67ae85;
  }
  const low01 = v128.shuffle<i32>(c0, c1, 0, 4, 1, 5);
  const high01 = v128.shuffle<i32>(c0, c1, 2, 6, 3, 7);
  const low23 = v128.shuffle<i32>(c2, c3, 0, 4, 1, 5);
  const high23 = v128.shuffle<i32>(c2, c3, 2, 6, 3, 7);
  words0 = v128.shuffle<i64>(low01, low23, 0, 2);
  words1 = v128.shuffle<i64>(low01, low23, 1, 3);
  words2 = v128.shuffle<i64>(high01, high23, 0, 2);
  words3 = v128.shuffle<i64>(high01, high23, 1, 3);
}
