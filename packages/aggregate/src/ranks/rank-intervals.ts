/** The best and the worst rank that the data allow. Rank 1 is the best. */
export type RankInterval = readonly [best: number, worst: number];

/**
 * The rank interval of each item: 1 + the number of items that are significantly better, to N − the number that are significantly
 * worse. A difference is significant if it exceeds `critical[j]` standard errors.
 */
export function rankIntervals(
  utilities: Float64Array,
  errors: Float64Array,
  critical: ArrayLike<number>,
): RankInterval[] {
  const n = utilities.length;
  return Array.from(utilities, (utility, j) => {
    let [better, worse] = [0, 0];
    for (let k = 0; k < n; k++) {
      const difference = utilities[k] - utility;
      if (!isSignificant(difference, errors[j * n + k], critical[j])) continue;
      if (difference > 0) better++;
      else worse++;
    }
    return [1 + better, n - worse];
  });
}

/** Whether a difference exceeds both rounding and `critical` times its standard error. */
export function isSignificant(difference: number, error: number, critical: number): boolean {
  const size = Math.abs(difference);
  return error > 0 ? size > critical * error : size > 0;
}
