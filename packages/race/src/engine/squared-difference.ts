/**
 * The estimated error of the sum of `earlier` and `latest`, each of which is half of a rule with twice the step. Their difference
 * D is the error of the coarser rule, relative to an integral of size S; each halving squares the relative error, so the finer
 * rule's is D²/S. A factor of 20 covers integrands whose complex part is larger than S.
 */
export function squaredDifference(earlier: number, latest: number): number {
  const difference = Math.abs(earlier - latest);
  const size = Math.max(Math.abs(earlier + latest), difference);
  return size === 0 ? 0 : difference * Math.min(1, (20 * difference) / size);
}
