import type { RankedList } from "./ranked-list.ts";

/**
 * ERR at each position (Chapelle et al. 2009): entry k is Σ_{j≤k} (1/j) R_j ∏_{i<j} (1 − R_i), R = (2^g − 1)/2^{g_max}. This is the
 * expected reciprocal of the position where a user stops. For a group in random order, the expectation of ∏ (1 − R) over its first j
 * documents is the j-th symmetric mean of the factors. This mean is computed by adding one document at a time, in O(size · depth).
 */
export function expectedReciprocalRanks(
  { grades, groupEnds, groupCount }: RankedList,
  maxGrade: number,
  depth: number,
): Float64Array {
  const sums = new Float64Array(depth + 1);
  let continuing = 1; // the probability that the user continues past the groups above
  let from = 0;
  for (let g = 0; g < groupCount && from < depth; g++) {
    const to = groupEnds[g];
    const shown = Math.min(to, depth) - from;
    const means = new Float64Array(shown + 1);
    means[0] = 1;
    let all = 1;
    for (let i = from; i < to; i++) {
      const passes = 1 - (2 ** grades[i] - 1) / 2 ** maxGrade;
      all *= passes;
      const size = i - from + 1;
      for (let j = Math.min(size, shown); j >= 1; j--) {
        means[j] = ((size - j) * means[j] + j * passes * means[j - 1]) / size;
      }
    }
    for (let j = 1; j <= shown; j++) {
      sums[from + j] = sums[from + j - 1] + (continuing * (means[j - 1] - means[j])) / (from + j);
    }
    continuing *= all;
    from = to;
  }
  for (let i = Math.min(from, depth) + 1; i <= depth; i++) sums[i] = sums[i - 1];
  return sums;
}
