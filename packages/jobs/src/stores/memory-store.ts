import { readFile, writeFile } from "node:fs/promises";
import type { JobStore } from "./job-store.ts";

/** Creates a store in the memory of this process. Results and files are lost when the process ends. */
export function memoryStore(): JobStore {
  const results = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  return {
    readResults: async (keys) => keys.map((key) => results.get(key)),
    async writeResult(key, json) {
      if (results.has(key)) return false;
      results.set(key, json);
      return true;
    },
    removeResult: async (key) => void results.delete(key),
    hasFile: async (checksum) => files.has(checksum),
    writeFile: async (checksum, path) => void files.set(checksum, await readFile(path)),
    async readFile(checksum, path) {
      const held = files.get(checksum);
      if (held === undefined) throw new Error(`the store does not contain the file ${checksum}`);
      await writeFile(path, held);
    },
    close: async () => {},
  };
}
