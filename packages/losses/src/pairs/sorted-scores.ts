/**
 * Sorted scores with a table of cells of equal width over their range. A search starts in the cell of its target and takes one
 * or two steps if the scores are spread out. Memory grows and is reused.
 */
export interface SortedScores {
  size: number;
  /** The values in ascending order, in the first `size` entries. */
  values: Float64Array;
  /** The number of values in the cells before each cell; one entry more than the number of cells. */
  before: Int32Array;
  cells: number;
  lowest: number;
  cellsPerUnit: number;
}

export function newSortedScores(): SortedScores {
  const none = new Float64Array(0);
  return { size: 0, values: none, before: new Int32Array(0), cells: 1, lowest: 0, cellsPerUnit: 0 };
}

/** Sorts scores[from … from + size − 1] into `sorted`. */
export function sortScores(sorted: SortedScores, scores: Float64Array, from: number, size: number): void {
  if (sorted.values.length < size) {
    sorted.values = new Float64Array(2 * size);
    sorted.before = new Int32Array(4 * size + 1);
  }
  const { values, before } = sorted;
  for (let k = 0; k < size; k++) values[k] = scores[from + k];
  values.subarray(0, size).sort();
  sorted.size = size;
  sorted.lowest = values[0];
  sorted.cells = 2 * size;
  const width = values[size - 1] - values[0];
  sorted.cellsPerUnit = width > 0 && width < 1e300 ? sorted.cells / width : 0;
  before.fill(0, 0, sorted.cells + 1);
  for (let k = 0; k < size; k++) before[cellOf(sorted, values[k]) + 1]++;
  for (let cell = 1; cell <= sorted.cells; cell++) before[cell] += before[cell - 1];
}

function cellOf({ lowest, cellsPerUnit, cells }: SortedScores, score: number): number {
  const cell = (score - lowest) * cellsPerUnit;
  return cell > 0 ? (cell < cells ? cell | 0 : cells - 1) : 0;
}

/** The number of values that are less than `margin` above `score`. */
export function countWithin(sorted: SortedScores, score: number, margin: number): number {
  const { values, before, size } = sorted;
  const cell = cellOf(sorted, score + margin);
  let low = before[cell];
  let high = before[cell + 1];
  // Widens the search if the target is in another cell, since cells can be narrower than the rounding error of score + margin.
  if (low > 0 && !(values[low - 1] - score < margin)) low = 0;
  if (high < size && values[high] - score < margin) high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] - score < margin) low = middle + 1;
    else high = middle;
  }
  return low;
}
