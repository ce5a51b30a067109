/**
 * The `k` items with the highest scores, best first; items with equal scores are in ascending order of index.
 *
 * Each score is compared with the k-th best so far. The few items whose scores exceed it are collected in a buffer, which is reduced to its
 * best k items whenever it is full. The expected time is O(N + k log k) for any input, including sorted and constant scores.
 *
 * @param scores - One number per item, length N. `Infinity` and `-Infinity` are valid scores; 0 and −0 are equal; NaN is an
 * error.
 * @param k - The number of items to return, a nonnegative integer.
 * @returns min(k, N) item indices.
 *
 * @example
 * ```ts
 * import { topK } from "@tierwise/metrics";
 *
 * console.log(topK([0.2, 0.9, 0.5, 0.9], 3).join(" ")); // 1 3 2
 * ```
 */
export function topK(scores: ArrayLike<number>, k: number): Int32Array {
  if (!Number.isInteger(scores?.length)) throw new TypeError(`scores is ${scores}; expected an array of numbers`);
  if (!Number.isInteger(k) || k < 0) throw new RangeError(`k is ${k}; expected a nonnegative integer`);
  const n = scores.length;
  const size = Math.min(k, n);
  const room = Math.min(n, Math.max(4 * k, 64));
  const candidates = candidateMemory(room);
  const { items, scores: kept } = candidates;

  for (let i = 0; i < room; i++) {
    if (!(scores[i] >= Number.NEGATIVE_INFINITY)) throw notANumber(scores, i);
    items[i] = i;
    kept[i] = scores[i];
  }
  selectBest(candidates, size, room);
  if (room < n) scanRest(scores, candidates, size, room);
  sortBest(candidates, 0, size);
  return items.slice(0, size);
}

/** Scans the items from `room` on. The best `k` of the earlier items must be at the front of the candidates. */
function scanRest(scores: ArrayLike<number>, candidates: Candidates, k: number, room: number): void {
  const { items, scores: kept } = candidates;
  let threshold = worstOf(kept, k);
  let count = k;
  for (let i = nextAbove(scores, threshold, room); i < scores.length; i = nextAbove(scores, threshold, i + 1)) {
    items[count] = i;
    kept[count] = scores[i];
    count++;
    if (count === room) {
      selectBest(candidates, k, count);
      threshold = worstOf(kept, k);
      count = k;
    }
  }
  selectBest(candidates, k, count);
}

/** Returns the first index, starting at `from`, with a score above the threshold, or N if there is none. Most time is spent in this loop. */
function nextAbove(scores: ArrayLike<number>, threshold: number, from: number): number {
  const n = scores.length;
  let i = from;
  while (i < n && scores[i] <= threshold) i++;
  if (i < n && !(scores[i] > threshold)) throw notANumber(scores, i);
  return i;
}

/** The k-th best score. A later item must exceed it, because among equal scores the smaller index comes first. */
function worstOf(kept: Float64Array, k: number): number {
  let worst = Number.POSITIVE_INFINITY;
  for (let i = 0; i < k; i++) if (kept[i] < worst) worst = kept[i];
  return worst;
}

function notANumber(scores: ArrayLike<number>, i: number): RangeError {
  return new RangeError(`scores[${i}] is ${scores[i]}; expected a number`);
}

let memory: Candidates = { items: new Int32Array(64), scores: new Float64Array(64) };

/** Memory for `room` candidates, reused by all calls. */
function candidateMemory(room: number): Candidates {
  if (memory.items.length < room) memory = { items: new Int32Array(room), scores: new Float64Array(room) };
  return memory;
}

/**
 * Candidates for the top of a ranking: item `items[i]` has score `scores[i]`. Candidates are ordered by score descending,
 * then item ascending. Items are distinct, so no two candidates are equal, even if their scores are.
 */
interface Candidates {
  readonly items: Int32Array;
  readonly scores: Float64Array;
}

const SMALL = 16;

/** Moves the `k` best of the first `count` candidates to the front, in any order, in expected O(count) time. */
function selectBest(candidates: Candidates, k: number, count: number): void {
  let from = 0;
  let to = count;
  while (from < k && k < to && to - from > SMALL) {
    const middle = partition(candidates, from, to);
    if (middle < k) from = middle + 1;
    else to = middle;
  }
  if (to - from <= SMALL) insertionSort(candidates, from, to);
}

/** Sorts the candidates `from` to `to` − 1, best first, in expected O(n log n) time. */
function sortBest(candidates: Candidates, from: number, to: number): void {
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

/** Moves a pivot to its final position, between better and worse candidates, and returns that position. */
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

/** Chooses a pivot position by multiplicative hashing, so that sorted or otherwise regular input does not give bad pivots. */
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
