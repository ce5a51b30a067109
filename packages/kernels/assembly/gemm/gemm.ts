import { edgeTile } from "./edge-tile";
import { packFourAcrossDepth, packSixteenAcrossDepth } from "./pack-across-depth";
import { packFourAlongDepth } from "./pack-along-depth";
import { rowProduct } from "./row-product";
import { sixRowTile } from "./six-row-tile";
import { tile } from "./tile";
import { wideTile } from "./wide-tile";

/**
 * Sizes of the packed blocks: a block of `a` (128 × 256 floats, or more rows if the depth is smaller) fits in the L2 cache, and a panel of
 * `b` (256 × 8 or 256 × 16) fits in the L1 cache.
 */
const BLOCK_FLOATS: usize = 128 * 256;
const BLOCK_DEPTH: usize = 256;

/** Offsets into the scratch memory; the block of `a` is at the start. */
const B_PANEL: usize = BLOCK_FLOATS * 4;
const EDGE: usize = B_PANEL + BLOCK_DEPTH * 16 * 4;

/** The number of bytes of scratch memory that a product needs. Each thread needs its own. */
export const scratchBytes: usize = EDGE + 4 * 16 * 4;

/** Sixteen zeros: the base of a product that has neither `accumulate` nor a bias. */
const ZEROS = memory.data(64, 16);

/** The layout of an operand: its rows run along the depth (the index of summation) or across it. */
const ALONG: i32 = 0;

/**
 * out[rows × columns] = base + Σ_p a(i, p)·b(p, j). Every element is summed in order of p, regardless of the matrix sizes, so
 * computing a product in parts gives bit-identical results. Strides are in bytes. The base is `out` itself (`accumulate`), the
 * bias in every row, or zero. `wide` selects tiles of sixteen columns instead of eight; the result is the same.
 */
export function gemm(
  out: usize,
  outStride: usize,
  rows: usize,
  columns: usize,
  depth: usize,
  a: usize,
  aStride: usize,
  aLayout: i32,
  b: usize,
  bStride: usize,
  bLayout: i32,
  bias: usize,
  accumulate: i32,
  wide: i32,
  scratch: usize,
): void {
  if (rows == 1 && aLayout == ALONG && bLayout == ALONG) {
    rowProduct(out, columns, depth, a, b, bStride, accumulate ? out : bias);
    return;
  }
  const tileColumns: usize = wide ? 16 : 8;
  const bPanel = scratch + B_PANEL;
  let p: usize = 0;
  do {
    const blockDepth = min(BLOCK_DEPTH, depth - p);
    const fromOut = accumulate != 0 || p > 0;
    const baseStride = fromOut ? outStride : 0;
    // The size in bytes of a packed panel of four rows of `a`.
    const panelSize = blockDepth << 4;
    const mostRows = (BLOCK_FLOATS / max<usize>(blockDepth, 1)) & ~3;
    for (let i: usize = 0; i < rows; i += mostRows) {
      const blockRows = min(mostRows, rows - i);
      let packed: usize = 0;
      if (aLayout != ALONG) {
        for (; packed + 16 <= blockRows; packed += 16) {
          const source = a + p * aStride + ((i + packed) << 2);
          packSixteenAcrossDepth(scratch + (packed >> 2) * panelSize, 16, panelSize, source, aStride, blockDepth);
        }
      }
      for (; packed < blockRows; packed += 4) {
        const panel = scratch + (packed >> 2) * panelSize;
        packFour(panel, 4, aLayout, a, aStride, i + packed, p, blockRows - packed, blockDepth);
      }
      for (let j: usize = 0; j < columns; j += tileColumns) {
        const width = min(columns - j, tileColumns);
        if (bLayout != ALONG && width == 16) {
          packSixteenAcrossDepth(bPanel, 64, 16, b + p * bStride + (j << 2), bStride, blockDepth);
        } else {
          for (let c: usize = 0; c < width; c += 4) {
            packFour(bPanel + (c << 2), tileColumns, bLayout, b, bStride, j + c, p, width - c, blockDepth);
          }
        }
        const first = out + i * outStride + (j << 2);
        const firstBase = fromOut ? first : bias ? bias + (j << 2) : ZEROS;
        let r: usize = 0;
        if (width == 16) {
          for (; r + 12 <= blockRows; r += 12) {
            twelveRows(
              blockDepth,
              scratch + (r >> 2) * panelSize,
              bPanel,
              firstBase + r * baseStride,
              baseStride,
              first + r * outStride,
              outStride,
            );
          }
        }
        for (; r < blockRows; r += 4) {
          const height = min(blockRows - r, 4);
          const aPanel = scratch + (r >> 2) * panelSize;
          const at = first + r * outStride;
          const base = firstBase + r * baseStride;
          if (height < 4 || width < tileColumns) {
            edgeTile(blockDepth, aPanel, bPanel, base, baseStride, at, outStride, height, width, wide, scratch + EDGE);
          } else if (wide) wideTile(blockDepth, aPanel, bPanel, base, baseStride, at, outStride);
          else tile(blockDepth, aPanel, bPanel, base, baseStride, at, outStride);
        }
      }
    }
    p += BLOCK_DEPTH;
  } while (p < depth);
}

/** Twelve rows of a product, from three panels of `a`, in two tiles. */
@inline
function twelveRows(
  depth: usize,
  a: usize,
  b: usize,
  base: usize,
  baseStride: usize,
  out: usize,
  outStride: usize,
): void {
  const second = a + (depth << 4);
  const third = second + (depth << 4);
  sixRowTile(depth, a, second, b, base, base + 4 * baseStride, baseStride, out, out + 4 * outStride, outStride);
  base += 6 * baseStride;
  out += 6 * outStride;
  sixRowTile(depth, third, second + 8, b, base + 2 * baseStride, base, baseStride, out + 2 * outStride, out, outStride);
}

/** Packs up to four rows or columns of an operand, starting at `first`, over `depth` summed indices starting at p. */
function packFour(
  panel: usize,
  width: usize,
  layout: i32,
  x: usize,
  stride: usize,
  first: usize,
  p: usize,
  count: usize,
  depth: usize,
): void {
  if (layout == ALONG) packFourAlongDepth(panel, width, x + first * stride + (p << 2), stride, count, depth);
  else packFourAcrossDepth(panel, width, x + p * stride + (first << 2), stride, count, depth);
}
