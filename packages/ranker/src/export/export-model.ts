import { loadModel } from "../checkpoint/trained-model.ts";
import { codeOf, resolve, stat } from "../store/files.ts";
import { jsonFile } from "./json-file.ts";
import type { ExportableModel } from "./model-content.ts";
import { type OnnxOptions, onnxFile } from "./onnx/onnx-file.ts";
import { safetensorsFile } from "./safetensors-file.ts";
import { tierwiseFile } from "./tierwise-file.ts";

/** The formats in which a model can be exported. */
export type ExportFormat = "json" | "onnx" | "safetensors" | "tierwise";

/** Options for {@link exportModel}: the file to write for each format. At least one file is required. */
export interface ExportOptions extends Partial<Readonly<Record<ExportFormat, string>>> {
  /** The form of the ONNX graph's input rows, `"sparse"` or `"dense"`. Default: `"sparse"`. */
  readonly onnxInput?: OnnxOptions["input"];
  /** Whether to replace existing files. Default: false; if one of the files exists, an error is thrown before anything is written. */
  readonly replace?: boolean;
}

/** A file that {@link exportModel} wrote. */
export interface ExportedFile {
  /** The format of the file. */
  readonly format: ExportFormat;
  /** The path of the file. */
  readonly path: string;
  /** The size of the file in bytes. */
  readonly bytes: number;
}

const formats: readonly ExportFormat[] = ["tierwise", "onnx", "safetensors", "json"];

/**
 * Writes a model to one or more files: the format `tierwise` is a single file for `loadModel`; `onnx`, `safetensors` and `json` are for
 * other software. All options are checked before anything is written. A file gets its final name only when it is complete.
 *
 * @param model - A ranker, the result of `loadModel` or `trainModel`, or the path of a model.
 * @param options - The file to write for each format.
 * @returns The files, in the order in which they were written.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createRanker, loadModel } from "@tierwise/ranker";
 * import { exportModel } from "@tierwise/ranker/export";
 *
 * const folder = await mkdtemp(join(tmpdir(), "ranker-"));
 * const ranker = createRanker({ features: 5, hidden: 8, items: 4, seed: 1 });
 * const file = join(folder, "model.tierwise");
 * const written = await exportModel(ranker, { tierwise: file, onnx: join(folder, "model.onnx") });
 * console.log(written.map(({ format }) => format).join(), (await loadModel(file)).itemCount); // tierwise,onnx 4
 * ```
 */
export async function exportModel(model: ExportableModel | string, options: ExportOptions): Promise<ExportedFile[]> {
  const { onnxInput, replace = false } = options;
  const wanted = formats.flatMap((format) => {
    const path = options[format];
    return path === undefined ? [] : [{ format, path }];
  });
  await checkPaths(wanted, replace);
  const loaded = typeof model === "string" ? await loadModel(model) : model;
  // Imported only here, so that web pages, which have no file system, do not load this module.
  const { writeFileAtomic } = await import("@tierwise/data/files");
  const written: ExportedFile[] = [];
  for (const { format, path } of wanted) {
    await writeFileAtomic(path, contentOf(loaded, format, onnxInput)).catch(explainRefusal(path));
    written.push({ format, path, bytes: (await stat(path)).size });
  }
  return written;
}

/** Explains ENOENT for a path in an existing directory: files cannot be created there, as in /proc. Rethrows other errors. */
function explainRefusal(path: string): (error: unknown) => Promise<never> {
  return async (error) => {
    const parent = resolve(path, "..");
    const exists = codeOf(error) === "ENOENT" && (await stat(parent).catch(() => undefined))?.isDirectory() === true;
    if (!exists) throw error;
    throw new Error(`${path} cannot be created: ${parent} does not accept new files`, { cause: error });
  };
}

function contentOf(
  model: ExportableModel,
  format: ExportFormat,
  input: OnnxOptions["input"],
): AsyncGenerator<string | Uint8Array> {
  if (format === "tierwise") return tierwiseFile(model);
  if (format === "onnx") return onnxFile(model, input === undefined ? {} : { input });
  return format === "safetensors" ? safetensorsFile(model) : jsonFile(model);
}

async function checkPaths(
  wanted: readonly { readonly format: ExportFormat; readonly path: string }[],
  replace: boolean,
): Promise<void> {
  if (wanted.length === 0) {
    throw new TypeError(`no file to write; expected at least one of ${formats.join(", ")}`);
  }
  const seen = new Map<string, ExportFormat>();
  for (const { format, path } of wanted) {
    const other = seen.get(resolve(path));
    if (other !== undefined) throw new Error(`${other} and ${format} are both ${path}; expected different files`);
    seen.set(resolve(path), format);
    if (path.endsWith(".gz"))
      throw new Error(`${format} is ${path}; expected a name without .gz, because exported files are not compressed`);
    const existing = await stat(path).catch(() => undefined);
    if (existing === undefined) continue;
    if (!existing.isFile()) throw new Error(`${path} is not a plain file; expected a file or an unused path`);
    if (!replace) throw new Error(`${path} already exists; use replace: true to replace it`);
  }
}
