import type { Matrix, ValuedCsr } from "@tierwise/kernels";
import { type Random, randomPermutation } from "@tierwise/random";
import { wordBytes } from "../engine/arena.ts";
import type { Engine } from "../engine/engine.ts";
import { multiplySparse, rowCount } from "../linear/products.ts";

export interface Clustering {
  readonly clusterOf: Int32Array;
  /** The centers, features × clusters, which are unit vectors. A row belongs to the center with which it has the largest inner product. */
  readonly centers: Float32Array;
  /** The sum of the inner products of rows with their centers, after every assignment of rows to centers; the sum never decreases. */
  readonly similarity: readonly number[];
}

export interface ClusterOptions {
  readonly clusters: number;
  readonly maxRounds: number;
  readonly random: Random;
}

/**
 * Spherical k-means (Dhillon and Modha 2001): assigns each row to the center with the largest inner product and moves each center to
 * the unit vector along the sum of its rows. Initial centers are distinct random rows. A center without rows moves to the row that is least
 * similar to its center.
 *
 * @param x - Rows × features; every row has norm 1.
 */
export async function clusterRows(
  engine: Engine,
  x: ValuedCsr,
  features: number,
  { clusters, maxRounds, random }: ClusterOptions,
): Promise<Clustering> {
  const { arena } = engine;
  const count = Math.min(clusters, rowCount(x));
  const mark = arena.mark();
  const centers = arena.matrix(features, count);
  const products = arena.matrix(rowCount(x), count);
  const clusterOf = new Int32Array(rowCount(x));
  const similarity: number[] = [];
  const seeds = randomPermutation(rowCount(x), random).subarray(0, count);
  for (let c = 0; c < count; c++) addRow(centers, x, seeds[c], c);
  for (let round = 0; round < maxRounds; round++) {
    await multiplySparse(engine, products, x, centers);
    const total = assign(products, clusterOf);
    const settled = round > 0 && total <= similarity[round - 1] * (1 + 1e-6);
    similarity.push(total);
    fillEmpty(products, clusterOf);
    moveCenters(centers, x, clusterOf);
    if (settled || count === 1) break;
  }
  const result = { clusterOf, centers: centers.data.slice(), similarity };
  arena.release(mark);
  return result;
}

/** Assigns every row to its best center; returns the sum of the inner products. */
function assign({ data, rows, columns }: Matrix, clusterOf: Int32Array): number {
  let total = 0;
  for (let i = 0; i < rows; i++) {
    let best = 0;
    for (let c = 1; c < columns; c++) if (data[i * columns + c] > data[i * columns + best]) best = c;
    clusterOf[i] = best;
    total += data[i * columns + best];
  }
  return total;
}

/** Fills each empty cluster with the row least similar to its center, among clusters with more than one row. */
function fillEmpty({ data, rows, columns }: Matrix, clusterOf: Int32Array): void {
  const sizes = new Int32Array(columns);
  for (const cluster of clusterOf) sizes[cluster]++;
  for (let c = 0; c < columns; c++) {
    if (sizes[c] > 0) continue;
    let worst = -1;
    for (let i = 0; i < rows; i++) {
      if (sizes[clusterOf[i]] < 2) continue;
      if (worst < 0 || data[i * columns + clusterOf[i]] < data[worst * columns + clusterOf[worst]]) worst = i;
    }
    sizes[clusterOf[worst]]--;
    sizes[c]++;
    clusterOf[worst] = c;
  }
}

function moveCenters(centers: Matrix, x: ValuedCsr, clusterOf: Int32Array): void {
  const { data, rows, columns } = centers;
  data.fill(0);
  for (let i = 0; i < rowCount(x); i++) addRow(centers, x, i, clusterOf[i]);
  const squares = new Float64Array(columns);
  for (let f = 0; f < rows; f++) for (let c = 0; c < columns; c++) squares[c] += data[f * columns + c] ** 2;
  for (let f = 0; f < rows; f++) {
    for (let c = 0; c < columns; c++) if (squares[c] > 0) data[f * columns + c] /= Math.sqrt(squares[c]);
  }
}

function addRow({ data, columns }: Matrix, { indptr, indices, values }: ValuedCsr, row: number, cluster: number): void {
  for (let e = indptr[row]; e < indptr[row + 1]; e++) data[indices[e] * columns + cluster] += values[e];
}

export function clusterBytes(rows: number, features: number, clusters: number): number {
  return wordBytes(features * clusters) + wordBytes(rows * clusters);
}
