import type { ValuedCsr } from "@tierwise/data/rows";
import {
  allocate,
  allocateSparseTranspose,
  createKernelMemory,
  createKernels,
  type KernelMemory,
  loadKernelModule,
} from "@tierwise/kernels";
import type { LossSpec } from "@tierwise/losses";
import { allocateWeights, initializeWeights, towerShape, weightLengths } from "../layers/parameters.ts";
import type { TwoTowerScorer } from "../two-tower-scorer.ts";
import { type Batch, blockItems, inMemory, type LazyRows, shardCount, type TowerData, told } from "./tower-data.ts";
import { type PreparedRows, relevantItems } from "./tower-rows.ts";

export interface TowerProblem {
  readonly scorer: TwoTowerScorer;
  readonly rows: PreparedRows;
  /** The scaled features of the rows. */
  readonly features: ValuedCsr;
  readonly featureCount: number;
  /** The scaled features of the items. */
  readonly items: ValuedCsr;
  readonly itemFeatureCount: number;
  readonly loss: LossSpec | undefined;
  readonly seed: number;
  readonly threads: number;
}

/** Allocates everything that training needs, with random weights. */
export async function allocateTraining(problem: TowerProblem): Promise<TowerData> {
  const { scorer, rows, items, loss, seed, threads, features } = problem;
  const { options } = scorer;
  const shape = towerShape(scorer, problem);
  const itemCount = items.indptr.length - 1;
  const batchRows = Math.min(options.batchRows, rows.rowCount);
  const entries = mostEntries(features, batchRows);
  const lengths = weightLengths(shape);
  const width = options.dimensions;
  const own = options.itemVectors ? itemCount * width : 0;
  const units = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0);
  const perThread =
    2 * (units(shape.context) * Math.ceil(batchRows / shardCount) + units(shape.item) * blockItems) +
    blockItems * (width + 2 + 2 * mostEntries(items, 1)) +
    50_000;
  const floats =
    3 * (lengths.embedding + own) +
    lengths.embedding +
    (3 + shardCount) * lengths.dense +
    shape.featureCount * 3 +
    4 * itemCount +
    2 * items.indices.length +
    (itemCount + batchRows) * width +
    6 * entries +
    batchRows * (itemCount + 2 * width + shape.context[0] + 8) +
    threads * perThread;
  const memory = createKernelMemory({ bytes: 4 * floats + 64 * (100 + 20 * threads) });
  const module = await loadKernelModule();
  const weights = allocateWeights(memory, shape);
  initializeWeights(createKernels(module, memory), shape, weights, seed);
  const array = (length: number): Float32Array => allocate(memory, Float32Array, length);
  const lazy = (table: Float32Array, count: number): LazyRows => ({
    weights: table,
    first: array(table.length),
    second: array(table.length),
    lastSteps: allocate(memory, Int32Array, count),
  });
  return {
    module,
    memory,
    shape,
    options,
    seed,
    loss,
    popularity: popularityOf(rows, itemCount),
    weights,
    dense: { first: array(lengths.dense), second: array(lengths.dense) },
    embedding: lazy(weights.embedding, shape.featureCount),
    own: own > 0 ? lazy(array(own), itemCount) : undefined,
    gradients: Array.from({ length: shardCount }, () => array(lengths.dense)),
    items: inMemory(memory, items),
    packed: rows.packed,
    candidates: rows.candidates,
    rowWeights: rows.weights,
    batch: allocateBatch(memory, { batchRows, entries, itemCount, width, h: shape.context[0], ...shape }),
    told: allocate(memory, Int32Array, Object.keys(told).length),
  };
}

function allocateBatch(
  memory: KernelMemory,
  sizes: { batchRows: number; entries: number; itemCount: number; width: number; h: number; featureCount: number },
): Batch {
  const { batchRows, entries, itemCount, width, h, featureCount } = sizes;
  const floats = (length: number): Float32Array => allocate(memory, Float32Array, length);
  const integers = (length: number): Int32Array => allocate(memory, Int32Array, length);
  return {
    rows: integers(batchRows),
    features: { indptr: integers(batchRows + 1), indices: integers(entries), values: floats(entries) },
    transpose: allocateSparseTranspose(memory, { entries, columns: featureCount }),
    embeddingGradient: floats(Math.min(entries, featureCount) * h),
    items: integers(itemCount),
    places: integers(itemCount),
    draws: floats(itemCount),
    itemVectors: floats(itemCount * width),
    contextVectors: floats(batchRows * width),
    inputDeltas: floats(batchRows * h),
    scores: floats(batchRows * itemCount),
    losses: allocate(memory, Float64Array, batchRows),
  };
}

/** The maximum total number of entries in any `count` rows. */
function mostEntries({ indptr }: ValuedCsr, count: number): number {
  const sizes = Array.from(indptr.subarray(1), (end, row) => end - indptr[row]).sort((a, b) => b - a);
  return sizes.slice(0, count).reduce((sum, size) => sum + size, 0);
}

/** The number of rows in which each item is relevant, plus one. */
function popularityOf(rows: PreparedRows, itemCount: number): Float64Array {
  const counts = new Float64Array(itemCount).fill(1);
  for (let row = 0; row < rows.rowCount; row++) for (const item of relevantItems(rows, row)) counts[item]++;
  return counts;
}
