/** Returns the position of an item in the list of items, or −1 if it is not in the list. */
export type ItemPlaces = (item: number) => number;

/** A table with at most this many entries per item takes less memory than a hash map. */
const MOST_ENTRIES_PER_ITEM = 16;

/** Creates a lookup by value, which is a table if the values are close together, like indices, and otherwise a map. */
export function itemPlaces(items: ArrayLike<number>): ItemPlaces {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (!Number.isSafeInteger(item)) throw new TypeError(`items[${i}] is ${String(item)}; expected an integer`);
    if (item < least) least = item;
    if (item > most) most = item;
  }
  return most - least < MOST_ENTRIES_PER_ITEM * items.length + 1024
    ? tableOf(items, least, most - least + 1)
    : mapOf(items);
}

function tableOf(items: ArrayLike<number>, least: number, length: number): ItemPlaces {
  const places = new Int32Array(Math.max(0, length)); // Entries are place + 1, or 0 for no item.
  for (let i = 0; i < items.length; i++) {
    const at = items[i] - least;
    if (places[at] > 0) throw givenTwice(items[i], i, places[at] - 1);
    places[at] = i + 1;
  }
  return (item) => (places[item - least] ?? 0) - 1;
}

function mapOf(items: ArrayLike<number>): ItemPlaces {
  const places = new Map<number, number>();
  for (let i = 0; i < items.length; i++) {
    const earlier = places.get(items[i]);
    if (earlier !== undefined) throw givenTwice(items[i], i, earlier);
    places.set(items[i], i);
  }
  return (item) => places.get(item) ?? -1;
}

function givenTwice(item: number, i: number, earlier: number): RangeError {
  return new RangeError(`items[${i}] is ${item}, the same as items[${earlier}]; expected distinct items`);
}
