import {
  allocate,
  allocateStandardization,
  createKernelMemory,
  createKernels,
  loadKernelModuleSync,
  matrix,
  standardizeRows,
} from "@tierwise/kernels";
import { completeModel, type DocumentModel, type UnratedLists } from "../model/document-model.ts";
import type { Normalization } from "../normalization/normalization.ts";
import type { NetworkScorer } from "./documents-scorer.ts";
import { forward, layersOf, weightCount, widthsOf } from "./layers.ts";

/** A model that scores each document with a network on its features. */
export interface NetworkModel extends DocumentModel<NetworkScorer> {
  /** How features are normalized. */
  readonly normalization: Normalization;
  /** The weights, layer by layer: a matrix of outputs × inputs, row by row, then the biases. The score has no bias. */
  readonly weights: Float32Array;
}

/** The parts of a network that are stored. */
export type NetworkContent = Omit<NetworkModel, "rank" | "scores">;

/** The number of documents that are scored at a time. */
const chunk = 1024;

/** Creates the model of a network. */
export function networkModel(content: NetworkContent): NetworkModel {
  const { scorer, featureCount, normalization, weights } = content;
  const widths = widthsOf(featureCount, scorer.options.hidden);
  if (weights.length !== weightCount(widths)) {
    throw new RangeError(
      `weights has ${weights.length} entries; expected ${weightCount(widths)} for layers of ${widths.join(", ")}`,
    );
  }
  return completeModel(content, (lists: UnratedLists) => scoreDocuments(lists, widths, normalization, weights));
}

/** The score of every document. */
export function scoreDocuments(
  { features, offsets }: UnratedLists,
  widths: readonly number[],
  normalization: Normalization,
  weights: Float32Array,
): Float64Array {
  const room = widths.reduce((sum, width) => sum + width, 0) * chunk + weights.length;
  const memory = createKernelMemory({ bytes: 4 * room + 20 * (widths[0] + 4) + 64 * (widths.length + 6) });
  const kernels = createKernels(loadKernelModuleSync(), memory);
  const copied = allocate(memory, Float32Array, weights.length);
  copied.set(weights);
  const layers = layersOf(copied, widths);
  const standardization = allocateStandardization(memory, normalization);
  const activations = widths.map((width) => allocate(memory, Float32Array, chunk * width));
  const scores = new Float64Array(offsets[offsets.length - 1]);
  for (let from = 0; from < scores.length; from += chunk) {
    const rows = Math.min(chunk, scores.length - from);
    activations[0].set(features.subarray(from * widths[0], (from + rows) * widths[0]));
    standardizeRows(kernels, matrix(activations[0], rows, widths[0]), standardization);
    forward(kernels, layers, activations, rows);
    scores.set(activations[widths.length - 1].subarray(0, rows), from);
  }
  return scores;
}
