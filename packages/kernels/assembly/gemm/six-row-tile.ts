import { multiplyAdd } from "../multiply-add";

/**
 * The micro-kernel for six rows if adjacent pairs of 128-bit operations are combined: out[6×16] = base[6×16] + Σ_p a[p][0…5]ᵀ · b[p][0…15].
 * Its accumulators occupy twelve 256-bit registers, so more multiply-adds are independent than in `wideTile`, and `b` is loaded less often.
 * Since `a` is packed in panels of four rows, four of the six rows are in the panel `four`, and the other two are half of the panel `two`.
 */
export function sixRowTile(
  depth: usize,
  four: usize,
  two: usize,
  b: usize,
  baseFour: usize,
  baseTwo: usize,
  baseStride: usize,
  outFour: usize,
  outTwo: usize,
  outStride: usize,
): void {
  let row = baseFour;
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
  row = baseTwo;
  let c40 = v128.load(row);
  let c41 = v128.load(row, 16);
  let c42 = v128.load(row, 32);
  let c43 = v128.load(row, 48);
  row += baseStride;
  let c50 = v128.load(row);
  let c51 = v128.load(row, 16);
  let c52 = v128.load(row, 32);
  let c53 = v128.load(row, 48);

  const end = four + (depth << 4);
  while (four < end) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const b2 = v128.load(b, 32);
    const b3 = v128.load(b, 48);
    const a0 = v128.load_splat<f32>(four);
    c00 = multiplyAdd(a0, b0, c00);
    c01 = multiplyAdd(a0, b1, c01);
    c02 = multiplyAdd(a0, b2, c02);
    c03 = multiplyAdd(a0, b3, c03);
    const a1 = v128.load_splat<f32>(four, 4);
    c10 = multiplyAdd(a1, b0, c10);
    c11 = multiplyAdd(a1, b1, c11);
    c12 = multiplyAdd(a1, b2, c12);
    c13 = multiplyAdd(a1, b3, c13);
    const a2 = v128.load_splat<f32>(four, 8);
    c20 = multiplyAdd(a2, b0, c20);
    c21 = multiplyAdd(a2, b1, c21);
    c22 = multiplyAdd(a2, b2, c22);
    c23 = multiplyAdd(a2, b3, c23);
    const a3 = v128.load_splat<f32>(four, 12);
    c30 = multiplyAdd(a3, b0, c30);
    c31 = multiplyAdd(a3, b1, c31);
    c32 = multiplyAdd(a3, b2, c32);
    c33 = multiplyAdd(a3, b3, c33);
    const a4 = v128.load_splat<f32>(two);
    c40 = multiplyAdd(a4, b0, c40);
    c41 = multiplyAdd(a4, b1, c41);
    c42 = multiplyAdd(a4, b2, c42);
    c43 = multiplyAdd(a4, b3, c43);
    const a5 = v128.load_splat<f32>(two, 4);
    c50 = multiplyAdd(a5, b0, c50);
    c51 = multiplyAdd(a5, b1, c51);
    c52 = multiplyAdd(a5, b2, c52);
    c53 = multiplyAdd(a5, b3, c53);
    four += 16;
    two += 16;
    b += 64;
  }

  v128.store(outFour, c00);
  v128.store(outFour, c01, 16);
  v128.store(outFour, c02, 32);
  v128.store(outFour, c03, 48);
  outFour += outStride;
  v128.store(outFour, c10);
  v128.store(outFour, c11, 16);
  v128.store(outFour, c12, 32);
  v128.store(outFour, c13, 48);
  outFour += outStride;
  v128.store(outFour, c20);
  v128.store(outFour, c21, 16);
  v128.store(outFour, c22, 32);
  v128.store(outFour, c23, 48);
  outFour += outStride;
  v128.store(outFour, c30);
  v128.store(outFour, c31, 16);
  v128.store(outFour, c32, 32);
  v128.store(outFour, c33, 48);
  v128.store(outTwo, c40);
  v128.store(outTwo, c41, 16);
  v128.store(outTwo, c42, 32);
  v128.store(outTwo, c43, 48);
  outTwo += outStride;
  v128.store(outTwo, c50);
  v128.store(outTwo, c51, 16);
  v128.store(outTwo, c52, 32);
  v128.store(outTwo, c53, 48);
}
