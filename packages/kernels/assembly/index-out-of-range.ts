/** The position of the first index outside 0 … bound − 1, or `count` if there is none. */
export function indexOutOfRange(indices: usize, count: usize, bound: u32): usize {
  for (let i: usize = 0; i < count; i++) {
    if (<u32>i32.load(indices + (i << 2)) >= bound) return i;
  }
  return count;
}
