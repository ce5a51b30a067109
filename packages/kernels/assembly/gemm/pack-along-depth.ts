/**
 * Packs four rows that run along the depth: panel[p][r] = rows[r][p], r < 4, where consecutive p are `width` floats apart. Rows at or after
 * `count` repeat the last one; the results computed from them are not stored.
 */
export function packFourAlongDepth(
  panel: usize,
  width: usize,
  source: usize,
  stride: usize,
  count: usize,
  depth: usize,
): void {
  const step = width << 2;
  let r0 = source;
  let r1 = count > 1 ? r0 + stride : r0;
  let r2 = count > 2 ? r1 + stride : r1;
  let r3 = count > 3 ? r2 + stride : r2;
  const end = r0 + (depth << 2);
  const vectorEnd = r0 + ((depth & ~3) << 2);
  while (r0 < vectorEnd) {
    const x0 = v128.load(r0);
    const x1 = v128.load(r1);
    const x2 = v128.load(r2);
    const x3 = v128.load(r3);
    const low01 = v128.shuffle<f32>(x0, x1, 0, 4, 1, 5);
    const high01 = v128.shuffle<f32>(x0, x1, 2, 6, 3, 7);
    const low23 = v128.shuffle<f32>(x2, x3, 0, 4, 1, 5);
    const high23 = v128.shuffle<f32>(x2, x3, 2, 6, 3, 7);
    v128.store(panel, v128.shuffle<i64>(low01, low23, 0, 2));
    panel += step;
    v128.store(panel, v128.shuffle<i64>(low01, low23, 1, 3));
    panel += step;
    v128.store(panel, v128.shuffle<i64>(high01, high23, 0, 2));
    panel += step;
    v128.store(panel, v128.shuffle<i64>(high01, high23, 1, 3));
    panel += step;
    r0 += 16;
    r1 += 16;
    r2 += 16;
    r3 += 16;
  }
  while (r0 < end) {
    f32.store(panel, f32.load(r0));
    f32.store(panel, f32.load(r1), 4);
    f32.store(panel, f32.load(r2), 8);
    f32.store(panel, f32.load(r3), 12);
    panel += step;
    r0 += 4;
    r1 += 4;
    r2 += 4;
    r3 += 4;
  }
}
