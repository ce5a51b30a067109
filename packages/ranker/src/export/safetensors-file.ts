import { chunksOf } from "../single-file/encode-model-file.ts";
import { descriptionOf } from "./description.ts";
import { type ExportableModel, plainContent } from "./model-content.ts";

/** The maximum number of header bytes that readers of the format accept. */
const mostHeaderBytes = 100_000_000;

/**
 * Generates the bytes of a [safetensors](https://github.com/huggingface/safetensors) file. It contains four tensors of type F32 for each
 * member m of the model: `members.m.input.weight` (features × hidden), `members.m.input.bias`, `members.m.output.weight` (items × hidden)
 * and `members.m.output.bias`. The scores of a row x are
 *
 *     mean over m of relu(x·input.weight + input.bias)·transpose(output.weight) + output.bias,
 *
 * where the `transforms` in `__metadata__`, if any, are first applied to x, and x is then divided by its Euclidean norm if `normalize` in
 * `__metadata__` is `"true"`. `__metadata__` also contains names and vocabulary as JSON: `item_names`, `feature_names`, `feature_items`.
 *
 * @param model - A ranker, or the result of `loadModel` or `trainModel`.
 *
 * @example
 * ```ts
 * import { createRanker } from "@tierwise/ranker";
 * import { safetensorsFile } from "@tierwise/ranker/export";
 *
 * const ranker = createRanker({ features: 5, hidden: 8, items: 3, itemNames: ["tea", "milk", "water"] });
 * const chunks = [];
 * for await (const chunk of safetensorsFile(ranker)) chunks.push(chunk);
 * const bytes = Buffer.concat(chunks);
 * const header = JSON.parse(bytes.toString("utf8", 8, 8 + Number(bytes.readBigUInt64LE(0))));
 * console.log(header["members.0.output.weight"].shape, header.__metadata__.item_names); // [ 3, 8 ] ["tea","milk","water"]
 * ```
 */
export async function* safetensorsFile(model: ExportableModel): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const content = await plainContent(model, "safetensors");
  const header: Record<string, unknown> = { __metadata__: descriptionOf(content) };
  const arrays: Float32Array[] = [];
  let end = 0;
  for (const [m, { shape, weights }] of content.members.entries()) {
    const { input, output } = weights;
    for (const [name, array, dimensions] of [
      ["input.weight", input.weights, [shape.features, shape.hidden]],
      ["input.bias", input.bias, [shape.hidden]],
      ["output.weight", output.weights, [shape.items, shape.hidden]],
      ["output.bias", output.bias, [shape.items]],
    ] as const) {
      const data_offsets = [end, end + array.byteLength];
      header[`members.${m}.${name}`] = { dtype: "F32", shape: dimensions, data_offsets };
      arrays.push(array);
      end += array.byteLength;
    }
  }
  yield* headerBytes(header);
  for (const array of arrays) yield* chunksOf(array);
}

/** The length of the header and the header, padded with spaces so that the data begin at a multiple of 8 bytes. */
function* headerBytes(header: object): Generator<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = Math.ceil(text.length / 8) * 8;
  if (length > mostHeaderBytes) {
    throw new RangeError(
      `names and vocabulary need ${length} bytes; safetensors allows at most ${mostHeaderBytes}; export a tierwise file`,
    );
  }
  const bytes = new Uint8Array(8 + length).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(text, 8);
  yield bytes;
}
