import { createByteIndex } from "../byte-index.ts";
import { textOfValue } from "../json-records.ts";
import type { ReadValues } from "./hybrid-runs.ts";

/** Assigns codes to distinct texts. All columns share the codes. */
export interface ValueCodes {
  /** The text for a code, in UTF-8; valid until the next new text gets a code. */
  bytesOf(code: number): Uint8Array;
  /** The code of a value that hyparquet decoded. A value of bytes is taken as UTF-8 text. */
  ofValue(value: unknown): number;
  /** Reads the codes of values decoded by hyparquet. */
  ofValues(values: ArrayLike<unknown>): ReadValues;
  /** Reads the codes of strings, each stored as its length in four bytes followed by its bytes. */
  ofPlainText(page: Uint8Array, from: number): ReadValues;
}

const encoder = new TextEncoder();

/** Creates an empty index of values. */
export function createValueCodes(): ValueCodes {
  const texts = createByteIndex();
  /** The code of each value other than text, so that a value is converted to text only once. */
  const others = new Map<unknown, number>();

  function codeOf(value: unknown): number {
    const bytes = value instanceof Uint8Array ? value : encoder.encode(textOfValue(value));
    return texts.entryOf(bytes, 0, bytes.length);
  }

  function ofValue(value: unknown): number {
    if (typeof value === "object" && value !== null) return codeOf(value);
    let code = others.get(value);
    if (code === undefined) {
      code = codeOf(value);
      others.set(value, code);
    }
    return code;
  }

  return {
    bytesOf: (code) => texts.bytes().subarray(texts.startOf(code), texts.startOf(code + 1)),
    ofValue,
    ofValues(values) {
      let at = 0;
      return (out, count) => {
        for (let k = 0; k < count; k++) out[k] = ofValue(values[at++]);
      };
    },
    ofPlainText(page, from) {
      let at = from;
      return (out, count) => {
        for (let k = 0; k < count; k++) {
          const length = page[at] | (page[at + 1] << 8) | (page[at + 2] << 16) | (page[at + 3] << 24);
          const end = at + 4 + length;
          if (!(length >= 0 && end <= page.length)) throw new Error(`the text at byte ${at} is longer than its page`);
          out[k] = texts.entryOf(page, at + 4, end);
          at = end;
        }
      };
    },
  };
}
