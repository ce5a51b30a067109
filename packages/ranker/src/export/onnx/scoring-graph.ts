import type { ModelContent } from "../../single-file/encode-model-file.ts";
import type { Graph, GraphConstant, GraphNode, GraphValue } from "./onnx-messages.ts";

/** The form in which a graph takes rows. */
export type OnnxInput = "dense" | "sparse";

const rows = "rows";
const inputsOf = (features: number): Readonly<Record<OnnxInput, readonly GraphValue[]>> => ({
  sparse: [
    {
      name: "indices",
      type: "int64",
      shape: [rows, "entries"],
      description:
        "the feature indices of each row; rows with fewer entries than the longest are padded with any index",
    },
    {
      name: "values",
      type: "float",
      shape: [rows, "entries"],
      description: "their values; those of padding entries must be 0",
    },
  ],
  dense: [{ name: "features", type: "float", shape: [rows, features], description: "one value per feature" }],
});

/**
 * The graph that scores and ranks rows:
 *
 *     x       = features, or values at indices; divided by its Euclidean norm if the model normalizes rows
 *     hidden  = relu(x·W₁ + b₁)                     per member
 *     scores  = mean over members of hidden·W₂ᵀ + b₂
 *     items   = the k best items by descending score, then ascending index
 */
export function scoringGraph({ members }: Pick<ModelContent, "members">, input: OnnxInput): Graph {
  const [{ shape, normalize }] = members;
  const { features, hidden, items } = shape;
  const nodes: GraphNode[] = [];
  const constants: GraphConstant[] = [];
  const add = (operator: string, inputs: readonly string[], output: string, attributes = {}): string => {
    nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  };
  const constant = (name: string, data: GraphConstant["data"], ...size: number[]): string => {
    constants.push({ name, shape: size, data });
    return name;
  };

  const given = input === "sparse" ? "values" : "features";
  const x = normalize ? normalized(given, add, constant) : given;
  if (input === "sparse") {
    constant("middle", [1], 1);
    // Rows × 1 × entries, to be multiplied with the rows × entries × hidden weights of their features.
    add("Unsqueeze", [x, "middle"], "x_as_matrix");
  }
  const scores = members.map(({ weights }, m) => {
    const name = (part: string): string => `members.${m}.${part}`;
    const inputWeights = constant(name("input.weight"), weights.input.weights, features, hidden);
    const inputBias = constant(name("input.bias"), weights.input.bias, hidden);
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

type AddNode = (operator: string, inputs: readonly string[], output: string, attributes?: object) => string;
type AddConstant = (name: string, data: GraphConstant["data"], ...size: number[]) => string;

/**
 * Divides each row by its Euclidean norm; rows of zeros stay zero. Dividing by the largest absolute value first keeps the squares
 * within the range of single precision.
 */
function normalized(given: string, add: AddNode, constant: AddConstant): string {
  constant("zero", Float32Array.of(0));
  constant("one", Float32Array.of(1));
  const axis = { axes: [1], keepdims: 1 };
  const orOne = (size: string): string => {
    add("Equal", [size, "zero"], `${size}_is_zero`);
    return add("Where", [`${size}_is_zero`, "one", size], `${size}_or_one`);
  };
  add("Abs", [given], "absolute");
  add("ReduceMax", ["absolute"], "largest", axis);
  add("Div", [given, orOne("largest")], "scaled");
  add("ReduceL2", ["scaled"], "norm", axis);
  return add("Div", ["scaled", orOne("norm")], "normalized");
}

/** The mean of the members' scores, summed in order and then divided, as `averageRow` does. */
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
