/** Up to this many items, a table of N² entries (16 MB) is faster than a map. */
const MOST_ITEMS_FOR_TABLE = 2048;

/** Assigns numbers to unordered pairs of items, in the order in which pairs are first seen. */
export class PairIndex {
  readonly #itemCount: number;
  readonly #table: Int32Array | undefined;
  readonly #map = new Map<number, number>();
  #first = new Int32Array(1024);
  #second = new Int32Array(1024);
  /** The number of pairs seen. */
  size = 0;

  constructor(itemCount: number) {
    this.#itemCount = itemCount;
    this.#table = itemCount <= MOST_ITEMS_FOR_TABLE ? new Int32Array(itemCount * itemCount) : undefined;
  }

  /** Returns the number assigned to the pair of i and j, in either order. */
  indexOf(i: number, j: number): number {
    const key = i < j ? i * this.#itemCount + j : j * this.#itemCount + i;
    const known = this.#table === undefined ? this.#map.get(key) : this.#table[key] - 1;
    if (known !== undefined && known >= 0) return known;
    if (this.#table === undefined) this.#map.set(key, this.size);
    else this.#table[key] = this.size + 1;
    return this.add(Math.min(i, j), Math.max(i, j));
  }

  /** Appends a pair in the given order without looking it up, for cells that differ in more than their items. */
  add(first: number, second: number): number {
    if (this.size === this.#first.length) {
      this.#first = grown(this.#first);
      this.#second = grown(this.#second);
    }
    this.#first[this.size] = first;
    this.#second[this.size] = second;
    return this.size++;
  }

  /** The items of each pair; for pairs that were looked up, the smaller one first. */
  sides(): { first: Int32Array; second: Int32Array } {
    return { first: this.#first.slice(0, this.size), second: this.#second.slice(0, this.size) };
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * array.length);
  longer.set(array);
  return longer;
}
