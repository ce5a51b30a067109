import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRanker, type Ranker } from "@tierwise/ranker";
import { exportModel, jsonFile, onnxFile, safetensorsFile } from "@tierwise/ranker/export";
import { InferenceSession, Tensor } from "onnxruntime-web";
import { describe, expect, test } from "vitest";
import { inDirectory } from "../killing.ts";
import { tinyData, tinySizes } from "../tiny-data.ts";
import { plainScores } from "./plain-scores.ts";
import { readSafetensors } from "./read-safetensors.ts";

const vocabulary = {
  itemNames: Array.from({ length: 30 }, (_, i) => `item ${i} "é"`),
  featureNames: Array.from({ length: 40 }, (_, i) => `feature ${i}`),
  featureItems: Array.from({ length: 40 }, (_, i) => (i < 30 ? i : -1)),
};
const ranker = createRanker({ ...tinySizes, ...vocabulary, seed: 4, normalize: true });

async function bytesOf(chunks: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(parts);
}

/** Returns a ranker that claims other sizes, to test limits without allocating memory. */
function enlarged(shape: Partial<Ranker>): Ranker {
  return { ...ranker, ...shape };
}

describe("ONNX", () => {
  test("contains the opset, and names and vocabulary in its metadata", async () => {
    const file = await bytesOf(onnxFile(ranker));
    // ModelProto: ir_version 8 first; opset_import { domain: "", version: 17 }.
    expect(file.subarray(0, 2).toString("hex")).toBe("0808");
    expect(file.includes(Buffer.from("42040a001011", "hex"))).toBe(true);
    for (const value of Object.values(vocabulary)) expect(file.includes(JSON.stringify(value))).toBe(true);
  });

  test("returns no more items than the model has", async () => {
    const session = await InferenceSession.create(await bytesOf(onnxFile(ranker, { input: "dense" })));
    const features = new Tensor("float32", new Float32Array(40), [1, 40]);
    for (const [k, places] of [
      [3, 3],
      [99, 30],
    ]) {
      const { items } = await session.run({ features, k: new Tensor("int64", BigInt64Array.of(BigInt(k)), [1]) });
      expect(items.dims).toEqual([1, places]);
      expect([...(items.data as BigInt64Array)].map(Number)).toEqual([...ranker.topK({ indices: [] }, k)]);
    }
    await session.release();
  });

  test("orders items with equal scores by index, as the ranker does", async () => {
    const tied = createRanker({ features: 1, hidden: 1, items: 4 });
    tied.weights.input.weights.fill(1);
    tied.weights.input.bias.fill(0);
    tied.weights.output.bias.fill(0);
    tied.weights.output.weights.set([1, 3, 3, 2]);
    const session = await InferenceSession.create(await bytesOf(onnxFile(tied, { input: "dense" })));
    const features = new Tensor("float32", Float32Array.of(1), [1, 1]);
    const { items } = await session.run({ features, k: new Tensor("int64", BigInt64Array.of(4n), [1]) });
    expect([...(items.data as BigInt64Array)]).toEqual([1n, 2n, 3n, 0n]);
    await session.release();
  });

  test("rejects an unknown form of input, and a model above the size limit of the format", async () => {
    await expect(bytesOf(onnxFile(ranker, { input: "csr" as never }))).rejects.toThrow(
      'input is "csr"; expected "sparse" or "dense"',
    );
    const { weights } = ranker;
    const large = { ...weights.output.weights, byteLength: 2 ** 31 } as unknown as Float32Array;
    const output = { ...weights.output, weights: Object.setPrototypeOf(large, Float32Array.prototype) };
    const bytes = bytesOf(onnxFile(enlarged({ weights: { ...weights, output } })));
    await expect(bytes).rejects.toThrow("the ONNX file would have 2.0 GiB; the format allows less than 2 GiB");
  });
});

test("safetensors contain names, vocabulary and options in their metadata", async () => {
  const { metadata } = readSafetensors(await bytesOf(safetensorsFile(ranker)));
  expect(metadata).toMatchObject({ features: "40", hidden: "16", items: "30", members: "1", normalize: "true" });
  expect(JSON.parse(metadata["item_names"])).toEqual(vocabulary.itemNames);
  expect(JSON.parse(metadata["feature_names"])).toEqual(vocabulary.featureNames);
  expect(JSON.parse(metadata["feature_items"])).toEqual(vocabulary.featureItems);
});

describe("JSON", () => {
  test("contains every weight exactly, and gives the same scores", async () => {
    const model = JSON.parse((await bytesOf(jsonFile(ranker))).toString());
    expect(model).toMatchObject({ ...tinySizes, ...vocabulary, normalize: true, memberCount: 1 });
    const [{ input, output }] = model.members;
    const { weights } = ranker;
    expect(Float32Array.from(input.weights.flat())).toEqual(weights.input.weights.slice());
    expect(Float32Array.from(output.weights.flat())).toEqual(weights.output.weights.slice());
    expect(Float32Array.from(output.bias)).toEqual(weights.output.bias.slice());
    const rows = tinyData(50).features;
    const member = {
      inputWeights: input.weights.flat(),
      inputBias: input.bias,
      outputWeights: output.weights.flat(),
      outputBias: output.bias,
    };
    const [scores, expected] = [plainScores([member], rows, true), ranker.scores(rows)];
    for (let i = 0; i < scores.length; i++) expect(scores[i]).toBeCloseTo(expected[i], 5);
  });

  test("rejects large models and weights that are not finite", async () => {
    await expect(bytesOf(jsonFile(enlarged({ hidden: 1_000_000 })))).rejects.toThrow(
      "the model has 70000000 weights; expected at most 10000000 for JSON",
    );
    const broken = createRanker(tinySizes);
    broken.weights.output.bias[3] = Number.NaN;
    await expect(bytesOf(jsonFile(broken))).rejects.toThrow("a weight is NaN; expected a finite number");
  });
});

describe("exportModel", () => {
  test("checks all paths before it writes, and leaves no files behind if a format fails", () =>
    inDirectory(async (folder) => {
      const at = (name: string): string => join(folder, name);
      await writeFile(at("old.onnx"), "old");
      await expect(exportModel(ranker, { json: at("new.json"), onnx: at("old.onnx") })).rejects.toThrow(
        "old.onnx already exists; use replace: true to replace it",
      );
      await expect(exportModel(ranker, {})).rejects.toThrow(
        "no file to write; expected at least one of tierwise, onnx",
      );
      await expect(exportModel(at("missing"), { json: at("new.json") })).rejects.toThrow(
        "there is no such model directory or model file",
      );
      expect([existsSync(at("new.json")), await readFile(at("old.onnx"), "utf8")]).toEqual([false, "old"]);
      const broken = createRanker(tinySizes);
      broken.weights.output.bias[3] = Number.NaN;
      await expect(exportModel(broken, { json: at("new.json") })).rejects.toThrow("a weight is NaN");
      expect(readdirSync(folder)).toEqual(["old.onnx"]);
    }));
});
