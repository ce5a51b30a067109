/** Assigns numbers to distinct byte strings in order of first occurrence. */
export interface ByteIndex {
  /** The number of distinct strings so far. */
  size(): number;
  /** The total number of bytes in these strings. */
  byteCount(): number;
  /** The concatenated bytes of all strings, valid until the next string is added. */
  bytes(): Uint8Array;
  /** The offset where string `entry` starts and string `entry − 1` ends. */
  startOf(entry: number): number;
  /** Returns the number of the string that consists of the bytes from `start` to `end`, after adding it if it is new. */
  entryOf(bytes: Uint8Array, start: number, end: number): number;
}

/**
 * Creates an empty index: a hash table with linear probing over copies of the strings. Looking up a known string takes one pass for the
 * hash, one for the comparison, and no allocation.
 */
export function createByteIndex(): ByteIndex {
  let slots = new Int32Array(64);
  let hashes = new Int32Array(32);
  // The first and the last four bytes of each string of four bytes or more; together they are the whole string if it has at most eight bytes.
  let heads = new Int32Array(32);
  let tails = new Int32Array(32);
  let offsets = new Int32Array(33);
  let arena = new Uint8Array(256);
  let entries = 0;

  function add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const from = offsets[entries];
    const length = end - start;
    if (from + length > arena.length) arena = grown(arena, new Uint8Array(2 * (from + length)));
    if (entries === hashes.length) {
      hashes = grown(hashes, new Int32Array(2 * entries));
      heads = grown(heads, new Int32Array(2 * entries));
      tails = grown(tails, new Int32Array(2 * entries));
      offsets = grown(offsets, new Int32Array(2 * entries + 1));
    }
    for (let k = 0; k < length; k++) arena[from + k] = bytes[start + k];
    hashes[entries] = hash;
    if (length >= 4) {
      heads[entries] = wordAt(bytes, start);
      tails[entries] = wordAt(bytes, end - 4);
    }
    offsets[entries + 1] = from + length;
    slots[slot] = ++entries;
    if (2 * entries > slots.length) rehash();
    return entries - 1;
  }

  function rehash(): void {
    slots = new Int32Array(2 * slots.length);
    const mask = slots.length - 1;
    for (let entry = 0; entry < entries; entry++) {
      let slot = hashes[entry] & mask;
      while (slots[slot] > 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    }
  }

  return {
    size: () => entries,
    byteCount: () => offsets[entries],
    bytes: () => arena,
    startOf: (entry) => offsets[entry],
    entryOf(bytes, start, end) {
      const length = end - start;
      const mask = slots.length - 1;
      if (length >= 4 && length <= 8) {
        const head = wordAt(bytes, start);
        const tail = wordAt(bytes, end - 4);
        const hash = hashOfWords(head, tail, length);
        for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
          const entry = slots[slot] - 1;
          if (entry < 0) return add(bytes, start, end, hash, slot);
          const isSame = heads[entry] === head && tails[entry] === tail;
          if (isSame && offsets[entry + 1] - offsets[entry] === length) return entry;
        }
      }
      const hash = hashOf(bytes, start, end);
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const entry = slots[slot] - 1;
        if (entry < 0) return add(bytes, start, end, hash, slot);
        if (hashes[entry] !== hash) continue;
        const from = offsets[entry];
        if (offsets[entry + 1] - from !== length) continue;
        let k = 0;
        while (k < length && arena[from + k] === bytes[start + k]) k++;
        if (k === length) return entry;
      }
    },
  };
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

/** A 32-bit hash of a string of four to eight bytes. */
function hashOfWords(head: number, tail: number, length: number): number {
  // Mixes the high bits, which depend on the end of a name, into the low bits, which select the table entry.
  let hash = Math.imul(head, -1640531535) ^ tail ^ length;
  hash = Math.imul(hash ^ (hash >>> 15), -2048144777);
  return hash ^ (hash >>> 13) ^ (hash >>> 22);
}

/** A 32-bit hash of the bytes from `start` to `end`: four at a time, multiplied and shifted, as MurmurHash does. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  let i = start;
  for (; i + 3 < end; i += 4) {
    hash = Math.imul(hash ^ wordAt(bytes, i), -1640531535);
    hash ^= hash >>> 15;
  }
  let rest = 0;
  for (; i < end; i++) rest = (rest << 8) | bytes[i];
  hash = Math.imul(hash ^ rest, 16777619);
  hash = Math.imul(hash ^ (hash >>> 13), -2048144777);
  return hash ^ (hash >>> 16);
}

function grown<T extends Int32Array | Uint8Array>(array: T, larger: T): T {
  larger.set(array);
  return larger;
}
