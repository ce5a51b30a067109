// What reading and writing models takes from Node. Bundlers for pages stop at an import of "node:fs"; not at this.
if (typeof process !== "object" || process.versions?.node === undefined) {
  throw new Error("models and checkpoints are files, which a page does not have; save and load them in Node");
}
export const { createHash, randomBytes } = process.getBuiltinModule("node:crypto");
export const { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } =
  process.getBuiltinModule("node:fs/promises");
export const { hostname } = process.getBuiltinModule("node:os");
export const { dirname, join, resolve } = process.getBuiltinModule("node:path");

/** The code of a system error, such as `"ENOENT"`. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** Writes a text to a file and waits until it is on the disk. */
export async function writeFlushed(path: string, text: string): Promise<void> {
  const handle = await open(path, "w");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
