/**
 * Computes the maximal ordered partition from its definition. Takes the transitive closure, connects every pair of items that the closure
 * leaves unordered, and sorts the connected components. Needs O(N³) time, and does not use the scan that is tested.
 */
export function bruteForcePartition(
  items: readonly number[],
  edges: readonly (readonly [number, number])[],
): number[][] {
  const above = transitiveClosure(items, edges);
  const partOf = items.map((_, i) => i);
  const find = (i: number): number => (partOf[i] === i ? i : find(partOf[i]));
  for (let i = 0; i < items.length; i++) {
    for (let j = 0; j < i; j++) if (!above[i][j] && !above[j][i]) partOf[find(i)] = find(j);
  }
  const parts = new Map<number, number[]>();
  for (const i of items.keys()) parts.set(find(i), [...(parts.get(find(i)) ?? []), i]);
  return [...parts.values()]
    .sort(([i], [j]) => (above[i][j] ? -1 : 1))
    .map((part) => part.map((i) => items[i]).sort((a, b) => a - b));
}

/** `closure[i][j]`: whether `items[i]` is above `items[j]`, directly or through other items. */
export function transitiveClosure(
  items: readonly number[],
  edges: readonly (readonly [number, number])[],
): boolean[][] {
  const above = items.map(() => items.map(() => false));
  for (const [better, worse] of edges) above[items.indexOf(better)][items.indexOf(worse)] = true;
  for (const k of items.keys()) {
    for (const i of items.keys()) {
      if (!above[i][k]) continue;
      for (const j of items.keys()) if (above[k][j]) above[i][j] = true;
    }
  }
  return above;
}
