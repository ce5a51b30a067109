import { addSignedLog, elementType, type Graph, graphBuilder } from "@tierwise/data/onnx";
import { layersOf, widthsOf } from "../network/layers.ts";
import type { NetworkModel } from "../network/network-model.ts";
import { documentValues } from "./document-values.ts";

/**
 * The graph of a network: y = (t(x) − mean)/scale in double precision, as in training; relu(y·Wᵀ + b) per layer; then the score
 * without bias.
 */
export function networkGraph({ featureCount, scorer, normalization, weights }: NetworkModel): Graph {
  const { nodes, constants, add, constant } = graphBuilder();
  const { log, means, scales } = normalization;
  const name = (part: string): string => `normalization.${part}`;
  const x = add("Cast", ["features"], name("doubles"), { to: elementType("double") });
  const logs = addSignedLog(x, name, { add, constant }, Float64Array.of(1));
  const transformed = add("Where", [constant(name("log_of"), log, featureCount), logs, x], name("transformed"));
  const centered = add("Sub", [transformed, constant(name("means"), means, featureCount)], name("centered"));
  const scaled = add("Div", [centered, constant(name("scales"), scales, featureCount)], name("scaled"));
  let y = add("Cast", [scaled], name("floats"), { to: elementType("float") });
  const layers = layersOf(weights, widthsOf(featureCount, scorer.options.hidden));
  for (const [k, { weights: matrix, bias }] of layers.entries()) {
    const part = (what: string): string => `layers.${k}.${what}`;
    const inputs = [y, constant(part("weight"), matrix.data, matrix.rows, matrix.columns)];
    if (bias) inputs.push(constant(part("bias"), bias, matrix.rows));
    y = add("Gemm", inputs, part("sum"), { transB: 1 });
    if (bias) y = add("Relu", [y], part("hidden"));
  }
  add("Squeeze", [y, constant("columns", [1], 1)], "scores");
  return { name: "tierwise_documents", nodes, constants, ...documentValues(featureCount) };
}
