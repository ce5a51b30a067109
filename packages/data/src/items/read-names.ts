import { readLines } from "../files/read-file.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import type { MemoryOptions } from "../reading/memory-limit.ts";

/** Options for {@link readNames}. */
export interface ReadNamesOptions extends MemoryOptions {
  /** The required number of names. Default: any number. */
  readonly expected?: number;
  /** The kind of object that is named, as a singular noun for error messages. Default: `"item"`. */
  readonly kind?: string;
}

/**
 * Reads names from a text file, one per line, plain or gzipped.
 *
 * @param path - The path of the file.
 * @param options - The required number of names, and what they refer to.
 * @returns The names in file order.
 * @throws DatasetError if the file does not have the required number of names.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readNames } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "items.names");
 * writeFileSync(path, "tea\nmilk\n");
 * console.log(await readNames(path, { expected: 2 })); // [ 'tea', 'milk' ]
 * ```
 */
export async function readNames(path: string, options: ReadNamesOptions = {}): Promise<string[]> {
  const { expected, kind = "item", ...memory } = options;
  const most = expected ?? Number.POSITIVE_INFINITY;
  const names: string[] = [];
  let found = 0;
  const keep = (name: string): void => {
    // Excess names are counted but not kept.
    if (found++ < most) names.push(name);
  };
  await readLines(path, keep, memory);
  if (expected !== undefined && found !== expected) {
    throw new DatasetError(`the number of names is ${found}; expected ${expected}, one line per ${kind}`, {
      file: path,
    });
  }
  return names;
}
