import { fileChecksum } from "./file-checksum.ts";
import type { JobStore } from "./job-store.ts";

/** Stores a file written by a job under its checksum. */
export async function keepFile(store: JobStore, path: string): Promise<string> {
  const { checksum } = await fileChecksum(path);
  if (!(await store.hasFile(checksum))) await store.writeFile(checksum, path);
  return checksum;
}
