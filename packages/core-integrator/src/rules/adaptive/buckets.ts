/** The number of buckets per nat of d; middle items are sorted into these buckets. */
export const BUCKETS_PER_UNIT = 4;
/** At z = 42 and above, 1 − e^{−z} is 1 and φ(z) is below 1e-16. */
const LOG_SATURATED = Math.log(42);

/** The index after the last bucket that may contain a middle item that is not saturated at x. */
export function activeBucket(logX: number, lowestMiddle: number, bucketCount: number): number {
  const bucket = Math.floor((LOG_SATURATED - logX - lowestMiddle) * BUCKETS_PER_UNIT) + 1;
  return Math.max(0, Math.min(bucket, bucketCount));
}
