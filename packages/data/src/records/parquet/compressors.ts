import * as zlib from "node:zlib";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** Decompresses a page. */
export type Decompress = (input: Uint8Array) => Uint8Array;

/** The decompressors that Node includes; snappy is part of hyparquet. */
export function compressorsOfNode(): Record<string, Decompress> {
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: Decompress };
  return {
    GZIP: (input) => gunzipSync(input),
    BROTLI: (input) => brotliDecompressSync(input),
    ...(zstdDecompressSync !== undefined && { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) }),
  };
}
