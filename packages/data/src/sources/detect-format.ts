import { startsAsXml } from "../detection/xml-start.ts";
import { openSource } from "../files/open-source.ts";
import type { OnRecord } from "../records/cells.ts";
import type { ParquetStart } from "../records/parquet/read-rows.ts";
import { readParquet } from "../records/parquet-records.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import type { RecognizedFormat } from "./reading.ts";

/**
 * Detects the layout of a file by its first records.
 *
 * @param path - The path of the file.
 * @param options - Settings that the file itself does not specify.
 * @throws DatasetError as {@link readPreferences} does.
 */
export async function detectFormat(path: string, options: ReadPreferencesOptions = {}): Promise<RecognizedFormat> {
  const source = await openSource(path);
  try {
    const { parquet, chunks, gzip } = source;
    const { value: head } = parquet === undefined ? await chunks.next() : {};
    if (options.format === undefined && head !== undefined && startsAsXml(head)) return "xml";
    const file = options.file ?? source.file;
    // Imported here because a command that reads multi-label data needs none of the other layouts.
    const { createReadingSession } = await import("./reading-session.ts");
    const session = createReadingSession({ file, ...options }, { inspects: true });
    if (parquet !== undefined) {
      const open = (start: ParquetStart): { onRecord: OnRecord; needed: number[] } => {
        session.openTable(file, "parquet", start);
        return { onRecord: () => {}, needed: [] };
      };
      await readParquet(parquet, file, open);
    } else {
      const feed = session.openText(file, { gzip, querySizes: [] });
      feed.push(head ?? new Uint8Array(0));
      while (session.format() === undefined) {
        const { value: chunk, done } = await chunks.next();
        if (done) {
          feed.finish();
          break;
        }
        feed.push(chunk);
      }
    }
    return session.format() ?? session.finish().reading.format;
  } finally {
    await source.close();
  }
}
