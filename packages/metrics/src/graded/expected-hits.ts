import type { RankedList } from "./ranked-list.ts";

/** The metrics of a list in which each document is either relevant or not. */
export interface HitMetrics {
  /** Entry k is the expected number of relevant documents among the first k. */
  readonly hits: Float64Array;
  /** The expected reciprocal of the position of the first relevant document; 0 if there is none. */
  readonly reciprocalRank: number;
  /** The expected average precision over the whole list; NaN if no document is relevant. */
  readonly averagePrecision: number;
}

/** Computes the metrics for binary relevance, assuming a random order within each group (McSherry and Najork 2008). */
export function hitMetrics(
  { grades, groupEnds, groupCount }: RankedList,
  relevantFrom: number,
  depth: number,
): HitMetrics {
  const hits = new Float64Array(depth + 1);
  let reciprocalRank = 0;
  let precisions = 0;
  let before = 0;
  let from = 0;
  for (let g = 0; g < groupCount; g++) {
    const size = groupEnds[g] - from;
    let relevant = 0;
    for (let i = from; i < groupEnds[g]; i++) if (grades[i] >= relevantFrom) relevant++;
    for (let i = from; i < Math.min(groupEnds[g], depth); i++) hits[i + 1] = hits[i] + relevant / size;
    if (relevant > 0) {
      if (before === 0) reciprocalRank = expectedReciprocal(from, size, relevant);
      precisions += expectedPrecisions(from, size, relevant, before);
    }
    before += relevant;
    from = groupEnds[g];
  }
  for (let i = Math.min(from, depth) + 1; i <= depth; i++) hits[i] = hits[i - 1];
  return { hits, reciprocalRank, averagePrecision: precisions / before };
}

/** E[1/(from + J)] for the position J of the first relevant document, if `relevant` of `size` documents in random order are relevant. */
function expectedReciprocal(from: number, size: number, relevant: number): number {
  let first = relevant / size; // P(J = j)
  let sum = 0;
  for (let j = 1; j <= size - relevant + 1; j++) {
    sum += first / (from + j);
    first *= (size - j - relevant + 1) / (size - j);
  }
  return sum;
}

/** The expected sum of the precisions at the relevant documents of a group that has `before` relevant documents above it. */
function expectedPrecisions(from: number, size: number, relevant: number, before: number): number {
  const others = size > 1 ? (relevant - 1) / (size - 1) : 0;
  let sum = 0;
  for (let j = 1; j <= size; j++) sum += (before + 1 + (j - 1) * others) / (from + j);
  return (sum * relevant) / size;
}
