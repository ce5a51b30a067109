/**
 * A hash table with open addressing that maps integers to small numbers. Keys near the lowest one have their own slot, so scores in an
 * ordinary range never collide. For wider ranges, the number of slots is at most twice the number of keys.
 */
export interface Slots {
  /** The smallest key. */
  lowest: number;
  /** The number of slots in use, a power of two. */
  size: number;
  key: Float64Array;
  /** −1 for an empty slot. */
  value: Int32Array;
}

export function newSlots(): Slots {
  return { lowest: 0, size: 0, key: new Float64Array(0), value: new Int32Array(0) };
}

/** Empties the table and makes room for up to `most` keys of at least `lowest`. */
export function resetSlots(slots: Slots, lowest: number, most: number): void {
  slots.lowest = lowest;
  slots.size = 2 ** Math.ceil(Math.log2(2 * most));
  if (slots.key.length < slots.size) {
    slots.key = new Float64Array(slots.size);
    slots.value = new Int32Array(slots.size);
  }
  slots.value.fill(-1, 0, slots.size);
}

/** The slot that contains `key`, or the empty slot for it. */
export function findSlot({ lowest, size, key: keys, value }: Slots, key: number): number {
  const distance = key - lowest;
  let slot = distance < size ? distance | 0 : distance % size;
  while (value[slot] >= 0 && keys[slot] !== key) slot = (slot + 1) & (size - 1);
  return slot;
}
