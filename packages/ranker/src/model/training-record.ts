import type { AutoReport } from "./auto-report.ts";
import type { LinearPart } from "./linear-part.ts";

/** How a model was trained. `rows` and `labelCounts`, which evaluation uses, are taken from the data; the caller supplies the rest. */
export interface TrainingRecord {
  /** The command that started training. */
  readonly command?: string;
  /** The preset on which the settings are based. */
  readonly preset?: string;
  /** The source of the training data. */
  readonly data?: string;
  /** The source of the validation data, if it is a separate dataset. */
  readonly validation?: string;
  /** How ratings were converted to rows, if the model was trained on ratings. */
  readonly ratings?: RatingsRecord;
  /** The source of the old rows, if any were replayed to extend a model. */
  readonly replay?: string;
  /** The model that was extended, if training started from a model. */
  readonly extended?: ExtensionRecord;
  /** The report of the search, if `chooseSettings` chose the settings. */
  readonly auto?: AutoReport;
  /** The linear part, if the model has one; it is the last member. */
  readonly linear?: LinearPart;
  /** The number of rows of the training data. */
  readonly rows?: number;
  /** The number of rows in which each item is relevant, used to compute propensities. */
  readonly labelCounts?: readonly number[];
}

/** The model that an extension started from, and the fraction of old rows that were replayed. */
export interface ExtensionRecord {
  /** The directory or file of the model. */
  readonly from: string;
  /** A digest of the weights of that model. */
  readonly digest: string;
  /** The fraction of old rows that were replayed, if any. */
  readonly replayShare?: number;
}

/** How the ratings that a model was trained on were read and converted to rows. */
export interface RatingsRecord {
  /** The worst rating that counts as liked. */
  readonly liked: number;
  /** Whether higher or lower ratings are better. */
  readonly better: "higher" | "lower";
  /** The fraction of the user's ratings that each row hides. */
  readonly hide: number;
  /** The number of rows per training user. */
  readonly rowsPerUser: number;
  /** The fraction of users held out for testing. */
  readonly testUsers: number;
  /** The seed for choosing the hidden ratings and the test users. */
  readonly seed: number;
  /** The column of rating times, if the latest ratings were hidden. */
  readonly time?: number | string;
  /** The users that the model was trained on, in the format of `describeUsers` from `@tierwise/data`. */
  readonly users: string;
  /** How the file was interpreted, as JSON. */
  readonly reading?: Readonly<Record<string, unknown>>;
}
