import type { TransformSpec } from "../transforms/transform.ts";

/** The settings that a trial of the search varies. */
export interface AutoSettings {
  /** The transforms of the features. */
  readonly transforms: readonly TransformSpec[];
  /** The number of hidden units. */
  readonly hidden: number;
  /** The learning rate. */
  readonly learningRate: number;
  /** Rows per step. */
  readonly batchSize: number;
  /** The share of feature values dropped in each step. */
  readonly inputDropout: number;
  /** The share of hidden units dropped in each step. */
  readonly hiddenDropout: number;
}

/** One candidate in one round of the search. */
export interface AutoTrial {
  /** The 0-based number of the candidate; candidate 0 has the settings that the data suggest. */
  readonly candidate: number;
  /** The 1-based round. */
  readonly round: number;
  /** Its settings. */
  readonly settings: AutoSettings;
  /** The number of epochs that it was trained for. */
  readonly epochs: number;
  /** The mean of the criterion over the validation rows; NaN if training diverged. */
  readonly value: number;
  /** The standard error of the difference from candidate 0 on the same rows; 0 for candidate 0. */
  readonly differenceError: number;
  /** P@1 on the validation rows. */
  readonly precision1: number;
  /** P@5 on the validation rows. */
  readonly precision5: number;
}

/** The progress of the search. */
export interface AutoProgress {
  /** The trial that has just ended. */
  readonly trial: AutoTrial;
  /** The number of steps taken so far. */
  readonly done: number;
  /** The number of steps of the search. */
  readonly total: number;
}

/** What the search did, as a model stores it. */
export interface AutoReport {
  /** The budget of the whole training, in steps of 128 rows. */
  readonly budget: number;
  /** The kind of features that was found; see {@link summarizeFeatures}. */
  readonly features: string;
  /** The criterion by which candidates are compared. */
  readonly criterion: string;
  /** The number of validation rows, over all folds. */
  readonly validationRows: number;
  /** The number of rankers that are averaged. */
  readonly members: number;
  /** The trials, in order. */
  readonly trials: readonly AutoTrial[];
  /** The chosen candidate. */
  readonly chosen: number;
}
