import { addSignedLog, elementType, type Graph, type GraphBuilder, graphBuilder } from "@tierwise/data/onnx";
import { type AttentionShape, attentionOf } from "../network/attention-weights.ts";
import { layersOf } from "../network/layers.ts";
import type { NetworkModel } from "../network/network-model.ts";
import { networkShape } from "../network/network-shape.ts";
import { documentValues } from "./document-values.ts";

/**
 * The graph of a network: y = (t(x) − mean)/scale in double precision, as in training; relu(y·Wᵀ + b) per layer; then the score, which
 * has no bias. With attention, all documents of one call form one list.
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
  const { widths, attention } = networkShape(featureCount, scorer.options);
  const layers = layersOf(weights, widths);
  for (const [k, { weights: matrix, bias }] of layers.entries()) {
    if (attention && k === layers.length - 1) y = addAttention(y, weights, attention, { add, constant });
    const part = (what: string): string => `layers.${k}.${what}`;
    const inputs = [y, constant(part("weight"), matrix.data, matrix.rows, matrix.columns)];
    if (bias) inputs.push(constant(part("bias"), bias, matrix.rows));
    y = add("Gemm", inputs, part("sum"), { transB: 1 });
    if (bias) y = add("Relu", [y], part("hidden"));
  }
  add("Squeeze", [y, constant("columns", [1], 1)], "scores");
  return { name: "tierwise_documents", nodes, constants, ...documentValues(featureCount) };
}

/** Adds attention over all documents of a call and returns the name of the output. */
function addAttention(
  x: string,
  weights: Float32Array,
  shape: AttentionShape,
  { add, constant }: Pick<GraphBuilder, "add" | "constant">,
): string {
  const { query, key, value, output, bias } = attentionOf(weights, shape);
  const { width, heads, size } = shape;
  const root = constant("attention.root", Float32Array.of(Math.sqrt(size)));
  const mixed = Array.from({ length: heads }, (_, head) => {
    const part = (what: string): string => `attention.${head}.${what}`;
    const own = ({ data }: { readonly data: Float32Array }) =>
      data.slice(head * size * width, (head + 1) * size * width);
    const [q, k, v] = Object.entries({ query, key, value }).map(([name, matrix]) =>
      add("Gemm", [x, constant(part(`${name}.weight`), own(matrix), size, width)], part(name), { transB: 1 }),
    );
    const products = add("Gemm", [q, k], part("products"), { transB: 1 });
    const shares = add("Softmax", [add("Div", [products, root], part("scaled"))], part("shares"), { axis: 1 });
    return add("MatMul", [shares, v], part("mixed"));
  });
  const all = heads === 1 ? mixed[0] : add("Concat", mixed, "attention.mixed", { axis: 1 });
  const outputs = [
    constant("attention.output.weight", output.data, width, heads * size),
    constant("attention.output.bias", bias, width),
  ];
  const sum = add("Gemm", [all, ...outputs], "attention.output", { transB: 1 });
  return add("Relu", [add("Add", [x, sum], "attention.sum")], "attention.units");
}
