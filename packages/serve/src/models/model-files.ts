import type { BigIntStats } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readModelVersion } from "@tierwise/ranker";
import type { TrainedKind } from "../thread/messages.ts";
import { fileVersion } from "../trained/file-version.ts";
import { documentCheckpoint, modelFiles } from "../trained/model-file-names.ts";
import { loadFitted } from "./fitted-served-model.ts";
import { loadTrained } from "./load-trained.ts";
import type { LoadOptions, ServedModel } from "./served-model.ts";

const magic = "TIERWISE";

/** Determines whether a path is a trained model (a directory or a single file) or the output of `fit`. */
async function kindOf(path: string): Promise<TrainedKind | "fitted"> {
  if ((await stat(path)).isDirectory()) {
    const names = await readdir(path);
    if (names.includes(modelFiles.documents)) return "documents";
    if (names.includes(documentCheckpoint)) {
      throw new Error(`${path} holds a training run that has not produced a model yet`);
    }
    return names.includes(modelFiles["two-tower"]) ? "two-tower" : "ranker";
  }
  const file = await open(path);
  try {
    const start = Buffer.alloc(magic.length);
    await file.read(start, 0, start.length, 0);
    return start.toString("latin1") === magic ? "ranker" : "fitted";
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
  const kind = await kindOf(path);
  return kind === "fitted" ? loadFitted(path) : loadTrained(path, kind, options, onBatch);
}

/** Reads the version of the model that {@link loadServedModel} would load. */
export async function readServedVersion(path: string): Promise<string> {
  const kind = await kindOf(path);
  if (kind === "ranker") return readModelVersion(path);
  return fileVersion(kind === "fitted" ? path : join(path, modelFiles[kind]));
}

/**
 * A value that changes when a model directory or file is replaced. Replacing a model renames a file into its directory. Copying a model
 * over another one changes only the files, so the files of a directory are also part of the value.
 */
export async function stampOf(path: string): Promise<string> {
  const own = await stat(path, { bigint: true });
  if (!own.isDirectory()) return stampText(own);
  const names = (await readdir(path)).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(path, name), { bigint: true }).catch(() => undefined);
      return file === undefined ? "" : stampText(file); // The file was removed in the meantime.
    }),
  );
  return [stampText(own), ...files].join("\n");
}

function stampText({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
