/** Decompresses a page. */
export type Decompress = (input: Uint8Array, outputLength: number) => Uint8Array;

/** Decompressors by the names of their codecs, such as `GZIP`. */
export type Decompressors = Readonly<Record<string, Decompress>>;

/** The functions of `node:zlib` that decompress pages. */
interface NodeZlib {
  readonly gunzipSync: (input: Uint8Array) => Uint8Array;
  readonly brotliDecompressSync: (input: Uint8Array) => Uint8Array;
  readonly zstdDecompressSync?: (input: Uint8Array) => Uint8Array;
}

/** The decompressors in Node; none in a browser. Hyparquet includes snappy. */
export async function compressorsOfNode(): Promise<Decompressors> {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  if (process?.versions?.node === undefined) return {};
  // Bundlers ignore an import whose name is not literal, so browser code can be bundled without this module.
  const name = "node:zlib";
  const zlib = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as NodeZlib;
  const { gunzipSync, brotliDecompressSync, zstdDecompressSync } = zlib;
  return {
    GZIP: (input) => gunzipSync(input),
    BROTLI: (input) => brotliDecompressSync(input),
    ...(zstdDecompressSync !== undefined && { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) }),
  };
}
