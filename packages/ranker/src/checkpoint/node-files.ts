// What reading and writing models takes from Node. Bundlers for pages stop at an import of "node:fs"; not at this.
if (typeof process !== "object" || process.versions?.node === undefined) {
  throw new Error("models and checkpoints are files, which a page does not have; save and load them in Node");
}
export const { createHash } = process.getBuiltinModule("node:crypto");
export const { mkdir, open, readdir, readFile, rename, rm } = process.getBuiltinModule("node:fs/promises");
export const { join, resolve } = process.getBuiltinModule("node:path");
