import { createKernels } from "../build/kernels.ts";
import type { KernelModule } from "../build/module.ts";
import { allocate, createKernelMemory } from "../memory/memory.ts";

/** The rows that a call of {@link FeatureLineParser.parse} has read; overwritten by the next call. */
export interface ParsedLines {
  /** The number of rows. */
  readonly rows: number;
  /** The number of lines, including empty ones and comments. */
  readonly lines: number;
  /** The number of bytes of these lines. */
  readonly bytes: number;
}

/** A parser that reads lines of features into dense rows. */
export interface FeatureLineParser {
  /** The maximum number of bytes per call. */
  readonly mostBytes: number;
  /** The rows of the last call, `featureCount` values each. */
  readonly values: Float32Array;
  /** The grade of each row. */
  readonly grades: Float32Array;
  /**
   * Six numbers per row: the positions where the query starts and ends and where a comment starts (0 if there is none), the grade (see
   * {@link FeatureLineParser.grades}), one more than the largest feature, and the number of lines before the row.
   */
  readonly records: Int32Array;
  /** Memory for `mostBytes` bytes of lines. `load` need not copy lines that are written directly to this memory. */
  readonly text: Uint8Array;
  /**
   * Sets the lines that {@link FeatureLineParser.parse} reads, and copies them into `text` unless they are already there.
   *
   * @param bytes - Complete lines: at most `mostBytes` bytes, ending with a line feed.
   */
  load(bytes: Uint8Array): void;
  /**
   * Reads lines up to the first one that is not in the plain form, or until the rows are full.
   *
   * @param from - The position of the first line in the bytes of `load`; positions in `records` count from it.
   */
  parse(from: number): ParsedLines;
}

const recordWords = 6;
/** The number of bytes after the last line that the kernel may read. */
const padding = 24;

/**
 * Creates a parser of lines such as `grade qid:7 1:0.5 3:2 # comment`, as in LETOR and SVMlight files. It reads only the plain form:
 * features in ascending order below `featureCount`, and numbers of at most fifteen digits. Numbers are correctly rounded to doubles and
 * then to floats. `parse` stops before a line that is invalid or in another form; the caller must handle that line.
 *
 * @param module - The result of `loadKernelModule` or `loadKernelModuleSync`.
 * @param options - `featureCount`: the number of values per row. `mostBytes`: the maximum number of bytes per call. Default: 2¹⁸.
 *
 * @example
 * ```ts
 * import { createFeatureLineParser, loadKernelModule } from "@tierwise/kernels";
 *
 * const parser = createFeatureLineParser(await loadKernelModule(), { featureCount: 4 });
 * parser.load(new TextEncoder().encode("2 qid:7 1:0.5 3:-2\n\n0 qid:7 4:1\n"));
 * const { rows, lines } = parser.parse(0); // feature 4 does not exist
 * console.log(rows, lines, parser.grades[0], parser.values.subarray(0, 4).join(" ")); // 1 2 2 0 0.5 0 -2
 * ```
 */
export function createFeatureLineParser(
  module: KernelModule,
  { featureCount, mostBytes = 2 ** 18 }: { readonly featureCount: number; readonly mostBytes?: number },
): FeatureLineParser {
  // Limits the number of rows, so that they stay in the L2 cache until they are copied.
  const mostRows = Math.max(16, Math.min(1024, Math.floor(2 ** 15 / featureCount)));
  const room = mostBytes + padding + 4 * mostRows * (featureCount + 2 * recordWords);
  const memory = createKernelMemory({ bytes: room + 10_000 + 200_000 });
  const { wasm } = createKernels(module, memory);
  const text = allocate(memory, Uint8Array, mostBytes + padding);
  const values = allocate(memory, Float32Array, mostRows * featureCount);
  const records = allocate(memory, Int32Array, mostRows * recordWords);
  const grades = new Float32Array(mostRows);
  const floats = new Float32Array(records.buffer, records.byteOffset, records.length);
  const status = allocate(memory, Int32Array, 3);
  const powers = allocate(memory, Float64Array, 23);
  for (let k = 0; k < 23; k++) powers[k] = Number(`1e${k}`);
  let [start, end] = [text.byteOffset, text.byteOffset];
  return {
    mostBytes,
    text: text.subarray(0, mostBytes),
    values,
    grades,
    records,
    load(bytes) {
      if (bytes.length > mostBytes || bytes[bytes.length - 1] !== 10) {
        throw new RangeError(
          `bytes.length is ${bytes.length}; expected at most ${mostBytes} bytes that end with a line feed`,
        );
      }
      const isHere = bytes.buffer === text.buffer;
      if (!isHere) text.set(bytes);
      start = isHere ? bytes.byteOffset : text.byteOffset;
      end = start + bytes.length;
    },
    parse(from) {
      const places = [records.byteOffset, mostRows, status.byteOffset, powers.byteOffset] as const;
      wasm.parseFeatureLines(start + from, end, values.byteOffset, featureCount, ...places);
      const [rows, lines, used] = status;
      for (let r = 0; r < rows; r++) grades[r] = floats[r * recordWords + 3];
      return { rows, lines, bytes: used };
    },
  };
}
