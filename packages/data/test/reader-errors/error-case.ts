import type { ReadingOption } from "../../src/index.ts";

/** A reader error: how to cause it, its message, and the option that resolves it. */
export interface ErrorCase {
  /** The complete message with file and line, or its beginning followed by `…`. */
  readonly message: string;
  /** The option that the error names. The command line shows the flag of this option. Default: no option resolves the error. */
  readonly option?: ReadingOption;
  /** The option that raises the memory limit, if a higher limit resolves the error. */
  readonly limit?: "maxBytes";
  /** Reads invalid input. `file` writes a file to a temporary folder and returns its path. */
  readonly read: (file: (name: string, content: string | Uint8Array) => string) => unknown;
}
