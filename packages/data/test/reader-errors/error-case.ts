import type { ReadingOption } from "../../src/index.ts";

/** An error of a reader: how it occurs, its message, and what resolves it. */
export interface ErrorCase {
  /** The whole message, with file and line; if it ends with `…`, its beginning. */
  readonly message: string;
  /** The option that the error names; the command line shows its flag. Default: none resolves the error. */
  readonly option?: ReadingOption;
  /** Set if more memory resolves the error. */
  readonly limit?: "maxBytes";
  /** Reads something that is wrong. `file` writes a file to a temporary folder and returns its path. */
  readonly read: (file: (name: string, content: string | Uint8Array) => string) => unknown;
}
