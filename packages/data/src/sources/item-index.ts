import { COST, type MemoryMeter } from "../reading/memory-limit.ts";

/** Assigns numbers to names in order of first occurrence. */
export interface ItemIndex {
  /** The names so far: item i is `names[i]`. */
  readonly names: readonly string[];
  /** Returns the number of a name on line `line`, after adding it if it is new. */
  of(name: string, line: number): number;
}

/** Creates an index that starts with `names`, which must be distinct. Reports the memory of new names to `memory`. */
export function createItemIndex(memory: MemoryMeter, names: readonly string[] = []): ItemIndex {
  const all = [...names];
  const numbers = new Map(all.map((name, i) => [name, i]));
  if (numbers.size < all.length) {
    const twice = all.find((name, i) => numbers.get(name) !== i);
    throw new RangeError(`itemNames contains ${JSON.stringify(twice)} twice`);
  }
  return {
    names: all,
    of(name, line) {
      let number = numbers.get(name);
      if (number === undefined) {
        memory.take(COST.name + 2 * name.length, line);
        number = all.length;
        all.push(name);
        numbers.set(name, number);
      }
      return number;
    },
  };
}
