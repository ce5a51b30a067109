import { open, stat } from "node:fs/promises";
import { readModelVersion } from "@tierwise/ranker";
import { loadTrained } from "./feature-served-model.ts";
import { fileVersion, loadFitted } from "./fitted-served-model.ts";
import type { LoadOptions, ServedModel } from "./served-model.ts";

/** The first bytes of a model file. */
const magic = "TIERWISE";

/** Determines whether a path is a trained model (a directory or a single file) or the output of `fit`. */
async function kindOf(path: string): Promise<"fitted" | "trained"> {
  if ((await stat(path)).isDirectory()) return "trained";
  const file = await open(path);
  try {
    const start = Buffer.alloc(magic.length);
    await file.read(start, 0, start.length, 0);
    return start.toString("latin1") === magic ? "trained" : "fitted";
  } finally {
    await file.close();
  }
}

/** Loads a model directory, a model file, or the output of `tierwise fit`. */
export async function loadServedModel(
  path: string,
  options: LoadOptions,
  onBatch: (rows: number) => void,
): Promise<ServedModel> {
  return (await kindOf(path)) === "fitted" ? loadFitted(path) : loadTrained(path, options, onBatch);
}

/** The version that {@link loadServedModel} would load, without loading it. */
export async function readServedVersion(path: string): Promise<string> {
  return (await kindOf(path)) === "fitted" ? fileVersion(path) : readModelVersion(path);
}

/** A value that changes when a model directory or file is replaced. Replacing a model always renames a file into its directory. */
export async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
