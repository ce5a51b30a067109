import { isGzipped, isParquet } from "../files/signatures.ts";
import type { SourceContent } from "../files/source-content.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import type { Decompressors } from "../records/parquet/compressors.ts";
import type { ReadPreferencesResult } from "./parse-preferences.ts";
import { type RatingsDataset, type RatingsOptions, ratingsOf, withPositions } from "./ratings.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import { readSource } from "./read-source.ts";
import { createReadingSession, type SessionResult } from "./reading-session.ts";

/** Options for reading a Blob. */
export interface BlobOptions {
  /**
   * Decompressors for the pages of Parquet files, such as `compressors` from the package `hyparquet-compressors`. Default: gzip, brotli and
   * zstd in Node, none in a browser. Snappy always works.
   */
  readonly decompressors?: Decompressors;
}

/**
 * Reads preferences from a Blob, such as a `File` that was dropped on a page, in any layout that {@link readPreferences} reads. The text is
 * read in chunks, so that memory depends on the observations and not on the size of the file. Runs without Node.
 *
 * @param blob - The content of the file.
 * @param options - Settings that the file itself does not specify; `file` is its name in messages.
 * @returns Item names, preferences and weights, and how the file was interpreted.
 * @throws DatasetError if the file is invalid, ambiguous or empty.
 *
 * @example
 * ```ts
 * import { readPreferencesBlob } from "@tierwise/data";
 *
 * const { itemNames, reading } = await readPreferencesBlob(new Blob(["winner,loser\ntea,milk\nmilk,rice\n"]));
 * console.log(itemNames, reading.format); // [ 'milk', 'rice', 'tea' ] battles
 * ```
 */
export async function readPreferencesBlob(
  blob: Blob,
  options: ReadPreferencesOptions & BlobOptions = {},
): Promise<ReadPreferencesResult> {
  return readBlob(blob, options);
}

/**
 * Reads ratings, places, clicks or impressions from a Blob as {@link readPreferencesBlob} does. See {@link parseRatings} for the result.
 *
 * @param blob - The content of the file.
 * @param options - Columns, direction of the scale, and minimum number of ratings.
 *
 * @example
 * ```ts
 * import { readRatingsBlob } from "@tierwise/data";
 *
 * const { users, ratings } = await readRatingsBlob(new Blob(["user,item,rating\nann,tea,5\nann,milk,2.5\n"]));
 * console.log(users, ratings[0]); // [ 'ann' ] Float64Array(2) [ 5, 2.5 ]
 * ```
 */
export async function readRatingsBlob(
  blob: Blob,
  { decompressors, ...options }: RatingsOptions & BlobOptions = {},
): Promise<RatingsDataset> {
  const more = { ...(decompressors && { decompressors }) };
  const result = await withPositions(options, (others) => readBlob(blob, { ...others, ...more }));
  return ratingsOf(result, options.file ?? "input");
}

async function readBlob(
  blob: Blob,
  { decompressors, ...options }: ReadPreferencesOptions & BlobOptions,
): Promise<SessionResult> {
  const session = createReadingSession(options);
  await readSource(session, await openBlob(blob, options.file ?? "input"), {}, decompressors);
  return session.finish();
}

async function openBlob(blob: Blob, file: string): Promise<SourceContent> {
  const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  const gzip = isGzipped(head);
  const parquet = isParquet(head)
    ? {
        byteLength: blob.size,
        slice: (start: number, end?: number) => blob.slice(start, end).arrayBuffer(),
      }
    : undefined;
  const stream = blob.stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  return { file, gzip, parquet, chunks: gzip ? unpackedChunks(stream, file) : chunksOf(stream) };
}

/** Yields the chunks of a stream, because not every browser can iterate over streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Ends the stream if the reader of the text has failed.
    await reader.cancel().catch(() => {});
  }
}

async function* unpackedChunks(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  file: string,
): AsyncGenerator<Uint8Array> {
  const chunks = chunksOf(stream.pipeThrough(new DecompressionStream("gzip")));
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw new DatasetError("has damaged gzip data", { file, cause: error });
    });
    if (next.done === true) return;
    yield next.value;
  }
}
