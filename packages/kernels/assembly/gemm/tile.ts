import { multiplyAdd } from "../multiply-add";

/**
 * The micro-kernel: out[4×8] = base[4×8] + Σ_p a[p][0…3]ᵀ · b[p][0…7], from packed panels. The sixteen registers of x86 are enough for
 * eight accumulators, two vectors of b and one of a; larger tiles and unrolled loops would spill registers. For 256-bit registers, see
 * wideTile.
 */
export function tile(
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
  row += baseStride;
  let c10 = v128.load(row);
  let c11 = v128.load(row, 16);
  row += baseStride;
  let c20 = v128.load(row);
  let c21 = v128.load(row, 16);
  row += baseStride;
  let c30 = v128.load(row);
  let c31 = v128.load(row, 16);

  const end = a + (depth << 4);
  while (a < end) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load_splat<f32>(a);
    c00 = multiplyAdd(a0, b0, c00);
    c01 = multiplyAdd(a0, b1, c01);
    const a1 = v128.load_splat<f32>(a, 4);
    c10 = multiplyAdd(a1, b0, c10);
    c11 = multiplyAdd(a1, b1, c11);
    const a2 = v128.load_splat<f32>(a, 8);
    c20 = multiplyAdd(a2, b0, c20);
    c21 = multiplyAdd(a2, b1, c21);
    const a3 = v128.load_splat<f32>(a, 12);
    c30 = multiplyAdd(a3, b0, c30);
    c31 = multiplyAdd(a3, b1, c31);
    a += 16;
    b += 32;
  }

  v128.store(out, c00);
  v128.store(out, c01, 16);
  out += outStride;
  v128.store(out, c10);
  v128.store(out, c11, 16);
  out += outStride;
  v128.store(out, c20);
  v128.store(out, c21, 16);
  out += outStride;
  v128.store(out, c30);
  v128.store(out, c31, 16);
}
