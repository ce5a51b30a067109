/** The sizes of a network: sparse features → hidden units → items. */
export interface NetworkShape {
  /** D, how many features a row may have. */
  readonly features: number;
  /** How many hidden units. */
  readonly hidden: number;
  /** N, how many items are ranked. */
  readonly items: number;
}

/** Throws unless every size is an integer of at least 1. */
export function checkShape(shape: NetworkShape): void {
  for (const name of ["features", "hidden", "items"] as const) {
    const size = shape[name];
    if (!Number.isInteger(size) || size < 1) {
      throw new RangeError(`${name} is ${size}; expected an integer of at least 1`);
    }
  }
}

/** Part `index` of a division: from … to − 1. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** 0 … count − 1 in ranges of `size`. */
export function ranges(count: number, size: number): Range[] {
  const parts: Range[] = [];
  for (let from = 0; from < count; from += size) parts.push({ from, to: Math.min(from + size, count) });
  return parts;
}

/** At most so many items in a shard: enough work between barriers, and enough shards. */
const mostItems = 2048;
/** Enough shards for the threads of ordinary machines, wherever there are items enough. */
const leastShards = 8;

/**
 * The shards of the output layer. They depend on the number of items alone: sums over shards are added in their order, so that
 * results do not depend on the number of threads.
 */
export function itemShards(items: number): Range[] {
  const even = 8 * Math.ceil(items / leastShards / 8);
  return ranges(items, Math.min(even, mostItems));
}

/**
 * Items of a shard whose weights take their step at once, while weights and gradient are in a core's second-level cache. The
 * depth at which products are blocked, so that sums over a shard are the same as without.
 */
export const itemsAtOnce = 256;
/** Rows of a batch, or of the features in it, that a thread takes at once. */
export const rowsAtOnce = 8;
/** Features of a batch that a thread takes at once. */
export const featuresAtOnce = 128;
