import { DatasetError } from "@tierwise/data/parse";
import { gunzipped } from "../share/text-bytes.ts";
import { mostBytes, type OpenedFile } from "./opened-file.ts";

/** The bytes of a file, unpacked if it is gzipped. */
export async function unpackedBytes({ name, bytes }: OpenedFile): Promise<{ text: Uint8Array; gzip: boolean }> {
  if (startsWith(bytes, [0x50, 0x41, 0x52, 0x31])) {
    throw new DatasetError("is a Parquet file, which only the command reads: tierwise fit FILE", { file: name });
  }
  if (!startsWith(bytes, [0x1f, 0x8b])) return { text: bytes, gzip: false };
  try {
    return { text: await gunzipped(bytes, mostBytes), gzip: true };
  } catch (error) {
    throw new DatasetError(`cannot be unpacked: ${(error as Error).message}`, { file: name });
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
