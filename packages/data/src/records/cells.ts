import { DatasetError, quoted } from "../reading/dataset-error.ts";

/**
 * One record of a table, as UTF-8 bytes: cell k is `bytes[starts[k]] … bytes[ends[k] − 1]`, without surrounding spaces. The record and
 * its bytes are valid until the next record is parsed.
 */
export interface Cells {
  bytes: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** 1 for a cell in which each doubled quote stands for one quote character. */
  escaped: Uint8Array;
  /** Whether the record contains no quotes, so that cells are equal if and only if their bytes are equal. */
  isPlain: boolean;
  /** The cells as value codes, for containers that assign a code to each distinct value; used instead of `bytes`, `starts` and `ends`. */
  numbered: NumberedCells | undefined;
  count: number;
  /** The 1-based line on which the record starts; in files without lines, the number of the record. */
  line: number;
}

/** The cells of a record in a container that assigns a code to each distinct value. */
interface NumberedCells {
  /** The code of each cell's value. Equal codes mean equal text, also in different columns. */
  readonly ids: Int32Array;
  /** The text for a code, in UTF-8; valid until the next new value gets a code. */
  bytesOf(id: number): Uint8Array;
}

/** Receives the records of a table, one after another. */
export type OnRecord = (cells: Cells) => void;

export function createCells(): Cells {
  return {
    bytes: new Uint8Array(0),
    starts: new Int32Array(16),
    ends: new Int32Array(16),
    escaped: new Uint8Array(16),
    isPlain: false,
    numbered: undefined,
    count: 0,
    line: 0,
  };
}

/** Doubles the capacity. */
export function growCells(cells: Cells): void {
  const size = 2 * cells.starts.length;
  const grown = <T extends Int32Array | Uint8Array>(array: T, larger: T): T => {
    larger.set(array);
    return larger;
  };
  cells.starts = grown(cells.starts, new Int32Array(size));
  cells.ends = grown(cells.ends, new Int32Array(size));
  cells.escaped = grown(cells.escaped, new Uint8Array(size));
}

// Byte order marks inside the file are kept: removing them could make two different names equal.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a cell; empty if the record has no such cell. */
export function cellText(cells: Cells, column: number, file: string): string {
  if (column >= cells.count) return "";
  const { numbered } = cells;
  const bytes =
    numbered !== undefined
      ? numbered.bytesOf(numbered.ids[column])
      : cells.bytes.subarray(cells.starts[column], cells.ends[column]);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw notUtf8(bytes, file, cells.line);
  }
  return cells.escaped[column] === 1 ? text.replaceAll('""', '"').trim() : text;
}

/** The text of every cell. */
export function cellTexts(cells: Cells, file: string): string[] {
  return Array.from({ length: cells.count }, (_, column) => cellText(cells, column, file));
}

function notUtf8(bytes: Uint8Array, file: string, line: number): DatasetError {
  const shown = Array.from(bytes.subarray(0, 32), (byte) =>
    byte > 127 ? `<${byte.toString(16)}>` : String.fromCharCode(byte),
  ).join("");
  return new DatasetError(
    `expected text in UTF-8, found ${quoted(shown)}; if the file has a different encoding, such as windows-1252, specify it`,
    { file, line, option: "encoding" },
  );
}
