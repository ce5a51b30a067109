import type { Graph } from "@tierwise/data/onnx";

export function documentValues(featureCount: number): Pick<Graph, "inputs" | "outputs"> {
  const rows = "documents";
  const description = "one value per feature, in the same order as in training; 0 if missing";
  return {
    inputs: [{ name: "features", type: "float", shape: [rows, featureCount], description }],
    outputs: [{ name: "scores", type: "float", shape: [rows], description: "the score of each document" }],
  };
}
