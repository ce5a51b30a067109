import { modelProto } from "@tierwise/data/onnx";
import type { NetworkModel } from "../network/network-model.ts";
import type { TreesModel } from "../trees/trees-model.ts";
import { networkGraph } from "./network-graph.ts";
import { treesGraph } from "./trees-graph.ts";

/**
 * Converts a model to an ONNX file for onnxruntime (opset 17; trees need ai.onnx.ml 3). The graph includes the normalization: it takes the raw
 * `features` (float, documents × F) and returns `scores` (float, documents), by which to rank a list in descending order. A network with attention
 * takes one list per call. The scores agree with the model's to about six digits, because onnxruntime adds floats in a different order. The metadata
 * entry `feature_names` contains the names of the features, as JSON.
 *
 * @param model - A model from {@link trainDocuments}.
 *
 * @example
 * ```ts
 * import { boostedTrees, documentOnnx, parseDocuments, trainDocuments } from "@tierwise/documents";
 *
 * const lists = parseDocuments("query,grade,clicks\ntea,1,30\ntea,0,2\nmilk,2,8\nmilk,0,1\n");
 * const model = await trainDocuments(lists, { scorer: boostedTrees({ trees: 3, minDocuments: 1 }), validation: 0, threads: 1 });
 * const file = documentOnnx(model);
 * console.log(new TextDecoder().decode(file).includes("TreeEnsembleRegressor")); // true
 * ```
 */
export function documentOnnx(model: NetworkModel | TreesModel): Uint8Array<ArrayBuffer> {
  const isNetwork = "weights" in model;
  const { size, pieces } = modelProto(isNetwork ? networkGraph(model) : treesGraph(model), {
    description: `Scores documents by ${model.featureCount} features with ${isNetwork ? "a network" : "boosted trees"}; exported from Tierwise.`,
    metadata: model.featureNames === undefined ? {} : { feature_names: JSON.stringify(model.featureNames) },
  });
  const file = new Uint8Array(size);
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of pieces) {
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return file;
}
