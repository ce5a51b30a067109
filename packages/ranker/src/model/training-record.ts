/** How a model was trained. `rows` and `labelCounts`, which evaluation needs, come from the data; the caller supplies the rest. */
export interface TrainingRecord {
  /** The command that started training. */
  readonly command?: string;
  /** The preset on which the settings are based. */
  readonly preset?: string;
  /** The source of the training data. */
  readonly data?: string;
  /** The source of the validation data, if it is a separate data set. */
  readonly validation?: string;
  /** The number of rows of the training data. */
  readonly rows?: number;
  /** The number of rows in which each item is relevant, used to compute propensities. */
  readonly labelCounts?: readonly number[];
}
