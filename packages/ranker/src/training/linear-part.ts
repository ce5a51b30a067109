import type { LabeledRows } from "@tierwise/data/rows";
import { loadKernelModule } from "@tierwise/kernels";
import { inContentOrder, selectFeatures } from "../data/content-order.ts";
import { tight } from "../data/sparse-rows.ts";
import { type PreparedData, prepareData, type TrainingData } from "../data/training-data.ts";
import type { NetworkShape } from "../model/layers.ts";
import type { LinearPart } from "../model/linear-part.ts";
import type { Ranker } from "../model/ranker.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import { type LinearWeights, linearRanker, mostLinearItems } from "../network/linear-ranker.ts";
import { firstTiers } from "./stored-neighbors.ts";

/** Throws an error unless the numbers of a linear part are positive and the ranker has enough hidden units for it. */
export function checkLinearPart(linear: LinearPart, { hidden, itemCount }: NetworkShape): void {
  for (const name of ["cost", "weight"] as const) {
    const value = linear[name];
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`linear.${name} is ${value}; expected a positive number`);
    }
  }
  if (itemCount <= mostLinearItems(hidden)) return;
  throw new RangeError(`hidden is ${hidden}; expected at least ${2 * itemCount}, two per item, for a linear part`);
}

/** The criteria for ending the fit; in an ensemble with networks, more Newton steps do not improve a linear part. */
const accuracy = { tolerance: 0.1, maxSteps: 5 };

/** Fits the weights of a linear part to the given rows, whose features are already transformed. */
export async function fitLinearPart(
  data: PreparedData,
  { featureCount, rows }: { readonly featureCount: number; readonly rows: Int32Array },
  { cost, signal }: { readonly cost: number; readonly signal?: AbortSignal | undefined },
): Promise<LinearWeights> {
  // Imported when needed, so that web pages that only rank items do not load it.
  const { fitLogistic } = await import("@tierwise/xml-baselines");
  return fitLogistic(labeledRows(data, featureCount, rows), { cost, ...accuracy, ...(signal && { signal }) });
}

/** The given rows, with the items of their first tiers as labels. */
function labeledRows(data: PreparedData, featureCount: number, rows: Int32Array): LabeledRows {
  return {
    numRows: rows.length,
    numFeatures: featureCount,
    numLabels: data.preferences.itemCount,
    features: tight(selectFeatures(data.features, rows)),
    labels: firstTiers(data, rows),
  };
}

/** Options for {@link trainLinearMember}. */
export interface LinearMemberRun {
  /** M, the number of networks of the ensemble. */
  readonly networks: number;
  /** Cancels the fit. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fits a linear part as an additional member of an ensemble of M networks. Because members have equal weights, the scores of the linear part are
 * multiplied by M·weight.
 *
 * @param network - A network of the ensemble, which supplies sizes, vocabulary and transforms.
 * @param data - The training data.
 * @param linear - The linear part.
 * @param run - M, and a signal that cancels the fit.
 *
 * @example
 * ```ts
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { createEnsemble, trainLinearMember, trainRanker } from "@tierwise/ranker";
 *
 * const data = generateXmlDataset({ rows: 300, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * const { ranker } = await trainRanker(data, { hidden: 64, epochs: 4, seed: 1 });
 * const linear = await trainLinearMember(ranker, data, { cost: 1, weight: 0.5 }, { networks: 1 });
 * console.log(createEnsemble([ranker, linear]).members.length); // 2
 * ```
 */
export async function trainLinearMember(
  network: Ranker,
  data: TrainingData,
  { cost, weight }: LinearPart,
  { networks, signal }: LinearMemberRun,
): Promise<Ranker> {
  checkLinearPart({ cost, weight }, network);
  const { featureCount, itemCount, hidden, normalize, seed, kernelBuild } = network;
  const rows = inContentOrder(prepareData(data, network, network));
  const all = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  const weights = await fitLinearPart(rows, { featureCount, rows: all }, { cost, signal });
  const module = await loadKernelModule({ kernelBuild });
  const sizes = { features: featureCount, items: itemCount, hidden };
  const options = { ...sizes, normalize, seed: seed + networks, module, ...knownVocabulary(network) };
  return linearRanker(options, weights, networks * weight);
}
