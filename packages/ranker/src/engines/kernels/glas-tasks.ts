import {
  allocate,
  gatherRows,
  gemmNN,
  gemmTN,
  type Kernels,
  matrix,
  sparseProduct,
  type Tasks,
} from "@tierwise/kernels";
import { ranges } from "../../model/layers.ts";
import * as control from "../../network/control.ts";
import { type Glas, labelsAtOnce, unitsAtOnce } from "./glas-arrays.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** The dense product is faster if more than one in this many elements is nonzero. */
const sparseAdvantage = 5;
/**
 * The tasks of GLaS, for one thread. For the K labels of a batch, let V be the rows of their output weights and T the target of their inner
 * products. Then
 *
 *     ∂/∂V (λ/K²)·‖VVᵀ − T‖² = (4λ/K²)·(VVᵀ − T)·V = (4λ/K²)·(V·(VᵀV) − T·V),
 *
 * which needs no dense K × K matrix: VᵀV is hidden × hidden, and T is sparse.
 */
export function glasTasks({ shape, output, control: now }: TrainingNetwork, glas: Glas, kernels: Kernels): Tasks {
  const { hidden, itemCount } = shape;
  const { target, labels, places, embeddings, product, gradient } = glas;
  const weights = matrix(output.weights, itemCount, hidden);
  const productMatrix = matrix(product, hidden, hidden);
  // All rows of the last block are computed; rows beyond the last label are never read.
  const blocks = ranges(labels.length, labelsAtOnce).map(({ from, to }) => ({
    labels: labels.subarray(from, to),
    embeddings: matrix(embeddings.subarray(from * hidden, to * hidden), to - from, hidden),
    gradient: matrix(gradient.subarray(from * hidden, to * hidden), to - from, hidden),
  }));
  // Views of K rows, where K is set before they are used.
  const all = { data: embeddings, rows: 0, columns: hidden, stride: hidden };
  const units = ranges(hidden, unitsAtOnce).map(({ from, to }) => ({
    columns: { data: embeddings.subarray(from), rows: 0, columns: to - from, stride: hidden },
    out: matrix(product.subarray(from * hidden, to * hidden), to - from, hidden),
  }));
  const mostEntries = labelsAtOnce * labels.length;
  const minusTarget = {
    indptr: allocate(kernels.memory, Int32Array, labelsAtOnce + 1),
    indices: allocate(kernels.memory, Int32Array, mostEntries),
    values: allocate(kernels.memory, Float32Array, mostEntries),
  };
  const denseTarget = {
    data: allocate(kernels.memory, Float32Array, mostEntries),
    rows: labelsAtOnce,
    columns: 0,
    stride: 0,
  };
  const accumulate = { accumulate: true };

  /** Loads the rows of −T for a block of labels, restricted to the labels of the batch. */
  function loadTarget(block: number): void {
    const { indptr, indices, values } = minusTarget;
    const from = block * labelsAtOnce;
    let at = 0;
    for (let i = 0; i < labelsAtOnce; i++) {
      const known = from + i < now[control.labelCount];
      const label = labels[from + i];
      const end = known ? target.indptr[label + 1] : 0;
      for (let k = known ? target.indptr[label] : 0; k < end; k++) {
        const place = places[target.indices[k]];
        if (place === -1) continue;
        indices[at] = place;
        values[at++] = -target.values[k];
      }
      indptr[i + 1] = at;
    }
  }

  /** Writes the rows of `loadTarget` as a dense matrix. */
  function spreadTarget(): void {
    const { indptr, indices, values } = minusTarget;
    const count = now[control.labelCount];
    denseTarget.columns = denseTarget.stride = count;
    denseTarget.data.fill(0, 0, labelsAtOnce * count);
    for (let i = 0; i < labelsAtOnce; i++) {
      for (let k = indptr[i]; k < indptr[i + 1]; k++) denseTarget.data[i * count + indices[k]] = values[k];
    }
  }

  return {
    /** Per block of labels: copies the rows of their weights. */
    glasEmbeddings(block) {
      gatherRows(kernels, blocks[block].embeddings, weights, blocks[block].labels);
    },
    /** Per block of hidden units: computes their rows of VᵀV. */
    glasProduct(block) {
      const { columns, out } = units[block];
      all.rows = columns.rows = now[control.labelCount];
      gemmTN(kernels, out, columns, all);
    },
    /** Per block of labels: computes their rows of V·(VᵀV) − T·V. */
    glasGradient(block) {
      const { embeddings: rows, gradient: out } = blocks[block];
      all.rows = now[control.labelCount];
      gemmNN(kernels, out, rows, productMatrix);
      loadTarget(block);
      if (sparseAdvantage * minusTarget.indptr[labelsAtOnce] < labelsAtOnce * all.rows) {
        sparseProduct(kernels, out, minusTarget, all, accumulate);
      } else {
        spreadTarget();
        gemmNN(kernels, out, denseTarget, all, accumulate);
      }
    },
  };
}
