import {
  adamRowsStep,
  adamStep,
  allocate,
  type KernelMemory,
  type Kernels,
  matrix,
  sparseProduct,
  transposeSparse,
} from "@tierwise/kernels";
import { learningRateAt } from "./learning-rate.ts";
import { type TowerData, told } from "./tower-data.ts";

/** Allocates arrays for the activations of at most `rows` rows. */
export function roomFor(memory: KernelMemory, widths: readonly number[], rows: number): Float32Array[] {
  return widths.map((width) => allocate(memory, Float32Array, rows * width));
}

/** Creates the task that ends a step. `add` adds its second argument to the first. */
export function updateTasks(
  data: TowerData,
  kernels: Kernels,
  add: (into: Float32Array, from: Float32Array) => void,
): { update(): void } {
  const { weights, dense, embedding, options, shape, batch, told: now } = data;
  const h = shape.context[0];
  return {
    /** Adds the gradients of all shards in order and takes a step of Adam. */
    update() {
      const [gradient, ...others] = data.gradients;
      for (const other of others) add(gradient, other);
      const { weightDecay } = options;
      const adam = { step: now[told.step], learningRate: learningRateAt(data), weightDecay };
      adamStep(kernels, { weights: weights.dense, gradient, ...dense }, adam);
      const rows = now[told.rows];
      const { features, transpose } = batch;
      const used = transposeSparse(kernels, transpose, { ...features, indptr: features.indptr.subarray(0, rows + 1) });
      if (used === 0) return;
      const { touched, indptr, indices, values } = transpose;
      const part = matrix(batch.embeddingGradient, used, h);
      const columns = { indptr: indptr.subarray(0, used + 1), indices, values };
      sparseProduct(kernels, part, columns, matrix(batch.inputDeltas, rows, h));
      const whole = (array: Float32Array) => matrix(array, shape.featureCount, h);
      adamRowsStep(
        kernels,
        {
          rows: touched.subarray(0, used),
          weights: whole(embedding.weights),
          gradient: part,
          first: whole(embedding.first),
          second: whole(embedding.second),
          lastSteps: embedding.lastSteps,
        },
        adam,
      );
    },
  };
}
