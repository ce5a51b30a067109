/**
 * Packs four columns of rows that run across the depth: panel[p][c] = rows[p][c], c < 4, where consecutive p are `width` floats apart.
 * Columns at or after `count` are not read, because the row and the memory may end there.
 */
export function packFourAcrossDepth(
  panel: usize,
  width: usize,
  source: usize,
  stride: usize,
  count: usize,
  depth: usize,
): void {
  const step = width << 2;
  const end = panel + depth * step;
  if (count >= 4) {
    while (panel < end) {
      v128.store(panel, v128.load(source));
      panel += step;
      source += stride;
    }
    return;
  }
  while (panel < end) {
    for (let c: usize = 0; c < count; c++) f32.store(panel + (c << 2), f32.load(source + (c << 2)));
    panel += step;
    source += stride;
  }
}

/**
 * Packs sixteen columns in one pass over the rows, so that each cache line is read once. Each group of four columns is stored as by
 * `packFourAcrossDepth`: consecutive p are `step` bytes apart, and consecutive groups `next` bytes.
 */
export function packSixteenAcrossDepth(
  panel: usize,
  step: usize,
  next: usize,
  source: usize,
  stride: usize,
  depth: usize,
): void {
  const end = panel + depth * step;
  const third = next << 1;
  const fourth = third + next;
  while (panel < end) {
    v128.store(panel, v128.load(source));
    v128.store(panel + next, v128.load(source, 16));
    v128.store(panel + third, v128.load(source, 32));
    v128.store(panel + fourth, v128.load(source, 48));
    panel += step;
    source += stride;
  }
}
