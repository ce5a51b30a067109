import type { Reading, ReadPreferencesOptions } from "../../src/index.ts";

/** A small file, and either its intended interpretation or, for an ambiguous or invalid file, the expected error. */
export interface SampleFile {
  readonly title: string;
  readonly content: string | Uint8Array;
  /** Default: `file.csv`. */
  readonly name?: string;
  readonly options?: ReadPreferencesOptions;
  /** Parts of the expected interpretation; `samples` describe the observations. */
  readonly reading?: { readonly [Key in keyof Reading]?: unknown };
  readonly error?: RegExp;
  /** The option that the error names. */
  readonly option?: string;
  /** The options that the error suggests for each way to read the file. */
  readonly choices?: readonly Readonly<Record<string, string>>[];
}
