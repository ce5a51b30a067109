import { topK } from "@tierwise/metrics";

export interface Points {
  /** Points × dimensions, row-major. */
  readonly data: Float32Array;
  readonly dimensions: number;
  /** The squared norm of each point, from {@link squaredNorms}. */
  readonly squares: Float64Array;
}

/** The squared norms of points, in double precision. */
export function squaredNorms(data: Float32Array, count: number, dimensions: number): Float64Array {
  const squares = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    for (let k = i * dimensions; k < (i + 1) * dimensions; k++) squares[i] += data[k] * data[k];
  }
  return squares;
}

/**
 * The `count` points nearest to z by Euclidean distance, nearest first, with ties broken by index. The search is exact: inner products in
 * single precision only exclude points that cannot be among the nearest even if rounding errors are taken into account. The distances of
 * all other points are computed in double precision.
 *
 * @param products - ⟨z, point⟩ for every point, computed in single precision with any order of summation.
 */
export function nearest(points: Points, z: Float32Array, products: Float32Array, count: number): Int32Array {
  const { squares, dimensions } = points;
  const n = squares.length;
  if (count >= n)
    return sorted(
      points,
      z,
      Int32Array.from({ length: n }, (_, i) => i),
      n,
    );
  // ‖z − p‖² = ‖z‖² + ‖p‖² − 2⟨z, p⟩, so a point with a larger 2⟨z, p⟩ − ‖p‖² is nearer.
  const nearness = memory(n);
  let largest = 0;
  for (let i = 0; i < n; i++) {
    nearness[i] = 2 * products[i] - squares[i];
    if (squares[i] > largest) largest = squares[i];
  }
  const best = topK(nearness, count);
  // The error of an inner product of d terms is at most d·2⁻²⁴/(1 − d·2⁻²⁴) · ‖z‖‖p‖; `error` bounds that of 2⟨z, p⟩, with a margin.
  const error = 2 * (dimensions + 4) * 2 ** -23 * Math.sqrt(squaredNorms(z, 1, dimensions)[0] * largest) + 1e-35;
  const threshold = nearness[best[count - 1]] - 2 * error;
  const candidates: number[] = [];
  for (let i = 0; i < n; i++) if (nearness[i] >= threshold) candidates.push(i);
  return sorted(points, z, Int32Array.from(candidates), count);
}

/** The `count` nearest candidates, by distances in double precision. */
function sorted({ data, dimensions }: Points, z: Float32Array, candidates: Int32Array, count: number): Int32Array {
  const nearness = Float64Array.from(candidates, (i) => {
    let sum = 0;
    for (let k = 0; k < dimensions; k++) sum += (z[k] - data[i * dimensions + k]) ** 2;
    return -sum;
  });
  return topK(nearness, count).map((place) => candidates[place]);
}

let shared = new Float64Array(0);

function memory(length: number): Float64Array {
  if (shared.length < length) shared = new Float64Array(length);
  return shared.subarray(0, length);
}
