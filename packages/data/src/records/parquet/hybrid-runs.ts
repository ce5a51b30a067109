/** Writes the next `count` values to the start of `out`. */
export type ReadValues = (out: Int32Array, count: number) => void;

/**
 * Reads Parquet's hybrid encoding between `start` and `end`: runs of one repeated value, and runs of values packed into `width` bits each,
 * lowest bit first. Makes one pass over the values and allocates nothing per call.
 */
export function createHybridRuns(bytes: Uint8Array, start: number, end: number, width: number): ReadValues {
  let at = start;
  /** The number of values left in the current run. */
  let left = 0;
  let isPacked = false;
  /** The repeated value, if the current run repeats a value. */
  let value = 0;
  /** The first bit of the next packed value. */
  let bit = 0;

  function startRun(): void {
    // A varint: the number of values, or of groups of eight values, and the kind of the run in the lowest bit.
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= end || shift > 28) throw new Error(`the run at byte ${at} of a page is damaged`);
      const byte = bytes[at++];
      header |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    isPacked = (header & 1) === 1;
    left = header >>> 1;
    if (isPacked) {
      bit = 8 * at;
      at += left * width;
      left *= 8;
      return;
    }
    value = 0;
    for (let k = 0; k < width; k += 8) value |= bytes[at++] << k;
  }

  return (out, count) => {
    for (let filled = 0; filled < count; ) {
      if (left === 0) {
        startRun();
        continue;
      }
      const values = Math.min(count - filled, left);
      if (isPacked) {
        // The last group may be cut off after its last value.
        if (bit + values * width > 8 * end) throw new Error(`a run of length ${left} is longer than its page`);
        unpack(bytes, bit, width, out, filled, values);
        bit += values * width;
      } else out.fill(value, filled, filled + values);
      filled += values;
      left -= values;
    }
  };
}

/** Unpacks values of `width` bits each, starting at bit `from`. */
function unpack(bytes: Uint8Array, from: number, width: number, out: Int32Array, filled: number, values: number): void {
  let at = Math.floor(from / 8);
  const skipped = from % 8;
  let bits = skipped === 0 ? 0 : 8 - skipped;
  let buffer = skipped === 0 ? 0 : bytes[at++] >>> skipped;
  if (width > 24) {
    // A value and the bits before it may not fit into 32 bits, but they fit into the 53 bits of a double.
    for (let k = 0; k < values; k++) {
      for (; bits < width; bits += 8) buffer += bytes[at++] * 2 ** bits;
      out[filled + k] = buffer % 2 ** width;
      buffer = Math.floor(buffer / 2 ** width);
      bits -= width;
    }
    return;
  }
  const mask = (1 << width) - 1;
  for (let k = 0; k < values; k++) {
    for (; bits < width; bits += 8) buffer |= bytes[at++] << bits;
    out[filled + k] = buffer & mask;
    buffer >>>= width;
    bits -= width;
  }
}
