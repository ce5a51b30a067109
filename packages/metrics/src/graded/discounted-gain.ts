import type { RankedList } from "./ranked-list.ts";

function gainOf(grade: number, gain: "exponential" | "linear"): number {
  return gain === "exponential" ? 2 ** grade - 1 : grade;
}

/** DCG at each position: entry k is Σ_{j≤k} gain_j/log₂(j + 1), where each document has the mean gain of its group. */
export function discountedGains(
  { grades, groupEnds, groupCount }: RankedList,
  gain: "exponential" | "linear",
  depth: number,
): Float64Array {
  const sums = new Float64Array(depth + 1);
  let from = 0;
  for (let g = 0; g < groupCount && from < depth; g++) {
    const to = groupEnds[g];
    let mean = 0;
    for (let i = from; i < to; i++) mean += gainOf(grades[i], gain);
    mean /= to - from;
    for (let i = from; i < Math.min(to, depth); i++) sums[i + 1] = sums[i] + mean / Math.log2(i + 2);
    from = to;
  }
  for (let i = Math.min(from, depth) + 1; i <= depth; i++) sums[i] = sums[i - 1];
  return sums;
}

/** The grades in descending order, which is the ranking with the greatest DCG. */
export function idealList({ grades }: RankedList): RankedList {
  const sorted = grades.slice().sort().reverse();
  return { grades: sorted, groupEnds: Int32Array.from(sorted, (_, i) => i + 1), groupCount: sorted.length };
}
