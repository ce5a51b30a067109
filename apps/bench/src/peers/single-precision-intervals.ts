import { logLikelihoodRows, midpoint, type PackedPreferences } from "@tierwise/core-integrator";

/** Half the distance between neighboring single-precision numbers, as a share of them: no loss in PyTorch is more accurate. */
const SINGLE_PRECISION = 2 ** -24;
/** The counts that are tried, three per decade. */
const COUNTS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

/**
 * The smallest T with which the paper's rule, scores centered and c = 5, has the summed loss of the rows to single precision: what a
 * peer needs to be as accurate as the adaptive rule in training. Scores are equal, as before the first step.
 */
export function singlePrecisionIntervals(preferences: PackedPreferences): number {
  const scores = new Float32Array(preferences.count * preferences.itemCount);
  const truth = logLikelihoodRows(scores, preferences);
  const enough = COUNTS.find((intervals) => {
    const rule = midpoint({ intervals, shift: 5, negligible: 1e-18 });
    return Math.abs(logLikelihoodRows(scores, preferences, { rule }) - truth) <= SINGLE_PRECISION * Math.abs(truth);
  });
  return enough ?? COUNTS[COUNTS.length - 1];
}
