import type { Kernels, ValuedCsr } from "@tierwise/kernels";
import { topK } from "@tierwise/metrics";
import type { Engine } from "../engine/engine.ts";
import type { OperandReader } from "../engine/operands.ts";
import { rowCount, rowShards, shardRows } from "../linear/products.ts";

/**
 * Finds the `count` nearest rows to each row by the cosine of their labels, including the row itself; ties are broken by index. Only rows
 * that share a label are neighbors, so a row may have fewer than `count` neighbors, and a row without labels has none. The search is exact:
 * cosines are compared in double precision.
 *
 * @param labels - Rows × labels.
 * @param transpose - Labels × rows.
 * @returns The cosines of neighbors, rows × rows, columns ascending.
 */
export async function labelNeighbors(
  engine: Engine,
  labels: ValuedCsr,
  transpose: ValuedCsr,
  count: number,
): Promise<ValuedCsr> {
  const { arena } = engine;
  const rows = rowCount(labels);
  const width = Math.min(count, rows);
  const indptr = arena.ints(rows + 1);
  const [indices, values] = [arena.ints(rows * width), arena.floats(rows * width)];
  const mark = arena.mark();
  const squares = arena.doubles(rows);
  for (let i = 0; i < rows; i++) {
    for (let e = labels.indptr[i]; e < labels.indptr[i + 1]; e++) squares[i] += labels.values[e] ** 2;
  }
  const found = arena.ints(rows);
  await engine.run("labelNeighbors", rowShards(rows), [labels, transpose, squares, width, found, indices, values]);
  for (let i = 0; i < rows; i++) {
    indices.copyWithin(indptr[i], i * width, i * width + found[i]);
    values.copyWithin(indptr[i], i * width, i * width + found[i]);
    indptr[i + 1] = indptr[i] + found[i];
  }
  arena.release(mark);
  return { indptr, indices: indices.subarray(0, indptr[rows]), values: values.subarray(0, indptr[rows]) };
}

export function labelNeighborsShard(_: Kernels, operands: OperandReader, shard: number): void {
  const [labels, transpose, squares] = [operands.sparse(), operands.sparse(), operands.doubles()];
  const [width, found, indices, values] = [operands.number(), operands.ints(), operands.ints(), operands.floats()];
  const [from, to] = shardRows(shard, rowCount(labels));
  const cosines = new Float64Array(rowCount(labels));
  for (let i = from; i < to; i++) {
    cosinesWith(labels, transpose, squares, i, cosines);
    const nearest = topK(cosines, width).filter((j) => cosines[j] > 0);
    nearest.sort();
    found[i] = nearest.length;
    indices.set(nearest, i * width);
    for (let n = 0; n < nearest.length; n++) values[i * width + n] = cosines[nearest[n]];
  }
}

/** cosines_j = ⟨y_i, y_j⟩ / (‖y_i‖‖y_j‖) for all j, computed from the lists of rows for each label of row i. */
function cosinesWith(
  labels: ValuedCsr,
  transpose: ValuedCsr,
  squares: Float64Array,
  i: number,
  cosines: Float64Array,
): void {
  cosines.fill(0);
  for (let e = labels.indptr[i]; e < labels.indptr[i + 1]; e++) {
    const label = labels.indices[e];
    const value = labels.values[e];
    for (let t = transpose.indptr[label]; t < transpose.indptr[label + 1]; t++) {
      cosines[transpose.indices[t]] += value * transpose.values[t];
    }
  }
  for (let j = 0; j < cosines.length; j++) {
    if (cosines[j] !== 0) cosines[j] /= Math.sqrt(squares[i] * squares[j]);
  }
}
