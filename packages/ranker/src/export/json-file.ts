import type { Weights } from "../model/layers.ts";
import type { ModelContent } from "../single-file/encode-model-file.ts";
import type { StoredShape } from "../store/header.ts";
import { type ExportableModel, plainContent } from "./model-content.ts";

/** The maximum number of weights in a JSON file (about 100 MB of text). */
const mostWeights = 10_000_000;

/**
 * Generates readable JSON for a small model: sizes, names, vocabulary, transforms, the training record, and the weights of every member,
 * one line per feature or item. Each number is the shortest decimal that rounds to the same single-precision number.
 *
 * @param model - A ranker, or the result of `loadModel` or `trainModel`; more than 10 million weights cause an error.
 *
 * @example
 * ```ts
 * import { createRanker } from "@tierwise/ranker";
 * import { jsonFile } from "@tierwise/ranker/export";
 *
 * const ranker = createRanker({ features: 5, hidden: 8, items: 3, itemNames: ["tea", "milk", "water"] });
 * let text = "";
 * for await (const part of jsonFile(ranker)) text += part;
 * const model = JSON.parse(text);
 * console.log(model.itemNames, model.members[0].output.weights.length); // [ 'tea', 'milk', 'water' ] 3
 * ```
 */
export async function* jsonFile(model: ExportableModel): AsyncGenerator<string> {
  const content = await plainContent(model, "JSON");
  const [{ shape, normalize }] = content.members;
  const count = content.members.length * (shape.features + shape.items) * shape.hidden;
  if (count > mostWeights) {
    throw new RangeError(
      `the model has ${count} weights; expected at most ${mostWeights} for JSON; export safetensors, ONNX or a tierwise file`,
    );
  }
  const { members, itemNames, itemTitles, featureNames, featureItems, transforms, memberCount, record } = content;
  const { written, writtenBy } = content;
  const head = { format: "tierwise-json", version: 1, ...shape, normalize, memberCount, written, writtenBy };
  const known = { ...head, itemNames, itemTitles, featureNames, featureItems, transforms, record };
  const lines = Object.entries(known).flatMap(([key, value]) =>
    value === undefined ? [] : [`  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`],
  );
  yield `{\n${lines.join("")}  "members": [\n`;
  for (const [m, member] of members.entries()) {
    yield* memberText(member, shape);
    yield m + 1 < members.length ? ",\n" : "\n";
  }
  yield "  ]\n}\n";
}

function* memberText(
  { seed, steps, weights }: ModelContent["members"][number],
  { features, hidden, items }: StoredShape,
): Generator<string> {
  yield `    {\n      "seed": ${seed},\n      "steps": ${steps},\n`;
  yield* layerText("input", weights.input, features, hidden);
  yield ",\n";
  yield* layerText("output", weights.output, items, hidden);
  yield "\n    }";
}

function* layerText(
  name: string,
  { weights, bias }: Weights["input"],
  rows: number,
  hidden: number,
): Generator<string> {
  yield `      "${name}": {\n        "bias": ${numbers(bias)},\n        "weights": [\n`;
  for (let row = 0; row < rows; row++) {
    const comma = row + 1 < rows ? "," : "";
    yield `          ${numbers(weights.subarray(row * hidden, (row + 1) * hidden))}${comma}\n`;
  }
  yield "        ]\n      }";
}

function numbers(array: Float32Array): string {
  return `[${Array.from(array, shortest).join(", ")}]`;
}

/** The shortest decimal that rounds to a single-precision number; nine digits always suffice. JSON has no NaN or infinity. */
function shortest(value: number): string {
  if (!Number.isFinite(value))
    throw new RangeError(`a weight is ${value}; expected a finite number, because JSON has no NaN or infinity`);
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(9)));
}
