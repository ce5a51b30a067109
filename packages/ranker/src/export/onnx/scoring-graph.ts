import { type AddConstant, type AddNode, type Graph, type GraphValue, graphBuilder } from "@tierwise/data/onnx";
import type { ModelContent } from "../../single-file/encode-model-file.ts";
import { type OnnxInput, shiftedBias, transformNodes } from "./transform-nodes.ts";

const rows = "rows";
const inputsOf = (features: number): Readonly<Record<OnnxInput, readonly GraphValue[]>> => ({
  sparse: [
    {
      name: "indices",
      type: "int64",
      shape: [rows, "entries"],
      description: "the feature indices of each row; shorter rows are padded with any index",
    },
    {
      name: "values",
      type: "float",
      shape: [rows, "entries"],
      description: "the feature values of each row; padding must be 0",
    },
  ],
  dense: [{ name: "features", type: "float", shape: [rows, features], description: "one value per feature" }],
});

/**
 * The graph that scores and ranks rows:
 *
 *     x       = features, or values at indices, after the model's transforms and the division of rows by their norm, if any
 *     hidden  = relu(x·W₁ + b₁)                     per member
 *     scores  = mean over members of hidden·W₂ᵀ + b₂
 *     items   = the k best items by descending score, then ascending index
 */
export function scoringGraph(
  { members, transforms = [] }: Pick<ModelContent, "members" | "transforms">,
  input: OnnxInput,
): Graph {
  const [{ shape, normalize }] = members;
  const { features, hidden, items } = shape;
  const { nodes, constants, add, constant } = graphBuilder();
  const given = { input, values: input === "sparse" ? "values" : "features", normalize };
  const { values: x, shift } = transformNodes(transforms, given, add, constant);
  if (input === "sparse") {
    constant("middle", [1], 1);
    // The shape is rows × 1 × entries, for a product with gathered weights of shape rows × entries × hidden.
    add("Unsqueeze", [x, "middle"], "x_as_matrix");
  }
  const scores = members.map(({ weights }, m) => {
    const name = (part: string): string => `members.${m}.${part}`;
    const inputWeights = constant(name("input.weight"), weights.input.weights, features, hidden);
    const { bias } = weights.input;
    const rowBias = shift === undefined ? bias : shiftedBias(bias, weights.input.weights, shift);
    const inputBias = constant(name("input.bias"), rowBias, hidden);
    const outputWeights = constant(name("output.weight"), weights.output.weights, items, hidden);
    const outputBias = constant(name("output.bias"), weights.output.bias, items);
    let sum: string;
    if (input === "dense") sum = add("Gemm", [x, inputWeights, inputBias], name("sum"));
    else {
      const gathered = add("Gather", [inputWeights, "indices"], name("gathered"), { axis: 0 });
      const product = add("MatMul", ["x_as_matrix", gathered], name("product"));
      const flat = add("Squeeze", [product, "middle"], name("flat"));
      sum = add("Add", [flat, inputBias], name("sum"));
    }
    const active = add("Relu", [sum], name("hidden"));
    return add("Gemm", [active, outputWeights, outputBias], name("scores"), { transB: 1 });
  });
  average(scores, add, constant);
  constant("item_count", [items], 1);
  add("Min", ["k", "item_count"], "place_count");
  nodes.push({
    operator: "TopK",
    inputs: ["scores", "place_count"],
    outputs: ["item_scores", "items"],
    attributes: { axis: 1, largest: 1, sorted: 1 },
  });
  return {
    name: "tierwise_ranker",
    nodes,
    constants,
    inputs: [
      ...inputsOf(features)[input],
      { name: "k", type: "int64", shape: [1], description: "the number of items to return per row" },
    ],
    outputs: [
      { name: "items", type: "int64", shape: [rows, "places"], description: "the best items of each row, best first" },
      { name: "item_scores", type: "float", shape: [rows, "places"], description: "their scores" },
      { name: "scores", type: "float", shape: [rows, items], description: "the score of every item" },
    ],
  };
}

/** The mean of the members' scores: like `averageRow`, it adds the scores in order, then divides the sum. */
function average(scores: readonly string[], add: AddNode, constant: AddConstant): void {
  if (scores.length === 1) {
    add("Identity", [scores[0]], "scores");
    return;
  }
  let sum = scores[0];
  for (let m = 1; m < scores.length; m++) sum = add("Add", [sum, scores[m]], `sum.${m}`);
  constant("member_count", Float32Array.of(scores.length));
  add("Div", [sum, "member_count"], "scores");
}
