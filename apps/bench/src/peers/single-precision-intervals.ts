import { logLikelihoodRows, midpoint, type PackedPreferences } from "@tierwise/core-integrator";

/** The relative rounding error of single precision, which limits the accuracy of every loss in PyTorch. */
const SINGLE_PRECISION = 2 ** -24;
/** The values of T to try, three per decade. */
const COUNTS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

/**
 * The smallest T for which the paper's rule, with centered scores and c = 5, computes the summed loss of the rows to single precision.
 * With this T, the paper's rule is as accurate as the adaptive rule in training. All scores are equal, as they are before the first step.
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
