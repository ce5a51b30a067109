import { parseFile } from "@tierwise/data/files";
import type { MemoryOptions } from "@tierwise/data/reading";
import { createSplitParser } from "./xml-format/parse-split.ts";

/**
 * Reads one split from a split file. Each line, such as `7773 5951 4889`, contains a 1-based row number for each split.
 *
 * @param path - The file, plain or gzipped.
 * @param column - The 1-based column of the split.
 * @param options - `maxBytes`, the memory limit.
 * @returns 0-based row numbers for {@link select}, in the order of the split file. The repository's ready-made train and test files list
 * rows in ascending order.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readSplit } from "@tierwise/datasets-xml";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "split.txt");
 * writeFileSync(path, "3 1\n1 4\n");
 * console.log(await readSplit(path, 2)); // Int32Array(2) [ 0, 3 ]
 * ```
 */
export async function readSplit(path: string, column: number, options: MemoryOptions = {}): Promise<Int32Array> {
  return parseFile(path, createSplitParser(column, path, options), options);
}
