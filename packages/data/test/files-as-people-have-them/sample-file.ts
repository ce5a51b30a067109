import type { Reading, ReadPreferencesOptions } from "../../src/index.ts";

/** A small file, with what its author meant, or with the error that says what is unclear. */
export interface SampleFile {
  readonly title: string;
  readonly content: string | Uint8Array;
  /** Default: `file.csv`. */
  readonly name?: string;
  readonly options?: ReadPreferencesOptions;
  /** Parts of the expected reading; `samples` are the observations in words. */
  readonly reading?: { readonly [Key in keyof Reading]?: unknown };
  /** The expected error message. */
  readonly error?: RegExp;
  /** The option that the error names. */
  readonly option?: string;
  /** The options that the error proposes, by reading. */
  readonly choices?: readonly Readonly<Record<string, string>>[];
}
