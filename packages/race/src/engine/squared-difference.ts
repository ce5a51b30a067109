/**
 * Estimates the error of `earlier` + `latest`, each of which is half the result of a rule with twice the step. Their difference D estimates
 * the error of the coarser rule. Halving the step squares the error relative to the size S of the integral, so the error of the finer rule
 * is about D²/S. The factor of 20 allows for integrands that are larger than S in the complex plane.
 */
export function squaredDifference(earlier: number, latest: number): number {
  const difference = Math.abs(earlier - latest);
  const size = Math.max(Math.abs(earlier + latest), difference);
  return size === 0 ? 0 : difference * Math.min(1, (20 * difference) / size);
}
