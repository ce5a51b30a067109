import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { asDatasetError } from "../files/read-chunks.ts";

/** What a cache is valid for: name, size and modification time (in nanoseconds) of every file it was built from. */
export async function fingerprint(paths: readonly string[]): Promise<string> {
  const files = paths.map(async (path) => {
    try {
      const { size, mtimeNs } = await stat(path, { bigint: true });
      return `${basename(path)} ${size} ${mtimeNs}`;
    } catch (error) {
      throw asDatasetError(error, path);
    }
  });
  return (await Promise.all(files)).join("\n");
}
