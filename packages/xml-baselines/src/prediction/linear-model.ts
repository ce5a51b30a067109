import type { Model } from "@tierwise/metrics";
import { labelModel } from "./label-model.ts";
import { projectRow } from "./project-row.ts";

/** The weights of a linear model. */
export interface LinearWeights {
  /** Features × labels, row by row. */
  readonly weights: Float32Array;
  /** One offset per label. */
  readonly bias: Float32Array;
}

/** The maximum number of weights, which take 2 GiB. */
const mostWeights = 2 ** 29;

/** Allocates the weights of a linear model; throws if they do not fit into memory. */
export function linearWeights(featureCount: number, labelCount: number): LinearWeights {
  if (featureCount * labelCount > mostWeights) {
    throw new RangeError(
      `data has ${featureCount} features and ${labelCount} labels; expected a product of these numbers of at most ${mostWeights}, the maximum number of weights of a linear model`,
    );
  }
  return { weights: new Float32Array(featureCount * labelCount), bias: new Float32Array(labelCount) };
}

/** Creates a model with scores Wᵀ·x + b. */
export function linearModel(featureCount: number, labelCount: number, { weights, bias }: LinearWeights): Model {
  const projection = { weights, columns: labelCount, normalize: false, start: bias };
  return labelModel(featureCount, labelCount, (rows, from, to, out) => {
    for (let row = from; row < to; row++) {
      const at = (row - from) * labelCount;
      projectRow(projection, rows, row, out.subarray(at, at + labelCount));
    }
  });
}
