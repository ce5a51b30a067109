/** Middle items are sorted into buckets of d, this many per nat. */
export const BUCKETS_PER_UNIT = 4;
/** At z = 42 and above, 1 − e^{−z} is 1 and φ(z) is below 1e-16. */
const LOG_SATURATED = Math.log(42);

/** One past the last bucket that may hold middle items not saturated at x. */
export function activeBucket(logX: number, lowestMiddle: number, bucketCount: number): number {
  const bucket = Math.floor((LOG_SATURATED - logX - lowestMiddle) * BUCKETS_PER_UNIT) + 1;
  return Math.max(0, Math.min(bucket, bucketCount));
}
