import { isColumnWord, normalized } from "../columns/column-words.ts";
import { createTranscoder, detectEncoding } from "../encoding/text-encoding.ts";
import { openSource } from "../files/open-source.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { checkMemory, type MemoryOptions, resolveMaxBytes } from "../reading/memory-limit.ts";
import { cellText } from "../records/cells.ts";
import { createDelimitedScanner } from "../records/delimited-records.ts";
import { detectDialect } from "../records/dialect.ts";

const nameWords = ["title", "name", "itemname", "movietitle", "moviename", "productname", "fullname", "label", "text"];

/**
 * Reads the names of items from a table with a header, plain or gzipped, such as `movieId,title`. The first column contains the item
 * identifiers used in other files; the column `title` or `name`, or otherwise the second column, contains the names.
 *
 * @param path - The path of the file.
 * @param options - `maxBytes`, the memory limit.
 * @returns The name of each item.
 * @throws DatasetError if the file has fewer than two columns, or gives an item two different names.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readItemNames } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "movies.csv");
 * writeFileSync(path, "movieId,title,genres\n1,Toy Story (1995),Animation\n2,Jumanji (1995),Adventure\n");
 * console.log((await readItemNames(path)).get("2")); // Jumanji (1995)
 * ```
 */
export async function readItemNames(path: string, options: MemoryOptions = {}): Promise<Map<string, string>> {
  const bytes = await readText(path, options);
  const { delimiter, skipLines, records } = detectDialect(bytes, true, path, undefined, isColumnWord);
  const header = records[0]?.texts ?? [];
  if (header.length < 2) {
    throw new DatasetError("has one column; expected two, such as movieId,title", { file: path });
  }
  const byWord = nameWords.map((word) => header.findIndex((name) => normalized(name) === word)).find((at) => at > 0);
  const nameColumn = byWord ?? 1;
  const names = new Map<string, string>();
  let isHeader = true;
  const scanner = createDelimitedScanner({
    delimiter,
    file: path,
    skipLines,
    onRecord(cells) {
      if (isHeader) {
        isHeader = false;
        return;
      }
      const [item, name] = [cellText(cells, 0, path), cellText(cells, nameColumn, path)];
      if (item === "" || name === "") return;
      const known = names.get(item);
      if (known !== undefined && known !== name) {
        throw new DatasetError(`item ${quoted(item)} has two names, ${quoted(known)} and ${quoted(name)}`, {
          file: path,
          line: cells.line,
        });
      }
      names.set(item, name);
    },
  });
  scanner.setWidth(header.length);
  scanner.scan(bytes, 0, bytes.length, true);
  return names;
}

async function readText(path: string, options: MemoryOptions): Promise<Uint8Array> {
  const source = await openSource(path);
  const maxBytes = resolveMaxBytes(options);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of source.chunks) {
      size += chunk.length;
      checkMemory(2 * size, "the names read so far", { file: path }, maxBytes);
      chunks.push(chunk.slice());
    }
  } finally {
    await source.close();
  }
  const bytes = Buffer.concat(chunks);
  const transcoder = createTranscoder(detectEncoding(bytes, path));
  return Buffer.concat([transcoder.convert(bytes), transcoder.finish()]);
}
