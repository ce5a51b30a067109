import type { TransformSpec } from "../transforms/transform.ts";
import type { LinearPart } from "./linear-part.ts";
import type { NeighborSettings } from "./neighbors-part.ts";

/** The settings of one candidate of a search. */
export interface AutoSettings {
  /** The transforms of the features. */
  readonly transforms: readonly TransformSpec[];
  /** The number of hidden units. */
  readonly hidden: number;
  /** The learning rate. */
  readonly learningRate: number;
  /** Rows per step. */
  readonly batchSize: number;
  /** The fraction of feature values dropped in each step. */
  readonly inputDropout: number;
  /** The fraction of hidden units dropped in each step. */
  readonly hiddenDropout: number;
}

/** One candidate in one round of the search. */
export interface AutoTrial {
  /** The 0-based number of the candidate; candidate 0 has the suggested settings. */
  readonly candidate: number;
  /** The 1-based number of the round. */
  readonly round: number;
  /** The settings of the candidate. */
  readonly settings: AutoSettings;
  /** The number of epochs for which the candidate was trained. */
  readonly epochs: number;
  /** The mean of the criterion over the validation rows, or NaN if training diverged. */
  readonly value: number;
  /** The standard error of the difference from candidate 0 on the same rows; 0 for candidate 0. */
  readonly differenceError: number;
  /** P@1 on the validation rows. */
  readonly precision1: number;
  /** P@5 on the validation rows. */
  readonly precision5: number;
}

/** The results of adding a linear part to the networks of the chosen candidate, on the validation rows. */
export interface LinearTrial extends LinearPart {
  /** The mean of the criterion over the validation rows. */
  readonly value: number;
  /** The standard error of the difference from the networks without a linear part, on the same rows. */
  readonly differenceError: number;
  /** P@1 on the validation rows. */
  readonly precision1: number;
  /** P@5 on the validation rows. */
  readonly precision5: number;
}

/** The results of adding neighbors to the chosen candidate and its linear part, on the validation rows. */
export interface NeighborTrial extends NeighborSettings {
  /** The mean of the criterion over the validation rows. */
  readonly value: number;
  /** The standard error of the difference from the scores without neighbors, on the same rows. */
  readonly differenceError: number;
  /** P@1 on the validation rows. */
  readonly precision1: number;
  /** P@5 on the validation rows. */
  readonly precision5: number;
}

/** The progress of the search. */
export interface AutoProgress {
  /** The trial that has just finished. */
  readonly trial: AutoTrial;
  /** The number of steps taken so far. */
  readonly done: number;
  /** The total number of steps of the search. */
  readonly total: number;
}

/** The report of a search, which is stored with the model. */
export interface AutoReport {
  /** The budget of the whole training, in steps of 128 rows. */
  readonly budget: number;
  /** The kind of the features; see {@link summarizeFeatures}. */
  readonly features: string;
  /** The criterion used to compare candidates. */
  readonly criterion: string;
  /** The number of validation rows, over all folds. */
  readonly validationRows: number;
  /** The number of rankers that are averaged. */
  readonly members: number;
  /** The trials, in order. */
  readonly trials: readonly AutoTrial[];
  /** The chosen candidate. */
  readonly chosen: number;
  /** The linear parts that were tried with the networks of the chosen candidate, best first; omitted if none were tried. */
  readonly linearTrials?: readonly LinearTrial[];
  /** The chosen linear part, if any. */
  readonly linear?: LinearPart;
  /** The settings of neighbors that were tried, best first; omitted if none were tried. */
  readonly neighborTrials?: readonly NeighborTrial[];
  /** The chosen settings of neighbors, if any. */
  readonly neighbors?: NeighborSettings;
}
