import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/**
 * Writes chunks to a file atomically, gzipped if its name ends in `.gz`. They go to a temporary file beside it that is renamed
 * once complete, so `path` is always either the old file or the complete new one; after an error it is the old one.
 */
export async function writeFileAtomic(path: string, chunks: Iterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomUUID().slice(0, 8)}.tmp`;
  try {
    const handle = await open(temporary, "wx");
    try {
      const save = async (source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> => {
        for await (const chunk of source) await handle.writeFile(chunk);
      };
      if (path.endsWith(".gz")) await pipeline(Readable.from(chunks), createGzip(), save);
      else await save(chunks);
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
