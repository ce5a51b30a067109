import type { LabeledRows } from "@tierwise/data/rows";
import type { Model } from "@tierwise/metrics";
import { linearModel } from "../prediction/linear-model.ts";
import { fitLogistic, type LogisticOptions } from "./fit-logistic.ts";

/**
 * One-vs-rest logistic regression fits an independent linear classifier with an offset for every label,
 *
 *     min over w, b of ½‖w‖² + C·Σ_i log(1 + exp(−y_i·(w·x_i + b))),
 *
 * solved to high accuracy by truncated Newton steps with conjugate gradients (Lin, Weng and Keerthi 2008, Trust region Newton method for
 * logistic regression, JMLR). The score of a label is w·x + b. Training runs on the calling thread.
 *
 * @param data - The training set.
 * @param options - C, and training options.
 *
 * @example
 * ```ts
 * import { parseXmlDataset } from "@tierwise/datasets-xml";
 * import { trainLogistic } from "@tierwise/xml-baselines";
 *
 * const text = "4 2 2\n0 0:1\n1 1:1\n0 0:2\n1 1:3\n";
 * const data = parseXmlDataset(new TextEncoder().encode(text));
 * const { items } = await (await trainLogistic(data)).rank(data.features, { k: 1 });
 * console.log(items.join(" ")); // 0 1 0 1
 * ```
 */
export async function trainLogistic(data: LabeledRows, options: LogisticOptions = {}): Promise<Model> {
  return linearModel(data.numFeatures, data.numLabels, await fitLogistic(data, options));
}
