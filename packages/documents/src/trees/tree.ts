/**
 * A decision tree. Node n sends a document left if its feature `features[n]` is at most `thresholds[n]`. A child c ≥ 0 is node c; a child c
 * < 0 is leaf ~c. A tree without nodes has one leaf.
 */
export interface Tree {
  /** The feature of each node. */
  readonly features: Int32Array;
  /** The threshold of each node. */
  readonly thresholds: Float32Array;
  /** The left child of each node. */
  readonly left: Int32Array;
  /** The right child of each node. */
  readonly right: Int32Array;
  /** The reduction of the training loss, to second order, by the split at each node. */
  readonly gains: Float64Array;
  /** The value of each leaf. */
  readonly values: Float64Array;
}

/** Returns the leaf of the document whose features start at `at`. */
function leafOf({ features: split, thresholds, left, right }: Tree, features: Float32Array, at: number): number {
  let node = split.length === 0 ? -1 : 0;
  while (node >= 0) node = features[at + split[node]] <= thresholds[node] ? left[node] : right[node];
  return ~node;
}

/** Adds the value of a tree to the score of every document. */
export function addTree(tree: Tree, features: Float32Array, featureCount: number, scores: Float64Array): void {
  for (let i = 0, at = 0; i < scores.length; i++, at += featureCount)
    scores[i] += tree.values[leafOf(tree, features, at)];
}
