import type { Random } from "@tierwise/random";

/** How often each item is named, and which items are connected by comparisons. */
export interface Connections {
  /** The number of sets that name each item. */
  readonly named: Float64Array;
  /** The component of each item: items with the same number are connected by comparisons. */
  readonly component: Int32Array;
}

/** Creates the state before any comparison: no items are connected. */
export function noConnections(items: number): Connections {
  return { named: new Float64Array(items), component: Int32Array.from({ length: items }, (_, i) => i) };
}

/** Records a set whose items are compared with each other. Cost: O(N). */
export function connect({ named, component }: Connections, set: ArrayLike<number>): void {
  for (let i = 0; i < set.length; i++) named[set[i]]++;
  for (let i = 1; i < set.length; i++) {
    const [to, from] = [component[set[0]], component[set[i]]];
    if (to !== from) for (let k = 0; k < component.length; k++) if (component[k] === from) component[k] = to;
  }
}

/**
 * Finds a set that connects as many components as possible. The set contains one item from the largest component and one from each of the
 * smallest components. Each of these items is the one in its component that was named least often. A first round thus grows a single
 * connected design that names all items about equally often. Ties are broken at random. Returns undefined if all candidates are connected.
 */
export function connectingSet(
  { named, component }: Connections,
  candidates: Int32Array,
  size: number,
  random: Random,
): number[] | undefined {
  const members = new Map<number, { item: number; key: number; members: number }>();
  for (const item of candidates) {
    const key = named[item] + random();
    const known = members.get(component[item]);
    if (known === undefined) members.set(component[item], { item, key, members: 1 });
    else {
      known.members++;
      if (key < known.key) Object.assign(known, { item, key });
    }
  }
  if (members.size < 2) return undefined;
  const [largest, ...others] = [...members.values()].sort((a, b) => b.members - a.members || a.key - b.key);
  const set = [largest, ...others.sort((a, b) => a.members - b.members || a.key - b.key)].slice(0, size);
  const items = set.map(({ item }) => item);
  // If there are fewer components than places, the remaining places are filled with the items named least often.
  const fill = Array.from(candidates, (item) => ({ item, key: named[item] + random() })).sort((a, b) => a.key - b.key);
  for (const { item } of fill) if (items.length < size && !items.includes(item)) items.push(item);
  return items;
}
