import type { Csr, LabeledRows } from "@tierwise/data/rows";
import type { ValuedCsr } from "@tierwise/kernels";
import type { Random } from "@tierwise/random";
import { wordBytes } from "../engine/arena.ts";
import type { Engine } from "../engine/engine.ts";
import { copySparse, sparsePairBytes, transposeCopy } from "../engine/sparse-copy.ts";
import { multiplySparse } from "../linear/products.ts";
import { labelNeighbors } from "../neighbors/label-neighbors.ts";
import type { TrainingProgress } from "../training/training-options.ts";
import { embedBytes, embedNeighbors } from "./embed-neighbors.ts";
import { fitRegressor, regressorBytes } from "./fit-regressor.ts";

export interface ClusterModel {
  /** The training rows of the cluster, ascending. */
  readonly rows: Int32Array;
  /** The features that occur in these rows, ascending; the regressor has one row per feature. */
  readonly features: Int32Array;
  /** Features × dimensions. */
  readonly regressor: Float32Array;
  /** The predicted embeddings of the rows, rows × dimensions. */
  readonly embeddings: Float32Array;
  /** The length of the embeddings: d, or the number of rows if smaller. */
  readonly dimensions: number;
}

export interface ClusterTraining {
  readonly neighbors: number;
  readonly dimensions: number;
  readonly cost: number;
  readonly sparsity: number;
  readonly embeddingRounds: number;
  readonly embeddingTolerance: number;
  readonly regressorRounds: number;
  readonly random: Random;
  /** Reports progress; `done` is the number of finished units of this cluster, at most {@link unitsPerCluster}. */
  readonly report: (progress: Omit<TrainingProgress, "total">) => void;
}

/** The number of units of progress per cluster. */
export const unitsPerCluster = 10;
/** The tolerance of the regressor's linear systems. */
const regressorTolerance = 1e-4;

/** Computes the neighbors, embeddings and regressor for the given rows of a dataset. */
export async function trainCluster(
  engine: Engine,
  data: LabeledRows,
  rows: Int32Array,
  training: ClusterTraining,
): Promise<ClusterModel> {
  const { arena } = engine;
  const { report } = training;
  const mark = arena.mark();
  const features = occurring(data.features, rows);
  const x = renumber(copySparse(arena, data.features, rows, { normalize: true }), features);
  const xTranspose = transposeCopy(arena, x, features.length);
  const y = copySparse(arena, data.labels, rows, { normalize: false });
  const neighbors = await labelNeighbors(engine, y, transposeCopy(arena, y, data.numLabels), training.neighbors);
  report({ stage: "neighbors", done: 1 });
  const dimensions = Math.min(training.dimensions, rows.length);
  const z = await embedNeighbors(engine, neighbors, {
    dimensions,
    maxRounds: training.embeddingRounds,
    tolerance: training.embeddingTolerance,
    random: training.random,
    onStep: (objective) => report({ stage: "embedding", done: 3, objective }),
  });
  const v = await fitRegressor(engine, x, xTranspose, z, {
    cost: training.cost,
    sparsity: training.sparsity,
    rounds: training.regressorRounds,
    tolerance: regressorTolerance,
    onStep: (objective) => report({ stage: "regressor", done: 9, objective }),
  });
  await multiplySparse(engine, z, x, v);
  const model = { rows, features, regressor: v.data.slice(), embeddings: z.data.slice(), dimensions };
  arena.release(mark);
  report({ stage: "regressor", done: unitsPerCluster });
  return model;
}

/** The columns that occur in the rows, ascending. */
function occurring({ indptr, indices }: Csr, rows: Int32Array): Int32Array {
  const seen = new Set<number>();
  for (const row of rows) for (let e = indptr[row]; e < indptr[row + 1]; e++) seen.add(indices[e]);
  return Int32Array.from(seen).sort();
}

/** Replaces every column by its index in `columns`. */
function renumber(x: ValuedCsr, columns: Int32Array): ValuedCsr {
  const places = new Map(Array.from(columns, (column, place) => [column, place]));
  for (let e = 0; e < x.indices.length; e++) x.indices[e] = places.get(x.indices[e]) ?? 0;
  return x;
}

export function trainClusterBytes(
  { features, labels, numFeatures, numLabels }: LabeledRows,
  rows: Int32Array,
  { neighbors, dimensions }: { readonly neighbors: number; readonly dimensions: number },
): number {
  const entriesOf = ({ indptr }: Csr): number => rows.reduce((sum, row) => sum + indptr[row + 1] - indptr[row], 0);
  const x = { rows: rows.length, columns: numFeatures, entries: entriesOf(features) };
  const y = { rows: rows.length, columns: numLabels, entries: entriesOf(labels) };
  const kept = rows.length * Math.min(neighbors, rows.length);
  const d = Math.min(dimensions, rows.length);
  const steps = Math.max(
    8 * wordBytes(rows.length),
    embedBytes(rows.length, kept, d),
    wordBytes(rows.length * d) + regressorBytes(rows.length, Math.min(numFeatures, x.entries), d),
  );
  return sparsePairBytes(x) + sparsePairBytes(y) + wordBytes(rows.length + 1) + 2 * wordBytes(kept) + steps + 64 * 100;
}
