import type { BlobOptions } from "@tierwise/data";

/** Loads the decompressors that a Parquet file needs; returns no options for other files. */
export async function parquetOptions(content: Blob): Promise<BlobOptions> {
  if (!(await startsWith(content, [0x50, 0x41, 0x52, 0x31]))) return {};
  const { compressors } = await import("hyparquet-compressors");
  return { decompressors: compressors };
}

/** The content of a file as chunks, unpacked if it is gzipped. */
export async function* textChunks(content: Blob): AsyncGenerator<Uint8Array> {
  const stored = content.stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  const isPacked = await startsWith(content, [0x1f, 0x8b]);
  const reader = (isPacked ? stored.pipeThrough(new DecompressionStream("gzip")) : stored).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The first characters of a file. */
export async function startOf(content: Blob): Promise<string> {
  const { value } = await textChunks(content).next();
  return new TextDecoder().decode(value?.subarray(0, 100));
}

async function startsWith(content: Blob, signature: readonly number[]): Promise<boolean> {
  const bytes = new Uint8Array(await content.slice(0, signature.length).arrayBuffer());
  return signature.every((byte, at) => bytes[at] === byte);
}
