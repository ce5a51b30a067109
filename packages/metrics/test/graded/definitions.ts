// Graded metrics computed from their definitions for one order, and averaged over all orders of tied documents.

/** The metrics of a list whose documents are already in ranked order. */
export interface Reference {
  readonly ndcg: number;
  readonly precision: number;
  readonly err: number;
  readonly reciprocalRank: number;
  readonly averagePrecision: number;
}

/** The metrics at cutoff `k` for grades in ranked order, computed from the definitions. */
export function byDefinition(
  grades: readonly number[],
  k: number,
  { linear = false, maxGrade = 4, relevantFrom = 1 } = {},
): Reference {
  const gain = (grade: number): number => (linear ? grade : 2 ** grade - 1);
  const dcg = (order: readonly number[]): number =>
    order.slice(0, k).reduce((sum, grade, i) => sum + gain(grade) / Math.log2(i + 2), 0);
  const relevant = grades.map((grade) => (grade >= relevantFrom ? 1 : 0));
  const precisionAt = (j: number): number => relevant.slice(0, j).reduce((sum, hit) => sum + hit, 0 as number) / j;
  const stops = grades.map((grade) => (2 ** grade - 1) / 2 ** maxGrade);
  const err = stops
    .slice(0, k)
    .reduce((sum, stop, i) => sum + (stop * stops.slice(0, i).reduce((rest, s) => rest * (1 - s), 1)) / (i + 1), 0);
  const found = relevant.flatMap((hit, i) => (hit === 1 ? [precisionAt(i + 1)] : []));
  return {
    ndcg: dcg(grades) / dcg([...grades].sort((a, b) => b - a)),
    precision: precisionAt(k),
    err,
    reciprocalRank: 1 / (relevant.indexOf(1) + 1),
    averagePrecision: found.reduce((sum, p) => sum + p, 0) / found.length,
  };
}

/** The grades in every order by descending score: one list per order of the tied documents. */
export function allOrders(scores: readonly number[], grades: readonly number[]): number[][] {
  return permutations(scores.map((_, i) => i))
    .filter((order) => order.every((i, at) => at === 0 || scores[order[at - 1]] >= scores[i]))
    .map((order) => order.map((i) => grades[i]));
}

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
