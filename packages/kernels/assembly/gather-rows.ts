/** out_i = source_{rows[i]}. */
export function gatherRows(
  out: usize,
  outStride: usize,
  source: usize,
  sourceStride: usize,
  rows: usize,
  count: usize,
  columns: usize,
): void {
  for (let i: usize = 0; i < count; i++) {
    memory.copy(out + i * outStride, source + <usize>i32.load(rows + (i << 2)) * sourceStride, columns << 2);
  }
}
