import { DatasetError } from "../reading/dataset-error.ts";
import { printableText } from "../reading/printable-text.ts";
import { type Cells, createCells, growCells } from "./cells.ts";
import type { RecordScanner } from "./record-feed.ts";

/** Receives the objects of a JSON file, with the line on which each starts. */
export type OnObject = (value: Readonly<Record<string, unknown>>, line: number) => void;

const [LINE_FEED, QUOTE, BACKSLASH, OPEN, CLOSE] = [10, 34, 92, 123, 125];
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Scans the objects of JSON Lines or of a JSON array. Between two objects, only whitespace, commas and brackets are allowed. */
export function createJsonScanner(file: string, onObject: OnObject): RecordScanner {
  let line = 1;

  function parsed(bytes: Uint8Array, start: number, end: number): Readonly<Record<string, unknown>> {
    try {
      return JSON.parse(decoder.decode(bytes.subarray(start, end)));
    } catch (error) {
      const problem = printableText((error as Error).message);
      throw new DatasetError(`expected a JSON object: ${problem}`, { file, line, cause: error });
    }
  }

  /** The end of the object that starts at `start`; −1 if the object is incomplete. */
  function endOfObject(bytes: Uint8Array, start: number, end: number): number {
    let depth = 0;
    let isText = false;
    for (let i = start; i < end; i++) {
      const byte = bytes[i];
      if (isText) {
        if (byte === BACKSLASH) i++;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN) depth++;
      else if (byte === CLOSE && --depth === 0) return i + 1;
    }
    return -1;
  }

  return {
    line: () => line,
    scan(bytes, from, end, isLast) {
      for (let at = from; at < end; ) {
        const byte = bytes[at];
        if (byte !== OPEN) {
          if (byte === LINE_FEED) line++;
          else if (!" \t\r,[]\u001e".includes(String.fromCharCode(byte))) {
            const shown = JSON.stringify(String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 20))));
            throw new DatasetError(`expected a JSON object, found ${printableText(shown)}`, { file, line });
          }
          at++;
          continue;
        }
        const stop = endOfObject(bytes, at, end);
        if (stop < 0) {
          if (!isLast) return at;
          throw new DatasetError("a JSON object is not closed", { file, line });
        }
        onObject(parsed(bytes, at, stop), line);
        for (let i = at; i < stop; i++) if (bytes[i] === LINE_FEED) line++;
        at = stop;
      }
      return end;
    },
  };
}

/** The text of a value in a record: empty for null, JSON for lists and objects. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object")
    return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? Number(part) : part));
  return String(value).trim();
}

const encoder = new TextEncoder();

/** Writes values into records as UTF-8 bytes, so that records of all kinds of tables look the same. */
export interface CellWriter {
  readonly cells: Cells;
  start(line: number): void;
  add(text: string): void;
}

/** Creates a writer that reuses its memory from record to record. */
export function createCellWriter(): CellWriter {
  const cells = createCells();
  cells.bytes = new Uint8Array(1024);
  let used = 0;
  return {
    cells,
    start(line) {
      used = 0;
      cells.count = 0;
      cells.line = line;
    },
    add(text) {
      if (used + 3 * text.length > cells.bytes.length) {
        const larger = new Uint8Array(2 * (used + 3 * text.length));
        larger.set(cells.bytes.subarray(0, used));
        cells.bytes = larger;
      }
      if (cells.count === cells.starts.length) growCells(cells);
      cells.starts[cells.count] = used;
      used += encoder.encodeInto(text, cells.bytes.subarray(used)).written;
      cells.ends[cells.count++] = used;
    },
  };
}
