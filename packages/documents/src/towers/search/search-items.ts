import {
  allocate,
  createKernelMemory,
  createKernels,
  createPool,
  defaultThreads,
  gemmNT,
  loadKernelModule,
  loadKernelModuleSync,
  matrix,
  nodeWorker,
  type PoolWorker,
} from "@tierwise/kernels";
import { allowedItems, type Rankings, type RankOptions } from "@tierwise/metrics";
import { blockItems, createTasks, type SearchData, unitRows } from "./search-tasks.ts";

/** The number of contexts whose vectors are in memory at a time. */
const chunkRows = 1024;
/** For fewer multiplications than this (about 20 ms of work), one thread is faster than starting a pool. */
const worthThreads = 2 ** 28;

export interface SearchedVectors {
  /** Items × width. */
  readonly vectors: Float32Array;
  readonly width: number;
}

/**
 * Finds, for each context, the items whose vectors have the largest inner products with the context's vector, largest first; ties are in
 * item order. The search is exact and scores items in blocks, so that memory does not grow with contexts times items.
 *
 * @param searched - The vectors of the items.
 * @param rowCount - B, the number of contexts.
 * @param contexts - Writes the vectors of contexts `from` to `to` − 1 into `out`.
 * @param options - The options of `Model.rank`.
 */
export async function searchItems(
  searched: SearchedVectors,
  rowCount: number,
  contexts: (from: number, to: number, out: Float32Array) => void,
  options: RankOptions,
): Promise<Rankings> {
  const { width } = searched;
  const itemCount = searched.vectors.length / width;
  const { k, candidates, exclude } = allowedItems(options, rowCount, itemCount);
  const { signal, onProgress, threads = defaultThreads() } = options;
  const size = candidates?.length ?? itemCount;
  const used = rowCount * size * width < worthThreads && options.threads === undefined ? 1 : threads;
  signal?.throwIfAborted();
  const data = await searchData(searched, { k, used, candidates, exclude, rowCount });
  const pool = await createPool({ threads: used, createTasks, startWorker, data });
  try {
    for (let from = 0; from < rowCount; from += chunkRows) {
      const to = Math.min(from + chunkRows, rowCount);
      contexts(from, to, data.contexts.subarray(0, (to - from) * width));
      data.told.set([from, to - from]);
      await pool.run("search", Math.ceil((to - from) / unitRows));
      onProgress?.({ stage: "ranking", done: to, total: rowCount });
      signal?.throwIfAborted();
    }
  } finally {
    await pool.close();
  }
  return { k, items: data.found, scores: data.scores };
}

async function searchData(
  { vectors, width }: SearchedVectors,
  { k, used, candidates, exclude, rowCount }: ReturnType<typeof allowedItems> & { used: number; rowCount: number },
): Promise<SearchData> {
  const size = candidates?.length ?? vectors.length / width;
  const rows = Math.min(chunkRows, rowCount);
  const floats = size * width + rows * width + used * unitRows * blockItems + 2 * rowCount * k;
  const memory = createKernelMemory({ bytes: 4 * floats + 64 * (used + 8) + 200_000 * used });
  const searched = allocate(memory, Float32Array, size * width);
  if (candidates === undefined) searched.set(vectors);
  else {
    for (const [place, item] of candidates.entries()) {
      searched.set(vectors.subarray(item * width, (item + 1) * width), place * width);
    }
  }
  return {
    module: await loadKernelModule(),
    memory,
    width,
    vectors: searched,
    items: candidates,
    contexts: allocate(memory, Float32Array, rows * width),
    rooms: Array.from({ length: used }, () => allocate(memory, Float32Array, unitRows * blockItems)),
    exclude,
    k,
    found: allocate(memory, Int32Array, rowCount * k).fill(-1),
    scores: allocate(memory, Float32Array, rowCount * k).fill(Number.NaN),
    told: allocate(memory, Int32Array, 2),
  };
}

/** Computes all inner products (contexts × items) in the same way as {@link searchItems}. */
export function scoreItems({ vectors, width }: SearchedVectors, contexts: Float32Array): Float32Array {
  const [rows, items] = [contexts.length / width, vectors.length / width];
  const floats = contexts.length + vectors.length + rows * items;
  const memory = createKernelMemory({ bytes: 4 * floats + 256 });
  const kernels = createKernels(loadKernelModuleSync(), memory);
  const [a, b] = [contexts, vectors].map((array) => {
    const copy = allocate(memory, Float32Array, array.length);
    copy.set(array);
    return matrix(copy, array.length / width, width);
  });
  const out = allocate(memory, Float32Array, rows * items);
  gemmNT(kernels, matrix(out, rows, items), a, b);
  return out;
}

/** Bundlers recognize the worker by exactly this syntax. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./search-worker.js", import.meta.url) ??
    new Worker(new URL("./search-worker.js", import.meta.url), { type: "module" })
  );
}
