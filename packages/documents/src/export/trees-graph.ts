import { type Graph, graphBuilder } from "@tierwise/data/onnx";
import type { Tree } from "../trees/tree.ts";
import type { TreesModel } from "../trees/trees-model.ts";
import { documentValues } from "./document-values.ts";

/** A tree that scores every document 0; it replaces the trees of a model without trees, because the operator needs at least one. */
const zero: Tree = {
  features: new Int32Array(0),
  thresholds: new Float32Array(0),
  left: new Int32Array(0),
  right: new Int32Array(0),
  gains: new Float64Array(0),
  values: Float64Array.of(0),
};

/** The graph of boosted trees, one `TreeEnsembleRegressor`. Branches test x ≤ threshold, as in the model; leaf values are floats. */
export function treesGraph({ featureCount, trees }: TreesModel): Graph {
  const { nodes, constants, add, constant } = graphBuilder();
  const attributes = ensembleAttributes(trees.length === 0 ? [zero] : trees);
  nodes.push({
    operator: "TreeEnsembleRegressor",
    domain: "ai.onnx.ml",
    inputs: ["features"],
    outputs: ["sums"],
    attributes,
  });
  add("Squeeze", ["sums", constant("columns", [1], 1)], "scores");
  return { name: "tierwise_documents", nodes, constants, ...documentValues(featureCount) };
}

/** The attributes of the operator. The leaves of a tree have the numbers that follow those of its nodes. */
function ensembleAttributes(trees: readonly Tree[]) {
  const perTree = <T>(of: (tree: Tree, t: number) => readonly T[]): T[] => trees.flatMap(of);
  const children =
    (side: "left" | "right") =>
    ({ [side]: child, features, values }: Tree): number[] => [
      ...Array.from(child, (node) => (node >= 0 ? node : features.length + ~node)),
      ...Array.from(values, () => 0),
    ];
  const all = ({ features, values }: Tree): number => features.length + values.length;
  return {
    n_targets: 1,
    nodes_treeids: perTree((tree, t) => new Array<number>(all(tree)).fill(t)),
    nodes_nodeids: perTree((tree) => Array.from({ length: all(tree) }, (_, node) => node)),
    nodes_featureids: perTree(({ features, values }) => [...features, ...Array.from(values, () => 0)]),
    nodes_modes: perTree(({ features, values }) => [
      ...Array.from(features, () => "BRANCH_LEQ"),
      ...Array.from(values, () => "LEAF"),
    ]),
    nodes_values: Float32Array.from(perTree(({ thresholds, values }) => [...thresholds, ...values.map(() => 0)])),
    nodes_truenodeids: perTree(children("left")),
    nodes_falsenodeids: perTree(children("right")),
    target_treeids: perTree(({ values }, t) => Array.from(values, () => t)),
    target_nodeids: perTree(({ features, values }) => Array.from(values, (_, k) => features.length + k)),
    target_ids: perTree(({ values }) => Array.from(values, () => 0)),
    target_weights: Float32Array.from(perTree(({ values }) => [...values])),
  };
}
