import { packFourAcrossDepth } from "./pack-across-depth";
import { packFourAlongDepth } from "./pack-along-depth";
import { tile } from "./tile";

/** Rows of a and depth of both that are packed at a time: 128 × 256 floats stay in the second-level cache. */
const BLOCK_ROWS: usize = 128;
const BLOCK_DEPTH: usize = 256;

/** Where the parts of the scratch memory start: the packed block of a, a panel of b, a tile at the edge. */
const B_PANEL: usize = BLOCK_ROWS * BLOCK_DEPTH * 4;
const EDGE_TILE: usize = B_PANEL + BLOCK_DEPTH * 8 * 4;

/** Bytes of scratch memory that a product needs; no two threads may share it. */
export const scratchBytes: usize = EDGE_TILE + 4 * 8 * 4;

/** Thirty-two zeros, the base of a product that starts from nothing. */
const ZEROS = memory.data(128, 16);

/** How an operand lies in memory: rows along the depth (the summed index) or across it. */
const ALONG: i32 = 0;

@inline
function packFour(
  layout: i32,
  panel: usize,
  width: usize,
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

/**
 * out[rows × columns] = base + Σ_p a(i, p)·b(p, j), every element summed in the order of p whatever the sizes around it, so
 * that a product computed in parts is the same to the last bit. Strides in bytes. The base is out itself (`accumulate`), the
 * bias in every row, or zero.
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
  scratch: usize,
): void {
  const bPanel = scratch + B_PANEL;
  let p: usize = 0;
  do {
    const blockDepth = min(BLOCK_DEPTH, depth - p);
    const fromOut = accumulate != 0 || p > 0;
    for (let i: usize = 0; i < rows; i += BLOCK_ROWS) {
      const blockRows = min(BLOCK_ROWS, rows - i);
      for (let r: usize = 0; r < blockRows; r += 4) {
        packFour(aLayout, scratch + r * blockDepth * 4, 4, a, aStride, i + r, p, blockRows - r, blockDepth);
      }
      for (let j: usize = 0; j < columns; j += 8) {
        const width = columns - j;
        packFour(bLayout, bPanel, 8, b, bStride, j, p, width, blockDepth);
        if (width > 4) packFour(bLayout, bPanel + 16, 8, b, bStride, j + 4, p, width - 4, blockDepth);
        for (let r: usize = 0; r < blockRows; r += 4) {
          const aPanel = scratch + r * blockDepth * 4;
          const outTile = out + (i + r) * outStride + (j << 2);
          const base = fromOut ? outTile : bias ? bias + (j << 2) : ZEROS;
          const baseStride = fromOut ? outStride : 0;
          if (blockRows - r >= 4 && width >= 8) {
            tile(blockDepth, aPanel, bPanel, base, baseStride, outTile, outStride);
          } else {
            const edge = scratch + EDGE_TILE;
            const tileRows = min(blockRows - r, 4);
            const tileBytes = min(width, 8) << 2;
            for (let k: usize = 0; k < tileRows; k++) memory.copy(edge + (k << 5), base + k * baseStride, tileBytes);
            tile(blockDepth, aPanel, bPanel, edge, 32, edge, 32);
            for (let k: usize = 0; k < tileRows; k++) memory.copy(outTile + k * outStride, edge + (k << 5), tileBytes);
          }
        }
      }
    }
    p += BLOCK_DEPTH;
  } while (p < depth);
}
