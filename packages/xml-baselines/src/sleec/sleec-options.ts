import { checkCount, checkPositive, checkTrainingOptions, type TrainingOptions } from "../training/training-options.ts";

/** The settings that the authors chose for each dataset. */
export interface SleecSettings {
  /** The number of learners, whose predictions are averaged; each learner has its own clusters. Default: 1. */
  readonly learners?: number;
  /** The number of clusters of rows per learner. Default: 1. */
  readonly clusters?: number;
  /** k̄, the number of similarities that are kept for each row: those to the rows with the most similar labels. Default: 100. */
  readonly neighbors?: number;
  /** d, the length of an embedding. Default: 100. */
  readonly dimensions?: number;
  /** C, the weight of the regressor's squared error relative to ½‖V‖². Default: 0.1. */
  readonly cost?: number;
  /** The number of nearest training rows that vote for the labels of a new row. Default: 20. */
  readonly testNeighbors?: number;
}

/** Options for {@link trainSleec}. */
export interface SleecOptions extends SleecSettings, TrainingOptions {
  /** μ, the weight of ‖XV‖₁, which makes predicted embeddings sparse, or 0 for ridge regression. Default: 0.0001. */
  readonly sparsity?: number;
  /** The maximum number of rounds of k-means. Default: 7, as in the authors' program. */
  readonly clusterRounds?: number;
  /**
   * The maximum number of rounds of gradient steps for the embeddings. With more rounds, embeddings match the kept similarities better but
   * are harder to predict from features, and precision on held-out rows of Delicious is lower. Default: 1.
   */
  readonly embeddingRounds?: number;
  /** The rounds for the embeddings stop when the objective decreases by less than this fraction in a round. Default: 0.001. */
  readonly embeddingTolerance?: number;
  /** The maximum number of rounds of the regressor's ADMM. Default: 20. */
  readonly regressorRounds?: number;
}

/** The datasets for which the authors published settings. */
export type SleecPresetName = "bibtex" | "delicious" | "eurlex" | "wiki10" | "delicious-200k";

/** The authors' settings, by dataset: `trainSleec(data, { ...sleecPresets.delicious, seed: 1 })`. */
export const sleecPresets: Readonly<Record<SleecPresetName, Required<SleecSettings>>> = {
  bibtex: { learners: 1, clusters: 1, neighbors: 250, dimensions: 100, cost: 0.2, testNeighbors: 25 },
  delicious: { learners: 1, clusters: 1, neighbors: 500, dimensions: 100, cost: 0.1, testNeighbors: 70 },
  eurlex: { learners: 5, clusters: 3, neighbors: 100, dimensions: 100, cost: 1, testNeighbors: 8 },
  wiki10: { learners: 5, clusters: 5, neighbors: 50, dimensions: 75, cost: 0.1, testNeighbors: 11 },
  "delicious-200k": { learners: 5, clusters: 50, neighbors: 50, dimensions: 50, cost: 0.1, testNeighbors: 70 },
};

export function checkSleecOptions(options: SleecOptions) {
  const counts = {
    learners: options.learners ?? 1,
    clusters: options.clusters ?? 1,
    neighbors: options.neighbors ?? 100,
    dimensions: options.dimensions ?? 100,
    testNeighbors: options.testNeighbors ?? 20,
    clusterRounds: options.clusterRounds ?? 7,
    regressorRounds: options.regressorRounds ?? 20,
  };
  for (const [name, value] of Object.entries(counts)) checkCount(name, value);
  const { cost = 0.1, sparsity = 0.0001, embeddingRounds = 1, embeddingTolerance = 0.001 } = options;
  checkPositive("cost", cost);
  if (!(sparsity >= 0 && sparsity < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`sparsity is ${sparsity}; expected a nonnegative finite number`);
  }
  if (!Number.isInteger(embeddingRounds) || embeddingRounds < 0) {
    throw new RangeError(`embeddingRounds is ${embeddingRounds}; expected a nonnegative integer`);
  }
  checkPositive("embeddingTolerance", embeddingTolerance);
  return { ...checkTrainingOptions(options), ...counts, cost, sparsity, embeddingRounds, embeddingTolerance };
}
