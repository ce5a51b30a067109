import { modelProto } from "@tierwise/data/onnx";
import { chunksOf } from "../../single-file/encode-model-file.ts";
import { descriptionOf } from "../description.ts";
import { type ExportableModel, plainContent } from "../model-content.ts";
import { scoringGraph } from "./scoring-graph.ts";
import type { OnnxInput } from "./transform-nodes.ts";

/** Options for {@link onnxFile}. */
export interface OnnxOptions {
  /**
   * The form of the graph's input rows. Default: `"sparse"`.
   *
   * - `"sparse"`: `indices` (int64) and `values` (float), rows × entries. The cost of a row depends on its entries, not on the number of
   *   features. Shorter rows are padded with entries of value 0.
   * - `"dense"`: `features` (float), rows × features.
   */
  readonly input?: OnnxInput;
}

/** The maximum number of bytes of a protobuf message. */
const mostBytes = 2 ** 31 - 1;

/**
 * Generates an ONNX file (opset 17) with a graph that scores and ranks rows. The graph also transforms and normalizes the rows, averages
 * the members of an ensemble, and selects the best items. The inputs are the rows (see {@link OnnxOptions.input}) and `k` (int64, one
 * number). The outputs are the best items, best first, as `items` (int64, rows × k) and `item_scores` (float, rows × k), and all scores as
 * `scores` (float, rows × items). The metadata contains names and vocabulary as JSON: `item_names`, `feature_names`, `feature_items`.
 *
 * Scores agree with those of the model to about six digits, because sums are computed in a different order.
 *
 * @param model - A ranker, or the result of `loadModel` or `trainModel`; a file above the format's limit of 2 GiB causes an error.
 * @param options - The form of the input rows.
 *
 * @example
 * ```ts
 * import { createRanker } from "@tierwise/ranker";
 * import { onnxFile } from "@tierwise/ranker/export";
 *
 * const ranker = createRanker({ features: 5, hidden: 8, items: 3, itemNames: ["tea", "milk", "water"] });
 * const chunks = [];
 * for await (const chunk of onnxFile(ranker, { input: "dense" })) chunks.push(chunk);
 * console.log(Buffer.concat(chunks).includes("tea")); // true
 * ```
 */
export async function* onnxFile(
  model: ExportableModel,
  { input = "sparse" }: OnnxOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (input !== "sparse" && input !== "dense") {
    throw new RangeError(`input is ${JSON.stringify(input)}; expected "sparse" or "dense"`);
  }
  const content = await plainContent(model, "ONNX");
  const description = `Ranks ${content.members[0].shape.items} items for rows of ${input} features; exported from Tierwise.`;
  const { size, pieces } = modelProto(scoringGraph(content, input), {
    description,
    metadata: { ...descriptionOf(content), input },
  });
  if (size > mostBytes) {
    const gibibytes = (size / 2 ** 30).toFixed(1);
    throw new RangeError(
      `the ONNX file would have ${gibibytes} GiB; the format allows less than 2 GiB; export safetensors or a tierwise file`,
    );
  }
  for (const piece of pieces) yield* chunksOf(piece);
}
