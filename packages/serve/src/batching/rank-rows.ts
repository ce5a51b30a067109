import type { ValuedCsr } from "@tierwise/data/rows";
import type { Model, Rankings, RankOptions } from "@tierwise/metrics";
import { RequestError } from "../answers/request-error.ts";

/** Ranks rows, one call at a time; rejects with `not_finite` if a score is infinite or NaN. */
export type RankRows = (rows: ValuedCsr, options: RankOptions) => Promise<Rankings>;

/** Ranks rows with a model on this thread. */
export async function rankWithModel(model: Model, rows: ValuedCsr, options: RankOptions): Promise<Rankings> {
  try {
    return await model.rank(rows, options);
  } catch (error) {
    // `rank` rejects NaN scores. To keep valid requests fast, scores are checked for NaN only after an error.
    if (model.scores(rows).some(Number.isNaN)) throw notFinite();
    throw error;
  }
}

/** The error for features whose scores overflow. */
export function notFinite(): RequestError {
  return new RequestError("not_finite", "the features are so large that scores overflow; expected smaller values");
}
