/** Numbers names in the order in which they first occur. */
export interface ItemIndex {
  /** The names so far: item i is `names[i]`. */
  readonly names: readonly string[];
  /** The number of a name, a new one where it is new. */
  of(name: string): number;
}

/** An index that starts with `names`, which must be distinct. */
export function createItemIndex(names: readonly string[] = []): ItemIndex {
  const all = [...names];
  const numbers = new Map(all.map((name, i) => [name, i]));
  if (numbers.size < all.length) {
    const twice = all.find((name, i) => numbers.get(name) !== i);
    throw new RangeError(`items contains ${JSON.stringify(twice)} twice`);
  }
  return {
    names: all,
    of(name) {
      let number = numbers.get(name);
      if (number === undefined) {
        number = all.length;
        all.push(name);
        numbers.set(name, number);
      }
      return number;
    },
  };
}
