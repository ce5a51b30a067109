import { COST, type MemoryMeter } from "../reading/memory-limit.ts";
import { createByteIndex } from "./byte-index.ts";
import { type Cells, cellText } from "./cells.ts";

/** The code of a cell that is empty or marked as missing. */
export const MISSING = -1;

const missingWords = new Set(["", "na", "n/a", "#n/a", "nan", "null", "none", "\\n", "<na>"]);

/** Whether text marks a missing value: empty, `NA`, `N/A`, `NaN`, `null`, `None` or `\N`. */
export function isMissing(text: string): boolean {
  return text.length <= 4 && missingWords.has(text.toLowerCase());
}

/** Assigns numbers to distinct names in order of first occurrence. */
export interface NameIndex {
  /** The names so far. */
  readonly names: readonly string[];
  /** Returns the number of the name in a cell, after adding it if it is new; {@link MISSING} if the cell has no value. */
  ofCell(cells: Cells, column: number): number;
  /** Returns the number of a name, after adding it if it is new; {@link MISSING} if the text marks a missing value. */
  of(name: string, line: number): number;
}

export interface NameIndexOptions {
  readonly memory: MemoryMeter;
  /** The name of the file in error messages. */
  readonly file: () => string;
  /** Distinct names that get the first numbers. */
  readonly names?: readonly string[];
}

const encoder = new TextEncoder();

/** A name without surrounding whitespace. Byte order marks are kept, because they distinguish names. */
function trimmed(name: string): string {
  return name.replaceAll(/^[^\S\ufeff]+|[^\S\ufeff]+$/g, "");
}

/** Creates an index of names. Cells are looked up by their bytes, and only new names are decoded to text. */
export function createNameIndex({ memory, file, names: given = [] }: NameIndexOptions): NameIndex {
  const names: string[] = [];
  const strings = createByteIndex();
  /** The code of each distinct byte string; {@link MISSING} for strings that mark a missing value. */
  const codes: number[] = [];
  /** For each value that the container numbers: its code in this index plus 2, or 0 before its first use. */
  let codesOfIds = new Int32Array(0);

  function of(text: string, line: number): number {
    const name = trimmed(text);
    const bytes = encoder.encode(name);
    const entry = strings.entryOf(bytes, 0, bytes.length);
    if (entry === codes.length) codes.push(newCode(name, line));
    return codes[entry];
  }

  function newCode(name: string, line: number): number {
    if (isMissing(name)) return MISSING;
    memory.take(COST.name + 5 * name.length, line);
    return names.push(name) - 1;
  }

  /** Returns the code for a value with a number in the container. The text of each value is looked up only once. */
  function ofId(cells: Cells, column: number, id: number): number {
    if (id < codesOfIds.length && codesOfIds[id] > 0) return codesOfIds[id] - 2;
    if (id >= codesOfIds.length) {
      const larger = new Int32Array(Math.max(64, 2 * (id + 1)));
      larger.set(codesOfIds);
      codesOfIds = larger;
    }
    const code = of(cellText(cells, column, file()), cells.line);
    codesOfIds[id] = code + 2;
    return code;
  }

  for (const name of given) {
    const before = names.length;
    of(name, 1);
    if (names.length === before) throw new RangeError(`itemNames contains ${JSON.stringify(name)} twice`);
  }

  return {
    names,
    of,
    ofCell(cells, column) {
      if (column >= cells.count) return MISSING;
      if (cells.numbered !== undefined) return ofId(cells, column, cells.numbered.ids[column]);
      if (cells.escaped[column] === 1) return of(cellText(cells, column, file()), cells.line);
      const entry = strings.entryOf(cells.bytes, cells.starts[column], cells.ends[column]);
      if (entry < codes.length) return codes[entry];
      const name = cellText(cells, column, file());
      // The trimmed name may already exist, because Unicode spaces are also removed.
      const shorter = trimmed(name);
      codes.push(MISSING);
      codes[entry] = shorter === name ? newCode(name, cells.line) : of(shorter, cells.line);
      return codes[entry];
    },
  };
}
