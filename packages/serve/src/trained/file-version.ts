import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The version of a model that is a single file: the first digits of its SHA-256. */
export async function fileVersion(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex")
    .slice(0, 12);
}
