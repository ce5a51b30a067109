/**
 * Candidates for the top of a ranking: item `items[i]` has score `scores[i]`. Best first means score descending, then item
 * ascending; items are distinct, so that no two candidates are equal and equal scores cost no more than different ones.
 */
export interface Candidates {
  readonly items: Int32Array;
  readonly scores: Float64Array;
}

const SMALL = 16;

/** Moves the `k` best of the first `count` candidates to the front, in any order: expected O(count). */
export function selectBest(candidates: Candidates, k: number, count: number): void {
  let from = 0;
  let to = count;
  while (from < k && k < to && to - from > SMALL) {
    const middle = partition(candidates, from, to);
    if (middle < k) from = middle + 1;
    else to = middle;
  }
  if (to - from <= SMALL) insertionSort(candidates, from, to);
}

/** Sorts the candidates from `from` to before `to`, best first: expected O(n log n). */
export function sortBest(candidates: Candidates, from: number, to: number): void {
  while (to - from > SMALL) {
    const middle = partition(candidates, from, to);
    if (middle - from < to - middle) {
      sortBest(candidates, from, middle);
      from = middle + 1;
    } else {
      sortBest(candidates, middle + 1, to);
      to = middle;
    }
  }
  insertionSort(candidates, from, to);
}

/** Puts a pivot at its place, better candidates before and worse ones after it, and returns that place. */
function partition(candidates: Candidates, from: number, to: number): number {
  const { items, scores } = candidates;
  swap(candidates, pivotPlace(from, to), to - 1);
  const pivotScore = scores[to - 1];
  const pivotItem = items[to - 1];
  let place = from;
  for (let i = from; i < to - 1; i++) {
    const score = scores[i];
    if (score > pivotScore || (score === pivotScore && items[i] < pivotItem)) swap(candidates, i, place++);
  }
  swap(candidates, place, to - 1);
  return place;
}

/** A place scattered by multiplicative hashing: sorted input, or any other regular one, meets no bad run of pivots. */
function pivotPlace(from: number, to: number): number {
  const hash = Math.imul(from ^ Math.imul(to, 0x85eb_ca6b), 0x9e37_79b1) >>> 0;
  return from + Math.floor((hash / 0x1_0000_0000) * (to - from));
}

function swap({ items, scores }: Candidates, i: number, j: number): void {
  const item = items[i];
  const score = scores[i];
  items[i] = items[j];
  scores[i] = scores[j];
  items[j] = item;
  scores[j] = score;
}

function insertionSort({ items, scores }: Candidates, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const item = items[i];
    const score = scores[i];
    let j = i - 1;
    while (j >= from && (scores[j] < score || (scores[j] === score && items[j] > item))) {
      items[j + 1] = items[j];
      scores[j + 1] = scores[j];
      j--;
    }
    items[j + 1] = item;
    scores[j + 1] = score;
  }
}
