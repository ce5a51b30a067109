import { DatasetError } from "./dataset-error.ts";

/** How much memory a reader may use. */
export interface MemoryOptions {
  /**
   * Bytes that what is read from one file may take in memory, at most; one line may take a sixteenth of it. What a header
   * promises is checked before anything is allocated. Default: 2³⁰, 1 GB.
   */
  readonly maxBytes?: number;
}

/** The default of `maxBytes`: more than any data set of the repository but the largest needs, and less than V8 can have. */
const DEFAULT_MAX_BYTES = 2 ** 30;

/** V8 has no string of more than about 2²⁹ characters. */
const LONGEST_LINE = 2 ** 28;

/**
 * The one check before memory is taken because of what a file says: throws a DatasetError where `bytes` are more than
 * `maxBytes`.
 *
 * @param bytes - What is needed in all.
 * @param what - What needs it, as the subject of a sentence in the plural.
 * @param place - Where the file says so.
 */
export function checkMemory(
  bytes: number,
  what: string,
  place: { file: string; line?: number },
  maxBytes: number,
): void {
  if (bytes <= maxBytes) return;
  const problem = `${what} need ${sizeOf(bytes)} of memory; the limit, maxBytes, is ${sizeOf(maxBytes)}`;
  throw new DatasetError(problem, { ...place, limit: "maxBytes" });
}

/** The longest line, in bytes, that is read with this limit: 64 MB by default. */
export function longestLine(maxBytes: number): number {
  return Math.min(LONGEST_LINE, Math.max(1024, Math.floor(maxBytes / 16)));
}

/** The error for a line that is longer. */
export function lineTooLong(file: string, line: number, longest: number): DatasetError {
  const problem = `the line is longer than ${sizeOf(longest)}, a sixteenth of maxBytes`;
  return new DatasetError(problem, { file, line, limit: "maxBytes" });
}

/** `maxBytes` as it was given, or its default. */
export function maxBytesOf({ maxBytes = DEFAULT_MAX_BYTES }: MemoryOptions): number {
  if (!(maxBytes > 0)) throw new RangeError(`maxBytes is ${maxBytes}; expected a number above 0`);
  return maxBytes;
}

/** Counts the memory that grows with what is read. */
export interface MemoryMeter {
  /** Notes that about so many bytes more are kept, because of this line. */
  take(bytes: number, line: number): void;
}

/** A meter that throws where all that was taken is more than the limit. */
export function createMemoryMeter(file: string, options: MemoryOptions): MemoryMeter {
  const maxBytes = maxBytesOf(options);
  let taken = 0;
  return {
    take(bytes, line) {
      taken += bytes;
      if (taken > maxBytes) checkMemory(taken, "the data up to here", { file, line }, maxBytes);
    },
  };
}

/** What a meter counts for things whose size V8 does not tell, in bytes; measured, and rounded up. */
export const COST = {
  /** A typed array, without its entries. */
  array: 200,
  /** A name, without its characters: a string and its place in a table. */
  name: 100,
  /** A preference, without its tiers. */
  preference: 100,
} as const;

/** About how many bytes a preference takes with so many tiers and items. */
export function preferenceBytes(tiers: number, items: number): number {
  return COST.preference + COST.array * tiers + 4 * items;
}

function sizeOf(bytes: number): string {
  if (bytes < 1e5) return `${bytes} bytes`;
  return bytes < 2 ** 30 ? `${Math.round(bytes / 2 ** 20)} MB` : `${Number((bytes / 2 ** 30).toFixed(1))} GB`;
}
