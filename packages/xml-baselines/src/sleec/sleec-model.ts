import type { Csr, LabeledRows, ValuedCsr } from "@tierwise/data/rows";
import {
  allocate,
  createKernelMemory,
  createKernels,
  gemmNT,
  loadKernelModule,
  matrix,
  rowRange,
} from "@tierwise/kernels";
import type { Model } from "@tierwise/metrics";
import { inverseNorm } from "../engine/sparse-copy.ts";
import { nearest, type Points, squaredNorms } from "../neighbors/nearest.ts";
import { labelModel } from "../prediction/label-model.ts";
import { projectRow } from "../prediction/project-row.ts";
import type { ClusterModel } from "./train-cluster.ts";

export interface Learner {
  /** Features × clusters. */
  readonly centers: Float32Array;
  readonly clusters: readonly ClusterModel[];
}

/** The number of rows for which inner products with a cluster's points are computed together. */
const searchRows = 64;

/**
 * Creates the model of SLEEC: a row is assigned to the cluster whose center has the largest inner product with the row, and is embedded by
 * that cluster's regressor. Scores are the mean of the label vectors of the nearest embeddings in that cluster, over all learners.
 */
export async function sleecModel(
  { numFeatures, numLabels, labels }: LabeledRows,
  learners: readonly Learner[],
  testNeighbors: number,
): Promise<Model> {
  const clusters = learners.flatMap((learner) => learner.clusters);
  const mostRows = Math.max(...clusters.map(({ rows }) => rows.length));
  const mostDimensions = Math.max(...clusters.map(({ dimensions }) => dimensions));
  const embedded = clusters.reduce((sum, { embeddings }) => sum + embeddings.length + 16, 0);
  const memory = createKernelMemory({ bytes: 4 * (embedded + searchRows * (mostRows + mostDimensions)) + 1024 });
  const kernels = createKernels(await loadKernelModule(), memory);
  const floats = (length: number): Float32Array => allocate(memory, Float32Array, length);
  const codes = floats(searchRows * mostDimensions);
  const products = floats(searchRows * mostRows);
  const searches = learners.map(({ centers, clusters }) => ({ centers, clusters: clusters.map(searchable) }));

  function searchable(model: ClusterModel): ClusterModel & { readonly points: Points } {
    const { rows, dimensions } = model;
    const data = floats(model.embeddings.length);
    data.set(model.embeddings);
    return { ...model, points: { data, dimensions, squares: squaredNorms(data, rows.length, dimensions) } };
  }

  /** Adds the votes of one cluster for at most `searchRows` rows of features; `places` contains the indices of these rows in `out`. */
  function vote(
    cluster: ReturnType<typeof searchable>,
    features: ValuedCsr,
    from: number,
    places: readonly number[],
    out: Float32Array,
  ): void {
    const { dimensions, points, rows } = cluster;
    const [z, found] = [matrix(codes, places.length, dimensions), matrix(products, places.length, rows.length)];
    places.forEach((place, i) => {
      embedRow(cluster, features, from + place, rowRange(z, i, i + 1).data.subarray(0, dimensions));
    });
    gemmNT(kernels, found, z, matrix(points.data, rows.length, dimensions));
    const count = Math.min(testNeighbors, rows.length);
    places.forEach((place, i) => {
      const code = z.data.subarray(i * dimensions, (i + 1) * dimensions);
      const row = found.data.subarray(i * rows.length, (i + 1) * rows.length);
      const scores = out.subarray(place * numLabels, (place + 1) * numLabels);
      for (const point of nearest(points, code, row, count)) addLabels(labels, rows[point], 1 / count, scores);
    });
  }

  return labelModel(numFeatures, numLabels, (features, from, to, out) => {
    out.fill(0);
    for (const { centers, clusters } of searches) {
      const groups = groupByCluster(centers, clusters.length, features, from, to);
      clusters.forEach((cluster, c) => {
        for (let i = 0; i < groups[c].length; i += searchRows) {
          vote(cluster, features, from, groups[c].slice(i, i + searchRows), out);
        }
      });
    }
    for (let i = 0; i < out.length; i++) out[i] /= learners.length;
  });
}

/** The rows assigned to each cluster, as indices relative to `from`. */
function groupByCluster(
  centers: Float32Array,
  count: number,
  features: ValuedCsr,
  from: number,
  to: number,
): number[][] {
  const groups: number[][] = Array.from({ length: count }, () => []);
  const similarity = new Float32Array(count);
  for (let row = from; row < to; row++) {
    projectRow({ weights: centers, columns: count, normalize: true }, features, row, similarity);
    let best = 0;
    for (let c = 1; c < count; c++) if (similarity[c] > similarity[best]) best = c;
    groups[best].push(row - from);
  }
  return groups;
}

/** Computes the embedding of a normalized row of features. Features that do not occur in the cluster affect only the norm. */
function embedRow(cluster: ClusterModel, { indptr, indices, values }: ValuedCsr, row: number, out: Float32Array): void {
  const { features, regressor, dimensions } = cluster;
  const [from, to] = [indptr[row], indptr[row + 1]];
  const factor = inverseNorm(values, from, to);
  out.fill(0);
  for (let e = from; e < to; e++) {
    const place = search(features, indices[e]);
    if (place < 0) continue;
    const value = factor * values[e];
    for (let k = 0; k < dimensions; k++) out[k] += value * regressor[place * dimensions + k];
  }
}

/** The index of a number in a sorted array, or −1 if it is missing. */
function search(sorted: Int32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] === wanted) return middle;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function addLabels({ indptr, indices, values }: Csr, row: number, weight: number, scores: Float32Array): void {
  for (let e = indptr[row]; e < indptr[row + 1]; e++) scores[indices[e]] += weight * (values?.[e] ?? 1);
}
