/** The conventions that differ between published values of graded metrics. The defaults are those of most learning-to-rank papers. */
export interface GradedConventions {
  /**
   * The gain of a document with grade g in nDCG.
   *
   * - `"exponential"` (default): 2^g − 1, as in LightGBM, XGBoost and the LETOR tools.
   * - `"linear"`: g, as in scikit-learn and trec_eval.
   */
  readonly gain?: "exponential" | "linear";
  /**
   * The value of nDCG, MRR and MAP for a list without relevant documents, where all three are 0/0. P@k and ERR@k are 0 for such a list.
   *
   * - `"skip"` (default): the list is omitted from the means of all metrics.
   * - `"zero"`: 0, as in scikit-learn.
   * - `"one"`: 1, as in LightGBM and XGBoost.
   */
  readonly emptyLists?: "one" | "skip" | "zero";
  /**
   * The order of documents with equal scores.
   *
   * - `"index"` (default): the order of the list.
   * - `"mean"`: the expected value over all orders (McSherry and Najork 2008), as in scikit-learn.
   * - `"worst"`, `"best"`: lower or higher grades first, which gives bounds for all orders.
   */
  readonly ties?: "best" | "index" | "mean" | "worst";
  /** The smallest grade that counts as relevant in P@k, MRR and MAP. Default: 1. */
  readonly relevantFrom?: number;
  /** The highest grade of the scale, g_max in ERR. Default: 4. */
  readonly maxGrade?: number;
}

/** Fills in the defaults. Throws unless all conventions are valid. */
export function resolveConventions(conventions: GradedConventions): Required<GradedConventions> {
  const { gain = "exponential", emptyLists = "skip", ties = "index", relevantFrom = 1, maxGrade = 4 } = conventions;
  checkChoice("gain", gain, ["exponential", "linear"]);
  checkChoice("emptyLists", emptyLists, ["skip", "zero", "one"]);
  checkChoice("ties", ties, ["index", "mean", "worst", "best"]);
  if (!(relevantFrom > 0)) throw new RangeError(`relevantFrom is ${relevantFrom}; expected a positive number`);
  if (!(maxGrade > 0 && maxGrade <= 1000)) {
    throw new RangeError(`maxGrade is ${maxGrade}; expected a positive number of at most 1000`);
  }
  return { gain, emptyLists, ties, relevantFrom, maxGrade };
}

function checkChoice(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new RangeError(`${name} is ${JSON.stringify(value)}; expected one of ${choices.join(", ")}`);
}
