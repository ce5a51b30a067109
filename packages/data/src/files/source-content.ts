import type { ParquetFile } from "../records/parquet/chunk-pages.ts";

/** The content of a file: a Parquet file, or chunks of decompressed text. */
export interface SourceContent {
  /** The name of the source in messages. */
  readonly file: string;
  readonly gzip: boolean;
  /** The bytes, if the file is a Parquet file. */
  readonly parquet: ParquetFile | undefined;
  /** The decompressed bytes of any other file. A chunk is valid until the next chunk is requested. */
  readonly chunks: AsyncIterable<Uint8Array>;
}
