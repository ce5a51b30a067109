/**
 * Adds the pair of integers of each listed row to one cell per feature: cell (f, bin) of `out` ← cell + pairs[row]. A row of `bins` has
 * one byte per feature, in `blocks` blocks of sixteen; `out` has 256 cells of two 64-bit integers per feature. Integer sums do not depend on
 * the order.
 */
export function histogram(
  out: usize,
  bins: usize,
  stride: usize,
  blocks: usize,
  pairs: usize,
  rows: usize,
  count: usize,
): void {
  for (let start: usize = 0; start < count; start += TILE) {
    const size = min(TILE, count - start);
    const first = rows + (start << 2);
    for (let k: usize = 0; k < 2 * blocks; k++) addEight(out + (k << 15), bins + (k << 3), stride, pairs, first, size);
  }
}

/**
 * Rows per tile. Rows are processed in tiles, eight features at a time, so that the 32 kB of cells stay in the L1 cache and the tile's bins
 * in the L2 cache.
 */
const TILE: usize = 1024;

function addEight(cells: usize, bins: usize, stride: usize, pairs: usize, rows: usize, count: usize): void {
  const end = rows + (count << 2);
  for (; rows < end; rows += 4) {
    const row = load<u32>(rows) as usize;
    const pair = v128.load(pairs + (row << 4));
    const eight = load<u64>(bins + row * stride);
    add(cells, eight, 0, pair);
    add(cells + 0x1000, eight, 8, pair);
    add(cells + 0x2000, eight, 16, pair);
    add(cells + 0x3000, eight, 24, pair);
    add(cells + 0x4000, eight, 32, pair);
    add(cells + 0x5000, eight, 40, pair);
    add(cells + 0x6000, eight, 48, pair);
    add(cells + 0x7000, eight, 56, pair);
  }
}

@inline
function add(cells: usize, eight: u64, shift: u64, pair: v128): void {
  const cell = cells + ((((eight >> shift) & 0xff) as usize) << 4);
  v128.store(cell, i64x2.add(v128.load(cell), pair));
}

/** out ← out ± part, for `cells` cells of two 64-bit integers. */
export function combineHistograms(out: usize, part: usize, cells: usize, subtract: i32): void {
  const end = out + (cells << 4);
  for (; out < end; out += 16, part += 16) {
    v128.store(out, subtract ? i64x2.sub(v128.load(out), v128.load(part)) : i64x2.add(v128.load(out), v128.load(part)));
  }
}

/**
 * Divides rows by the bin of one feature, in order: rows whose bin is at most `threshold` go to `left`, the others to `right`. `bins` points
 * to the feature's byte of row 0; consecutive rows are `stride` bytes apart. Returns the number of rows in `left`.
 */
export function partitionRows(
  left: usize,
  right: usize,
  bins: usize,
  stride: usize,
  rows: usize,
  count: usize,
  threshold: u32,
): i32 {
  const end = rows + (count << 2);
  const start = left;
  for (; rows < end; rows += 4) {
    const row = load<u32>(rows);
    const above = (load<u8>(bins + (row as usize) * stride) as u32) > threshold;
    store<u32>(left, row);
    store<u32>(right, row);
    right += (above as usize) << 2;
    left += ((!above) as usize) << 2;
  }
  return ((left - start) >> 2) as i32;
}

/**
 * The bin of every feature of `rows` rows: the number of thresholds below the value. A feature has 256 ascending thresholds; the last one
 * is infinite. The binary search takes eight steps, without branches.
 */
export function binRows(
  out: usize,
  outStride: usize,
  features: usize,
  thresholds: usize,
  rows: usize,
  columns: usize,
): void {
  for (let i: usize = 0; i < rows; i++) {
    for (let f: usize = 0; f < columns; f++) {
      const x = load<f32>(features);
      let at = thresholds + (f << 10);
      at += select<usize>(512, 0, load<f32>(at, 127 << 2) < x);
      at += select<usize>(256, 0, load<f32>(at, 63 << 2) < x);
      at += select<usize>(128, 0, load<f32>(at, 31 << 2) < x);
      at += select<usize>(64, 0, load<f32>(at, 15 << 2) < x);
      at += select<usize>(32, 0, load<f32>(at, 7 << 2) < x);
      at += select<usize>(16, 0, load<f32>(at, 3 << 2) < x);
      at += select<usize>(8, 0, load<f32>(at, 1 << 2) < x);
      at += select<usize>(4, 0, load<f32>(at) < x);
      store<u8>(out + f, ((at - thresholds - (f << 10)) >> 2) as u8);
      features += 4;
    }
    out += outStride;
  }
}
