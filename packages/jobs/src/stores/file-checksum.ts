import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { JobFile } from "../job/job.ts";

/**
 * The SHA-256 of a file, in hexadecimal, and its size.
 *
 * @param path - The path of the file.
 */
export async function fileChecksum(path: string): Promise<Pick<JobFile, "bytes" | "checksum">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { checksum: hash.digest("hex"), bytes };
}
