import { checkedOptions, type OptionRange } from "../training/checked-options.ts";

/** Options for {@link boostedTrees}. */
export interface BoostedTreesOptions {
  /** The maximum number of trees. Default: 1000. */
  readonly trees?: number;
  /** The maximum number of leaves per tree, at least 2. Default: 31. */
  readonly leaves?: number;
  /** The learning rate: a factor that multiplies the values of every tree. Default: 0.05. */
  readonly learningRate?: number;
  /** The minimum number of documents per leaf. Default: 20. */
  readonly minDocuments?: number;
  /** Added to H in the value −G/(H + ridge) of a leaf, where G and H are the sums of first and second derivatives. Default: 1. */
  readonly ridge?: number;
  /** The minimum sum of second derivatives per leaf. Default: 1e-3. */
  readonly minCurvature?: number;
  /** The minimum gain of a split, in units of the loss. Default: 0. */
  readonly minGain?: number;
  /** The fraction of features that each tree may use, chosen at random. Default: 1. */
  readonly featureShare?: number;
  /** The fraction of lists that each tree is fitted to, chosen at random. Default: 1. */
  readonly listShare?: number;
  /** The maximum number of bins per feature, from 2 to 256. Default: 255. */
  readonly bins?: number;
}

/** The scorer of {@link boostedTrees}, as JSON. */
export interface BoostedTreesScorer {
  /** The kind of scorer. */
  readonly kind: "trees";
  /** The options, with all defaults filled in. */
  readonly options: Required<BoostedTreesOptions>;
}

const defaults: Required<BoostedTreesOptions> = {
  trees: 1000,
  leaves: 31,
  learningRate: 0.05,
  minDocuments: 20,
  ridge: 1,
  minCurvature: 1e-3,
  minGain: 0,
  featureShare: 1,
  listShare: 1,
  bins: 255,
};

const ranges: Readonly<Record<keyof BoostedTreesOptions, OptionRange>> = {
  trees: [1, 1e6, "integer"],
  leaves: [2, 4096, "integer"],
  learningRate: [1e-6, 10],
  minDocuments: [1, 1e9, "integer"],
  ridge: [0, 1e9],
  minCurvature: [0, 1e9],
  minGain: [0, 1e9],
  featureShare: [1e-6, 1],
  listShare: [1e-6, 1],
  bins: [2, 256, "integer"],
};

/**
 * A scorer that adds up decision trees on the features of each document, trained by gradient boosting with any ranking loss.
 *
 * Every tree is fitted to the gradient g of the loss and to h, the diagonal of its Hessian or an upper bound on this diagonal. A leaf has
 * the value −Σg/(Σh + ridge). The leaf whose best split reduces the loss most, to second order, is split next (leaf-wise growth). Features
 * are divided into bins once. The sums that determine splits are exact integers, so the number of threads does not affect the model.
 *
 * J. H. Friedman, Greedy function approximation, Annals of Statistics 29, 2001; G. Ke et al., LightGBM, NIPS 2017.
 *
 * @param options - The size of the trees and the regularization.
 *
 * @example
 * ```ts
 * import { boostedTrees } from "@tierwise/documents";
 *
 * const { kind, options } = boostedTrees({ leaves: 15 });
 * console.log(kind, options.leaves, options.learningRate); // trees 15 0.05
 * ```
 */
export function boostedTrees(options: BoostedTreesOptions = {}): BoostedTreesScorer {
  return { kind: "trees", options: checkedOptions("boostedTrees", options, defaults, ranges) };
}
