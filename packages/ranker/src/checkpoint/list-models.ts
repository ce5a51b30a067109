import { fileSource } from "../single-file/byte-source.ts";
import { openModelFile } from "../single-file/open-model-file.ts";
import { codeOf, join, readdir, stat } from "../store/files.ts";
import { type Header, isFinished } from "../store/header.ts";
import { findHeader, headerFile } from "../store/model-directory.ts";
import { type DamagedStatus, type OccupiedStatus, trainingStatus } from "./open-model-directory.ts";

/** A model that {@link listModels} found. */
export interface ModelListing {
  /** The path of the model. */
  readonly path: string;
  /** Whether the model is a directory or a file. */
  readonly form: "directory" | "file";
  /** The total size of the model's files in bytes. */
  readonly bytes: number;
  /** The contents of the model, from its header; weights are not read. The field `training` describes the model that `loadModel` loads. */
  readonly status: DamagedStatus | OccupiedStatus;
}

const fileEnding = ".tierwise";

/**
 * Lists the models in a directory: subdirectories that contain a model, and files whose names end in `.tierwise`. Only headers are read.
 * If the path is itself a model, only that model is listed.
 *
 * @param path - A directory, or a model.
 * @returns The models, sorted by path. A model with a damaged header is listed with an explanation of the damage.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createRanker, listModels } from "@tierwise/ranker";
 *
 * const folder = await mkdtemp(join(tmpdir(), "ranker-"));
 * await createRanker({ features: 5, hidden: 8, items: 4 }).save(join(folder, "drinks"));
 * const [{ form, bytes, status }] = await listModels(folder);
 * console.log(form, bytes > 304, status.state); // directory true finished
 * ```
 */
export async function listModels(path: string): Promise<ModelListing[]> {
  if (!(await stat(path)).isDirectory()) return [await listFile(path)];
  const own = await findDirectory(path);
  if (own !== undefined) return [own];
  const found: ModelListing[] = [];
  for (const name of (await readdir(path)).sort()) {
    const entry = join(path, name);
    const kind = await stat(entry).catch(() => undefined);
    if (kind?.isFile() && name.endsWith(fileEnding)) found.push(await listFile(entry));
    const model = kind?.isDirectory() ? await findDirectory(entry) : undefined;
    if (model !== undefined) found.push(model);
  }
  return found;
}

async function listFile(path: string): Promise<ModelListing> {
  const { size: bytes } = await stat(path);
  try {
    const { header, close } = await openModelFile(await fileSource(path));
    await close();
    const state = isFinished(header.model) ? "finished" : "training";
    const training = trainingStatus(path, header.model);
    return { path, form: "file", bytes, status: { state, written: header.written, training } };
  } catch (error) {
    return { path, form: "file", bytes, status: { state: "damaged", reason: (error as Error).message } };
  }
}

/** The model in a directory; undefined if there is none, or if the directory cannot be read. */
async function findDirectory(path: string): Promise<ModelListing | undefined> {
  try {
    const header = await findHeader(path);
    if (header === undefined) return undefined;
    const { model, replacement, written } = header;
    const alone = isFinished(model) ? "finished" : "training";
    const state = replacement === undefined ? alone : "replacing";
    const status = { state, written, training: trainingStatus(path, model) } as const;
    return { path, form: "directory", bytes: await bytesOf(path, header), status };
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    const status = { state: "damaged", reason: (error as Error).message } as const;
    return { path, form: "directory", bytes: await bytesOf(path, undefined), status };
  }
}

/** The total size in bytes of the header and of the arrays that it lists. */
async function bytesOf(path: string, header: Header | undefined): Promise<number> {
  const files = new Set([headerFile]);
  for (const model of [header?.model, header?.replacement]) {
    for (const { arrays } of model?.members ?? []) for (const { file } of Object.values(arrays)) files.add(file);
  }
  let bytes = 0;
  for (const file of files) bytes += (await stat(join(path, file)).catch(() => undefined))?.size ?? 0;
  return bytes;
}
