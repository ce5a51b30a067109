/** Where the runs of a hybrid encoding lie. */
export interface HybridRuns {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The number of bits per value. */
  readonly width: number;
}

/**
 * Decodes `count` values of Parquet's hybrid encoding into `out`: runs of one repeated value, and runs of values packed into `width` bits
 * each. Costs one pass over the values and allocates nothing.
 */
export function readHybridRuns({ bytes, start, end, width }: HybridRuns, out: Int32Array, count: number): void {
  let at = start;
  for (let filled = 0; filled < count; ) {
    // A varint: the number of values, or of groups of eight values, and the kind of the run in the lowest bit.
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= end || shift > 28) throw new Error(`a run at byte ${at} is damaged`);
      const byte = bytes[at++];
      header |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    const size = header >>> 1;
    if ((header & 1) === 0) {
      const stored = (width + 7) >> 3;
      let value = 0;
      for (let k = 0; k < stored; k++) value |= bytes[at++] << (8 * k);
      const stop = Math.min(count, filled + size);
      out.fill(value, filled, stop);
      filled = stop;
    } else {
      const values = Math.min(count - filled, 8 * size);
      // The last group may be cut off after its last value.
      if (at + Math.ceil((values * width) / 8) > end) throw new Error(`a run at byte ${at} is longer than its page`);
      unpack(bytes, at, width, out, filled, values);
      filled += values;
      at += size * width;
    }
    if (size === 0 && at >= end && filled < count) throw new Error(`${count - filled} of ${count} values are missing`);
  }
}

/** Unpacks values of `width` bits each, the lowest bit first. */
function unpack(
  bytes: Uint8Array,
  from: number,
  width: number,
  out: Int32Array,
  filled: number,
  values: number,
): void {
  let at = from;
  let bits = 0;
  if (width > 24) {
    // A value and the bits before it do not fit into 32 bits, but they do into the 53 bits of a double.
    let wide = 0;
    for (let k = 0; k < values; k++) {
      for (; bits < width; bits += 8) wide += bytes[at++] * 2 ** bits;
      out[filled + k] = wide % 2 ** width;
      wide = Math.floor(wide / 2 ** width);
      bits -= width;
    }
    return;
  }
  const mask = (1 << width) - 1;
  let buffer = 0;
  for (let k = 0; k < values; k++) {
    for (; bits < width; bits += 8) buffer |= bytes[at++] << bits;
    out[filled + k] = buffer & mask;
    buffer >>>= width;
    bits -= width;
  }
}
