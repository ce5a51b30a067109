import type { TrainingRecord } from "../model/training-record.ts";
import { encodeModelFile } from "../single-file/encode-model-file.ts";
import { type ExportableModel, modelContent } from "./model-content.ts";

/**
 * Generates the bytes of a model file, which `loadModel` and `loadRanker` read in Node and in web pages: everything
 * that a model directory contains, in a single file. The guide "Save, move and export a model" describes the format.
 *
 * @param model - A ranker, or the result of `loadModel` or `trainModel`.
 * @param options - `record` describes how a ranker was trained, such as how ratings were converted to rows; the commands use it to read
 * other files of ratings in the same way. This option is ignored if the model has its own record. Default: none.
 * @returns Chunks of bytes. Weights that change while they are being written cause an error.
 *
 * @example
 * ```ts
 * import { createRanker, loadRanker } from "@tierwise/ranker";
 * import { tierwiseFile } from "@tierwise/ranker/export";
 *
 * const ranker = createRanker({ features: 5, hidden: 8, items: 4, seed: 1 });
 * const chunks = [];
 * for await (const chunk of tierwiseFile(ranker)) chunks.push(chunk);
 * const loaded = await loadRanker(new Blob(chunks));
 * const row = { indices: [1, 4], values: [0.5, 2] };
 * console.log(loaded.topK(row, 4).join() === ranker.topK(row, 4).join()); // true
 * ```
 */
export async function* tierwiseFile(
  model: ExportableModel,
  { record }: { readonly record?: TrainingRecord } = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* encodeModelFile(await modelContent(model, record));
}
