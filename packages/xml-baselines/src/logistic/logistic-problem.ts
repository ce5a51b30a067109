import type { ValuedCsr } from "@tierwise/data/rows";
import type { NewtonProblem } from "./newton.ts";

/** The weight of the offset's regularizer: small but positive, so that the Hessian is invertible. */
const offsetWeight = 1e-6;

/** The objective for one label; all labels share the same rows. */
export interface LogisticProblem extends NewtonProblem {
  /** Sets the rows that have the label. */
  readonly setPositives: (rows: readonly number[]) => void;
}

/**
 * The objective ½‖w‖² + C·Σ log(1 + exp(−y·(w·x + b))), its gradient w + C·Xᵀ(σ − t), and the product of its Hessian I + C·Xᵀ·D·X with a
 * vector, where t is 1 in rows with the label, else 0. The last coordinate is the offset b. Computing each of these takes one or two passes
 * over the entries.
 */
export function logisticProblem(
  { indptr, indices, values }: ValuedCsr,
  featureCount: number,
  cost: number,
): LogisticProblem {
  const rowCount = indptr.length - 1;
  const target = new Float64Array(rowCount);
  const scores = new Float64Array(rowCount);
  const products = new Float64Array(rowCount);
  const curvature = new Float64Array(rowCount);
  const multiply = (vector: Float64Array, out: Float64Array): void => {
    for (let row = 0; row < rowCount; row++) {
      let sum = vector[featureCount];
      for (let k = indptr[row]; k < indptr[row + 1]; k++) sum += values[k] * vector[indices[k]];
      out[row] = sum;
    }
  };
  const addTransposed = (vector: Float64Array, out: Float64Array): void => {
    for (let row = 0; row < rowCount; row++) {
      const factor = cost * vector[row];
      if (factor === 0) continue;
      for (let k = indptr[row]; k < indptr[row + 1]; k++) out[indices[k]] += factor * values[k];
      out[featureCount] += factor;
    }
  };
  const regularize = (vector: Float64Array, out: Float64Array): void => {
    out.set(vector);
    out[featureCount] *= offsetWeight;
  };
  const objective = (point: Float64Array): number => {
    let sum = 0.5 * offsetWeight * point[featureCount] ** 2;
    for (let j = 0; j < featureCount; j++) sum += 0.5 * point[j] * point[j];
    for (let row = 0; row < rowCount; row++) {
      // log(1 + e^z) − t·z without overflow.
      const z = scores[row];
      sum += cost * (Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - target[row] * z);
    }
    return sum;
  };
  return {
    setPositives(rows) {
      target.fill(0);
      for (const row of rows) target[row] = 1;
    },
    value(point) {
      multiply(point, scores);
      return objective(point);
    },
    gradient(point, out) {
      multiply(point, scores);
      for (let row = 0; row < rowCount; row++) {
        const probability = 1 / (1 + Math.exp(-scores[row]));
        products[row] = probability - target[row];
        curvature[row] = probability * (1 - probability);
      }
      regularize(point, out);
      addTransposed(products, out);
      return objective(point);
    },
    hessianProduct(vector, out) {
      multiply(vector, products);
      for (let row = 0; row < rowCount; row++) products[row] *= curvature[row];
      regularize(vector, out);
      addTransposed(products, out);
    },
  };
}
