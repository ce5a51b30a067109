import type { Job } from "../job/job.ts";
import { fileChecksum } from "../stores/file-checksum.ts";

/** Throws if an input file of the jobs has changed since the jobs were created. Reads each file once. */
export async function verifyLocalFiles(jobs: readonly Job[]): Promise<void> {
  const files = new Map(jobs.flatMap(({ files }) => files.map((file) => [`${file.path} ${file.checksum}`, file])));
  for (const { path, checksum } of files.values()) {
    const found = await fileChecksum(path);
    if (found.checksum !== checksum) {
      throw new Error(`${path} has changed: its checksum is ${found.checksum}; expected ${checksum}`);
    }
  }
}
