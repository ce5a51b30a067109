import { feedBytes } from "../reading/byte-lines.ts";
import type { LineParser } from "../reading/line-parser.ts";
import type { MemoryOptions } from "../reading/memory-limit.ts";
import { readChunks } from "./read-chunks.ts";

/** Runs a line parser over a text file in UTF-8, plain or packed with gzip. The text is never in memory as a whole. */
export async function parseFile<T>(path: string, parser: LineParser<T>, options: MemoryOptions = {}): Promise<T> {
  const feed = feedBytes(parser, path, options);
  for await (const chunk of readChunks(path)) feed.push(chunk);
  return feed.finish();
}

/**
 * Reads a text file line by line, plain or packed with gzip, as all readers here do: UTF-8 with or without a byte order mark,
 * line ends LF or CRLF. A DatasetError, with file and line, where the bytes are no UTF-8 or a line is too long.
 *
 * @param path - The file.
 * @param onLine - Takes a line without its end, and its number from 1. Returning `false` ends the reading.
 * @param options - The memory that may be used.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readLines } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "names.txt");
 * writeFileSync(path, "tea\r\nmilk\n");
 * await readLines(path, (text, line) => console.log(line, text));
 * // 1 tea
 * // 2 milk
 * ```
 */
export async function readLines(
  path: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing reads on.
  onLine: (text: string, line: number) => boolean | void,
  options: MemoryOptions = {},
): Promise<void> {
  let wanted = true;
  const line = (text: string, number: number): void => {
    if (wanted) wanted = onLine(text, number) !== false;
  };
  const feed = feedBytes({ line, finish: () => {} }, path, options);
  for await (const chunk of readChunks(path)) {
    feed.push(chunk);
    if (!wanted) return;
  }
  feed.finish();
}
