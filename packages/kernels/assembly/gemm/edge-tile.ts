import { tile } from "./tile";
import { wideTile } from "./wide-tile";

/**
 * Computes a tile at the edge of `out`, where only `rows` × `columns` elements are needed: writes a full tile to the memory at
 * `edge` and copies the needed part.
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
  wide: i32,
  edge: usize,
): void {
  const bytes = columns << 2;
  const stride: usize = wide ? 64 : 32;
  for (let r: usize = 0; r < rows; r++) memory.copy(edge + r * stride, base + r * baseStride, bytes);
  if (wide) wideTile(depth, a, b, edge, stride, edge, stride);
  else tile(depth, a, b, edge, stride, edge, stride);
  for (let r: usize = 0; r < rows; r++) memory.copy(out + r * outStride, edge + r * stride, bytes);
}
