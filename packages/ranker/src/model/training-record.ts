/** What a model says about how it was trained, and what evaluating it needs. `rows` and `labelCounts` come from the data; whoever trains it fills in the rest. */
export interface TrainingRecord {
  /** The command that began the training. */
  readonly command?: string;
  /** The preset that its settings began from. */
  readonly preset?: string;
  /** Where the training data came from. */
  readonly data?: string;
  /** Where the validation data came from, where they are data of their own. */
  readonly validation?: string;
  /** How many rows the training data have. */
  readonly rows?: number;
  /** In how many of them each item is relevant, from which propensities follow. */
  readonly labelCounts?: readonly number[];
}
