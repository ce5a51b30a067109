/**
 * The transpose of a sparse matrix, restricted to the columns that occur, in ascending order: column `touched[t]` has the entries
 * outIndptr[t] … outIndptr[t + 1] − 1, rows ascending. `places` (one integer per column) and `marks` (one bit per column, in
 * `markWords` integers) are zero before and after the call. Returns the number of columns that occur.
 */
export function transposeSparse(
  rows: usize,
  indptr: usize,
  indices: usize,
  values: usize,
  touched: usize,
  outIndptr: usize,
  outIndices: usize,
  outValues: usize,
  places: usize,
  marks: usize,
  markWords: usize,
): usize {
  const begin = <usize>i32.load(indptr);
  const end = <usize>i32.load(indptr + (rows << 2));
  for (let e = begin; e < end; e++) {
    const column = <usize>i32.load(indices + (e << 2));
    const place = places + (column << 2);
    i32.store(place, i32.load(place) + 1);
    const mark = marks + ((column >> 5) << 2);
    i32.store(mark, i32.load(mark) | (1 << (<i32>column & 31)));
  }

  let count: usize = 0;
  let start = 0;
  for (let word: usize = 0; word < markWords; word++) {
    const mark = marks + (word << 2);
    for (let bits = i32.load(mark); bits != 0; bits &= bits - 1) {
      const column = (<i32>word << 5) + ctz(bits);
      const place = places + (<usize>column << 2);
      i32.store(touched + (count << 2), column);
      i32.store(outIndptr + (count << 2), start);
      const length = i32.load(place);
      i32.store(place, start);
      start += length;
      count++;
    }
    i32.store(mark, 0);
  }
  i32.store(outIndptr + (count << 2), start);

  for (let i: usize = 0; i < rows; i++) {
    const rowEnd = <usize>i32.load(indptr + (i << 2), 4);
    for (let e = <usize>i32.load(indptr + (i << 2)); e < rowEnd; e++) {
      const place = places + (<usize>i32.load(indices + (e << 2)) << 2);
      const at = <usize>i32.load(place);
      i32.store(outIndices + (at << 2), <i32>i);
      f32.store(outValues + (at << 2), f32.load(values + (e << 2)));
      i32.store(place, <i32>at + 1);
    }
  }

  for (let t: usize = 0; t < count; t++) i32.store(places + (<usize>i32.load(touched + (t << 2)) << 2), 0);
  return count;
}
