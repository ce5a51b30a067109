import type { SourceContent } from "../files/source-content.ts";
import type { Decompressors } from "../records/parquet/compressors.ts";
import { readParquet } from "../records/parquet-records.ts";
import type { FileFacts, ReadingSession } from "./reading-session.ts";

/** Reads the content of a file into a session. */
export async function readSource(
  session: ReadingSession,
  { file, gzip, parquet, chunks }: SourceContent,
  facts: Pick<FileFacts, "querySizes"> = {},
  decompressors?: Decompressors,
): Promise<void> {
  if (parquet !== undefined) {
    const open = (start: Parameters<typeof session.openTable>[2]) => {
      const onRecord = session.openTable(file, "parquet", start);
      return { onRecord, needed: session.usedColumns() };
    };
    return readParquet(parquet, file, open, decompressors);
  }
  const feed = session.openText(file, { gzip, ...facts });
  for await (const chunk of chunks) feed.push(chunk);
  feed.finish();
}
