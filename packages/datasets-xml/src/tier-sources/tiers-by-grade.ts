/**
 * Items sorted into tiers by their grades, the highest grade first, items in ascending order within a tier.
 *
 * @param items - Item numbers, distinct.
 * @param grades - `grades[k]` is the grade of `items[k]`.
 */
export function tiersByGrade(items: Int32Array, grades: Float64Array): Int32Array[] {
  const order = Int32Array.from(items, (_, k) => k);
  order.sort((j, k) => grades[k] - grades[j] || items[j] - items[k]);
  const tiers: Int32Array[] = [];
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && grades[order[end]] === grades[order[start]]) end++;
    tiers.push(order.slice(start, end).map((k) => items[k]));
    start = end;
  }
  return tiers;
}
