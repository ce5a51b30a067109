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
  const end = rows + (count << 2);
  const outEnd = out + (blocks << 16);
  for (; rows < end; rows += 4) {
    const row = load<u32>(rows) as usize;
    const pair = v128.load(pairs + (row << 4));
    let at = bins + row * stride;
    for (let cells = out; cells < outEnd; cells += 0x10000) {
      const low = load<u64>(at);
      const high = load<u64>(at, 8);
      at += 16;
      add(cells, low, 0, pair);
      add(cells + 0x1000, low, 8, pair);
      add(cells + 0x2000, low, 16, pair);
      add(cells + 0x3000, low, 24, pair);
      add(cells + 0x4000, low, 32, pair);
      add(cells + 0x5000, low, 40, pair);
      add(cells + 0x6000, low, 48, pair);
      add(cells + 0x7000, low, 56, pair);
      add(cells + 0x8000, high, 0, pair);
      add(cells + 0x9000, high, 8, pair);
      add(cells + 0xa000, high, 16, pair);
      add(cells + 0xb000, high, 24, pair);
      add(cells + 0xc000, high, 32, pair);
      add(cells + 0xd000, high, 40, pair);
      add(cells + 0xe000, high, 48, pair);
      add(cells + 0xf000, high, 56, pair);
    }
  }
}

@inline
function add(cells: usize, eight: u64, shift: u64, pair: v128): void {
  const cell = cells + ((((eight >> shift) & 0xff) as usize) << 4);
  v128.store(cell, i64x2.add(v128.load(cell), pair));
}

/** out ← out ± part: `cells` cells of two 64-bit integers. */
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
