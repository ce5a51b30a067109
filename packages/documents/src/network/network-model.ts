import {
  allocate,
  allocateStandardization,
  createKernelMemory,
  createKernels,
  type KernelMemory,
  type Kernels,
  loadKernelModuleSync,
  type Matrix,
  matrix,
  standardizeRows,
} from "@tierwise/kernels";
import { completeModel, type DocumentModel, type UnratedLists } from "../model/document-model.ts";
import type { Normalization } from "../normalization/normalization.ts";
import { attentionBytes, createAttention } from "./attention.ts";
import { type AttentionShape, attentionOf } from "./attention-weights.ts";
import type { NetworkScorer } from "./documents-scorer.ts";
import { forward, layersOf } from "./layers.ts";
import { type NetworkShape, networkShape, networkWeightCount } from "./network-shape.ts";

/** A model that scores each document with a network on its features. */
export interface NetworkModel extends DocumentModel<NetworkScorer> {
  /** How features are normalized. */
  readonly normalization: Normalization;
  /**
   * The weights, layer by layer: a matrix of outputs × inputs, row by row, then the biases. The score has no bias. The weights of attention follow: queries,
   * keys, values, output, and the biases of the output.
   */
  readonly weights: Float32Array;
}

export type NetworkContent = Omit<NetworkModel, "rank" | "scores">;

/** The number of documents that are scored at a time; with attention, at least this many, because lists are not divided. */
const chunk = 1024;

export function networkModel(content: NetworkContent): NetworkModel {
  const { scorer, featureCount, normalization, weights } = content;
  const shape = networkShape(featureCount, scorer.options);
  const expected = networkWeightCount(shape);
  if (weights.length !== expected) {
    const sizes = `layers of ${shape.widths.join(", ")}${shape.attention ? " with attention" : ""}`;
    throw new RangeError(`weights.length is ${weights.length}; expected ${expected} for ${sizes}`);
  }
  return completeModel(content, (lists: UnratedLists) => scoreDocuments(lists, shape, normalization, weights));
}

export function scoreDocuments(
  { features, offsets }: UnratedLists,
  shape: NetworkShape,
  normalization: Normalization,
  weights: Float32Array,
): Float64Array {
  const { widths, attention } = shape;
  const passes = attention === undefined ? chunksOf(offsets) : listsOf(offsets);
  const most = passes.reduce((rows, { from, to }) => Math.max(rows, to - from), 1);
  const longest = passes.reduce((length, { starts }) => Math.max(length, longestOf(starts)), 1);
  const room = widths.reduce((sum, width) => sum + width, 0) * most + weights.length;
  const ofAttention = attention ? attentionBytes(attention, most, longest) : 0;
  const memory = createKernelMemory({
    bytes: 4 * room + 20 * (widths[0] + 4) + 64 * (widths.length + 6) + ofAttention,
  });
  const kernels = createKernels(loadKernelModuleSync(), memory);
  const copied = allocate(memory, Float32Array, weights.length);
  copied.set(weights);
  const layers = layersOf(copied, widths);
  const standardization = allocateStandardization(memory, normalization);
  const activations = widths.map((width) => allocate(memory, Float32Array, most * width));
  const attend = attention && attending(kernels, memory, attention, copied, { most, longest });
  const scores = new Float64Array(offsets[offsets.length - 1]);
  for (const { from, to, starts } of passes) {
    const rows = to - from;
    activations[0].set(features.subarray(from * widths[0], to * widths[0]));
    standardizeRows(kernels, matrix(activations[0], rows, widths[0]), standardization);
    forward(kernels, layers, activations, rows, { context: attend?.(starts) });
    scores.set(activations[widths.length - 1].subarray(0, rows), from);
  }
  return scores;
}

/** Documents that are scored together; `starts` contains the position of each list's start in this part, then the part's length. */
interface ScoredPart {
  readonly from: number;
  readonly to: number;
  readonly starts: Int32Array;
}

/** Divides all documents into chunks, regardless of lists. */
function chunksOf(offsets: Int32Array): ScoredPart[] {
  const count = offsets[offsets.length - 1];
  return Array.from({ length: Math.ceil(count / chunk) }, (_, c) => {
    const [from, to] = [c * chunk, Math.min((c + 1) * chunk, count)];
    return { from, to, starts: new Int32Array(0) };
  });
}

/** Divides the documents into parts that consist of whole lists. */
function listsOf(offsets: Int32Array): ScoredPart[] {
  const parts: ScoredPart[] = [];
  for (let first = 0, l = 1; l < offsets.length; l++) {
    if (offsets[l] - offsets[first] < chunk && l + 1 < offsets.length) continue;
    const starts = offsets.slice(first, l + 1).map((at) => at - offsets[first]);
    if (offsets[l] > offsets[first]) parts.push({ from: offsets[first], to: offsets[l], starts });
    first = l;
  }
  return parts;
}

function longestOf(starts: Int32Array): number {
  return starts.reduce((longest, start, l) => (l === 0 ? 0 : Math.max(longest, start - starts[l - 1])), 0);
}

/** Returns a function from `starts` to the context for prediction of the lists that begin there. */
function attending(
  kernels: Kernels,
  memory: KernelMemory,
  shape: AttentionShape,
  weights: Float32Array,
  { most, longest }: { readonly most: number; readonly longest: number },
) {
  const attention = createAttention(kernels, memory, shape, most, longest);
  const own = attentionOf(weights, shape);
  return (starts: Int32Array) => ({ forward: (units: Matrix) => attention.forward(own, units, starts) });
}
