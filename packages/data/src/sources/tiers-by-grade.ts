/** Tiers, and the grade that the items of each have. */
export interface GradedTiers {
  readonly tiers: Int32Array[];
  readonly grades: Float64Array;
}

/**
 * Items sorted into tiers by their grades, the highest grade first, items in ascending order within a tier.
 *
 * @param items - Item numbers, distinct.
 * @param grades - `grades[k]` is the grade of `items[k]`.
 */
export function tiersByGrade(items: Int32Array, grades: Float64Array): GradedTiers {
  const order = Int32Array.from(items, (_, k) => k);
  order.sort((j, k) => grades[k] - grades[j] || items[j] - items[k]);
  const tiers: Int32Array[] = [];
  const gradeOfTier: number[] = [];
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && grades[order[end]] === grades[order[start]]) end++;
    tiers.push(order.slice(start, end).map((k) => items[k]));
    gradeOfTier.push(grades[order[start]]);
    start = end;
  }
  return { tiers, grades: Float64Array.from(gradeOfTier) };
}
