import { DatasetError } from "./dataset-error.ts";

/** The memory limit of a reader. */
export interface MemoryOptions {
  /**
   * Maximum memory in bytes for the contents of one file; a single line may take up to a sixteenth of it. Sizes in a header are checked
   * before anything is allocated. Default: 2³⁰, 1 GB.
   */
  readonly maxBytes?: number;
}

/** The default of `maxBytes`, which is within V8's limits and sufficient for all but the largest datasets of the XML repository. */
const DEFAULT_MAX_BYTES = 2 ** 30;

/** V8 strings are limited to about 2²⁹ characters. */
const LONGEST_LINE = 2 ** 28;

/**
 * Throws a DatasetError if `bytes` exceeds `maxBytes`. Call this before allocating memory whose size depends on a file.
 *
 * @param bytes - The total number of bytes needed.
 * @param what - What needs the memory, as a plural noun for the error message.
 * @param place - Where the file states the size.
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

/** Maximum length of a line in bytes under this limit: 64 MB by default. */
export function longestLine(maxBytes: number): number {
  return Math.min(LONGEST_LINE, Math.max(1024, Math.floor(maxBytes / 16)));
}

/** The error for a line that exceeds {@link longestLine}. */
export function lineTooLong(file: string, line: number, longest: number): DatasetError {
  const problem = `the line is longer than ${sizeOf(longest)}, a sixteenth of maxBytes`;
  return new DatasetError(problem, { file, line, limit: "maxBytes" });
}

/** Returns the `maxBytes` option after checking it, or its default. */
export function resolveMaxBytes({ maxBytes = DEFAULT_MAX_BYTES }: MemoryOptions): number {
  if (!(maxBytes > 0)) throw new RangeError(`maxBytes is ${maxBytes}; expected a positive number`);
  return maxBytes;
}

/** Tracks the memory occupied by the data read so far. */
export interface MemoryMeter {
  /** Adds about `bytes`, read from line `line`, to the memory in use. */
  take(bytes: number, line: number): void;
}

/** Creates a meter that throws a DatasetError once the total exceeds the limit. */
export function createMemoryMeter(file: string, options: MemoryOptions): MemoryMeter {
  const maxBytes = resolveMaxBytes(options);
  let taken = 0;
  return {
    take(bytes, line) {
      taken += bytes;
      if (taken > maxBytes) checkMemory(taken, "the data read so far", { file, line }, maxBytes);
    },
  };
}

/** Estimated sizes in bytes of objects whose size V8 does not report, based on measurements and rounded up. */
export const COST = {
  /** A typed array, excluding its entries. */
  array: 200,
  /** A name, excluding its characters: a string and its entry in a map. */
  name: 100,
  /** A preference, excluding its tiers. */
  preference: 100,
} as const;

/** The approximate size in bytes of a preference with the given numbers of tiers and items. */
export function preferenceBytes(tiers: number, items: number): number {
  return COST.preference + COST.array * tiers + 4 * items;
}

function sizeOf(bytes: number): string {
  if (bytes < 1e5) return `${bytes} bytes`;
  return bytes < 2 ** 30 ? `${Math.round(bytes / 2 ** 20)} MB` : `${Number((bytes / 2 ** 30).toFixed(1))} GB`;
}
