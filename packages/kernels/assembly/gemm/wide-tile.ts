import { multiplyAdd } from "../multiply-add";

/**
 * The micro-kernel for engines that combine adjacent pairs of 128-bit operations into 256-bit ones: out[4×16] =
 * base[4×16] + Σ_p a[p][0…3]ᵀ · b[p][0…15], from packed panels. Its sixteen accumulators then occupy eight registers,
 * enough to hide the latency of a fused multiply-add. Engines combine only pairs that are adjacent in the code. If the
 * vectors stay 128 bits wide, some accumulators spill, and `tile` is faster.
 */
export function wideTile(
  depth: usize,
  a: usize,
  b: usize,
  base: usize,
  baseStride: usize,
  out: usize,
  outStride: usize,
): void {
  let row = base;
  let c00 = v128.load(row);
  let c01 = v128.load(row, 16);
  let c02 = v128.load(row, 32);
  let c03 = v128.load(row, 48);
  row += baseStride;
  let c10 = v128.load(row);
  let c11 = v128.load(row, 16);
  let c12 = v128.load(row, 32);
  let c13 = v128.load(row, 48);
  row += baseStride;
  let c20 = v128.load(row);
  let c21 = v128.load(row, 16);
  let c22 = v128.load(row, 32);
  let c23 = v128.load(row, 48);
  row += baseStride;
  let c30 = v128.load(row);
  let c31 = v128.load(row, 16);
  let c32 = v128.load(row, 32);
  let c33 = v128.load(row, 48);

  const end = a + (depth << 4);
  while (a < end) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const b2 = v128.load(b, 32);
    const b3 = v128.load(b, 48);
    const a0 = v128.load_splat<f32>(a);
    c00 = multiplyAdd(a0, b0, c00);
    c01 = multiplyAdd(a0, b1, c01);
    c02 = multiplyAdd(a0, b2, c02);
    c03 = multiplyAdd(a0, b3, c03);
    const a1 = v128.load_splat<f32>(a, 4);
    c10 = multiplyAdd(a1, b0, c10);
    c11 = multiplyAdd(a1, b1, c11);
    c12 = multiplyAdd(a1, b2, c12);
    c13 = multiplyAdd(a1, b3, c13);
    const a2 = v128.load_splat<f32>(a, 8);
    c20 = multiplyAdd(a2, b0, c20);
    c21 = multiplyAdd(a2, b1, c21);
    c22 = multiplyAdd(a2, b2, c22);
    c23 = multiplyAdd(a2, b3, c23);
    const a3 = v128.load_splat<f32>(a, 12);
    c30 = multiplyAdd(a3, b0, c30);
    c31 = multiplyAdd(a3, b1, c31);
    c32 = multiplyAdd(a3, b2, c32);
    c33 = multiplyAdd(a3, b3, c33);
    a += 16;
    b += 64;
  }

  v128.store(out, c00);
  v128.store(out, c01, 16);
  v128.store(out, c02, 32);
  v128.store(out, c03, 48);
  out += outStride;
  v128.store(out, c10);
  v128.store(out, c11, 16);
  v128.store(out, c12, 32);
  v128.store(out, c13, 48);
  out += outStride;
  v128.store(out, c20);
  v128.store(out, c21, 16);
  v128.store(out, c22, 32);
  v128.store(out, c23, 48);
  out += outStride;
  v128.store(out, c30);
  v128.store(out, c31, 16);
  v128.store(out, c32, 32);
  v128.store(out, c33, 48);
}
