import type { Tree } from "./tree.ts";

/** Builds a tree from stored arrays. Throws an error if a child or feature does not exist, or if the nodes do not form a tree. */
export function checkedTree(stored: { readonly [name: string]: unknown }, featureCount: number, name: string): Tree {
  const numbers = (key: keyof Tree): number[] => {
    const array = stored[key];
    if (Array.isArray(array) && array.every((value) => Number.isFinite(value))) return array;
    throw new Error(`${name}.${key} is not an array of numbers`);
  };
  const tree: Tree = {
    features: Int32Array.from(numbers("features")),
    thresholds: Float32Array.from(numbers("thresholds")),
    left: Int32Array.from(numbers("left")),
    right: Int32Array.from(numbers("right")),
    gains: Float64Array.from(numbers("gains")),
    values: Float64Array.from(numbers("values")),
  };
  const nodes = tree.features.length;
  for (const key of ["thresholds", "left", "right", "gains"] as const) {
    if (tree[key].length !== nodes) throw new Error(`${name}.${key}.length is ${tree[key].length}; expected ${nodes}`);
  }
  if (tree.values.length !== nodes + 1) {
    throw new Error(`${name}.values.length is ${tree.values.length}; expected ${nodes + 1} for ${nodes} nodes`);
  }
  for (let node = 0; node < nodes; node++) {
    const feature = tree.features[node];
    if (!(feature >= 0 && feature < featureCount))
      throw new Error(`${name} uses feature ${feature}; expected one below ${featureCount}`);
    // A child that is a node must have a larger number than its parent, so that every path ends.
    for (const child of [tree.left[node], tree.right[node]]) {
      if (child >= 0 ? child <= node || child >= nodes : ~child > nodes) {
        throw new Error(`${name} has a node ${node} with child ${child}; expected a later node or a leaf`);
      }
    }
  }
  return tree;
}
