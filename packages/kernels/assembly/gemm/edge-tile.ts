import { tile } from "./tile";

/**
 * A tile of which only `rows` × `columns` belong to out: computed in a whole tile at `edge`, and that part copied. What stands
 * in the other elements is never read again.
 */
export function edgeTile(
  depth: usize,
  a: usize,
  b: usize,
  base: usize,
  baseStride: usize,
  out: usize,
  outStride: usize,
  rows: usize,
  columns: usize,
  edge: usize,
): void {
  const count = min(rows, 4);
  const bytes = min(columns, 8) << 2;
  for (let r: usize = 0; r < count; r++) memory.copy(edge + (r << 5), base + r * baseStride, bytes);
  tile(depth, a, b, edge, 32, edge, 32);
  for (let r: usize = 0; r < count; r++) memory.copy(out + r * outStride, edge + (r << 5), bytes);
}
