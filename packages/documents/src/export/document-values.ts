import type { Graph } from "@tierwise/data/onnx";

/** The input and output of a graph that scores documents. */
export function documentValues(featureCount: number): Pick<Graph, "inputs" | "outputs"> {
  const rows = "documents";
  const description = "one value per feature, as in training; missing ones are 0";
  return {
    inputs: [{ name: "features", type: "float", shape: [rows, featureCount], description }],
    outputs: [{ name: "scores", type: "float", shape: [rows], description: "the score of each document" }],
  };
}
