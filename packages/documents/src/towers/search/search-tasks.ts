import type { Csr } from "@tierwise/data/rows";
import {
  type CreateTasks,
  createKernels,
  gemmNT,
  type KernelMemory,
  type KernelModule,
  matrix,
  rowRange,
} from "@tierwise/kernels";
import { topK } from "@tierwise/metrics";

/** The numbers of contexts and items that a thread scores at a time; their scores fit into its cache. */
export const unitRows = 16;
export const blockItems = 2048;

export interface SearchData {
  readonly module: KernelModule;
  readonly memory: KernelMemory;
  readonly width: number;
  /** The vectors to search; `items` contains the item of each vector, or is undefined if vector i belongs to item i. */
  readonly vectors: Float32Array;
  readonly items: Int32Array | undefined;
  /** The vectors of a chunk of contexts. */
  readonly contexts: Float32Array;
  /** For each thread, room for the scores of `unitRows` contexts and `blockItems` items. */
  readonly rooms: readonly Float32Array[];
  readonly exclude: Csr | undefined;
  /** The number of ranks per context in `found` and `scores`, which contain the rankings of all contexts. */
  readonly k: number;
  readonly found: Int32Array;
  readonly scores: Float32Array;
  /** The first context of the chunk, and the number of contexts in it. */
  readonly told: Int32Array;
}

export const createTasks: CreateTasks<SearchData> = (data, thread) => {
  const { width, vectors, items, contexts, exclude, k, told } = data;
  const kernels = createKernels(data.module, data.memory);
  const count = vectors.length / width;
  const all = matrix(vectors, count, width);
  const room = data.rooms[thread];
  const line = new Float32Array(k + blockItems);
  const best = Array.from({ length: unitRows }, () => ({
    places: new Int32Array(k),
    scores: new Float32Array(k),
    size: 0,
  }));

  /** Merges the scores of a block into the best items of a context. Earlier blocks contain earlier items, so items with equal scores stay in order. */
  function merge(row: number, scores: Float32Array, from: number, excluded: Int32Array): void {
    const kept = best[row];
    line.set(kept.scores.subarray(0, kept.size));
    line.set(scores, kept.size);
    for (const place of excluded) {
      if (place >= from && place < from + scores.length) line[kept.size + place - from] = Number.NEGATIVE_INFINITY;
    }
    const order = topK(line.subarray(0, kept.size + scores.length), k);
    const places = order.map((i) => (i < kept.size ? kept.places[i] : from + i - kept.size));
    let size = 0;
    while (size < order.length && line[order[size]] > Number.NEGATIVE_INFINITY) size++;
    for (let i = 0; i < size; i++) kept.scores[i] = line[order[i]];
    kept.places.set(places.subarray(0, size));
    kept.size = size;
  }

  return {
    /** Finds the best items for `unitRows` contexts, with `unitRows`·N·d multiplications for N items and vectors of length d. */
    search(unit) {
      const [first, rows] = told;
      const [from, to] = [unit * unitRows, Math.min((unit + 1) * unitRows, rows)];
      const part = matrix(contexts.subarray(from * width, to * width), to - from, width);
      const excluded = Array.from({ length: to - from }, (_, r) => excludedPlaces(first + from + r, exclude, items));
      for (const kept of best) kept.size = 0;
      for (let start = 0; start < count; start += blockItems) {
        const end = Math.min(start + blockItems, count);
        gemmNT(kernels, matrix(room, to - from, end - start), part, rowRange(all, start, end));
        for (let r = 0; r < to - from; r++) {
          merge(r, room.subarray(r * (end - start), (r + 1) * (end - start)), start, excluded[r]);
        }
      }
      for (let r = 0; r < to - from; r++) {
        const { places, scores, size } = best[r];
        const at = (first + from + r) * k;
        for (let i = 0; i < size; i++) {
          data.found[at + i] = items === undefined ? places[i] : items[places[i]];
          data.scores[at + i] = scores[i];
        }
      }
    },
  };
};

/** The positions, among the searched vectors, of the items that a context excludes. */
function excludedPlaces(row: number, exclude: Csr | undefined, items: Int32Array | undefined): Int32Array {
  if (exclude === undefined) return new Int32Array(0);
  const own = exclude.indices.subarray(exclude.indptr[row], exclude.indptr[row + 1]);
  return items === undefined ? own : own.map((item) => placeOf(items, item)).filter((place) => place >= 0);
}

/** The position of an item in an ascending list, or −1. */
function placeOf(list: Int32Array, item: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < item) low = middle + 1;
    else high = middle;
  }
  return list[low] === item ? low : -1;
}
