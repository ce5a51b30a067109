import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ValuedCsr } from "@tierwise/data/rows";
import type { TrainedModel } from "@tierwise/ranker";
import { exportModel, type OnnxInput } from "@tierwise/ranker/export";
import { expect } from "vitest";
import { inDirectory } from "../killing.ts";
import { type PlainMember, plainScores } from "./plain-scores.ts";
import { plainTransforms } from "./plain-transforms.ts";
import { readSafetensors } from "./read-safetensors.ts";
import { type OnnxOutputs, runOnnx } from "./run-onnx.ts";

const k = 10;

/** Exports a model to ONNX with both kinds of input and compares the scores and top 10 of all rows with those of the model. */
export async function expectSameFromOnnx(model: TrainedModel, rows: ValuedCsr): Promise<void> {
  const scores = model.scores(rows);
  const { items } = await model.rank(rows, { k });
  for (const onnxInput of ["sparse", "dense"] as const) {
    const found = await fromOnnx(model, onnxInput, rows);
    const error = largestDifference(scores, found.scores);
    expect([onnxInput, error]).toEqual([onnxInput, expect.toSatisfy((size: number) => size <= 1e-5)]);
    expect(found.k).toBe(Math.min(k, model.itemCount));
    expectSameTop(items, found.items, scores, model.itemCount, error);
    const scoreOf = (item: number, i: number): number => found.scores[Math.floor(i / found.k) * model.itemCount + item];
    expect(Float32Array.from(found.items, scoreOf)).toEqual(found.itemScores);
  }
}

/**
 * Compares two rankings, rows × k each. Two items may be exchanged only if their scores are equal up to the rounding differences between
 * the two programs. At most one in a thousand entries may differ.
 */
function expectSameTop(
  items: Int32Array,
  others: Int32Array,
  scores: Float32Array,
  itemCount: number,
  error: number,
): void {
  expect(others.length).toBe(items.length);
  const places = items.length / (scores.length / itemCount);
  let exchanged = 0;
  for (let i = 0; i < items.length; i++) {
    if (items[i] === others[i]) continue;
    const at = Math.floor(i / places) * itemCount;
    const gap = Math.abs(scores[at + items[i]] - scores[at + others[i]]);
    expect([i, gap]).toEqual([i, expect.toSatisfy((size: number) => size <= 2 * error)]);
    exchanged++;
  }
  expect(exchanged).toBeLessThanOrEqual(items.length / 1000);
}

async function fromOnnx(model: TrainedModel, onnxInput: OnnxInput, rows: ValuedCsr): Promise<OnnxOutputs> {
  return inDirectory(async (folder) => {
    const onnx = join(folder, "model.onnx");
    await exportModel(model, { onnx, onnxInput });
    return runOnnx(await readFile(onnx), onnxInput, rows, model.featureCount, k);
  });
}

/** Exports a model to safetensors and compares scores computed by plain loops with those of the model. */
export async function expectSameFromSafetensors(model: TrainedModel, rows: ValuedCsr): Promise<void> {
  const { metadata, tensors } = await inDirectory(async (folder) => {
    const safetensors = join(folder, "model.safetensors");
    await exportModel(model, { safetensors });
    return readSafetensors(await readFile(safetensors));
  });
  const members = model.members.map((_, m): PlainMember => {
    const tensor = (name: string, ...shape: number[]): Float32Array => {
      const found = tensors.get(`members.${m}.${name}`);
      expect([name, found?.shape]).toEqual([name, shape]);
      return found?.data ?? new Float32Array();
    };
    const { featureCount: features, hidden, itemCount: items } = model;
    return {
      inputWeights: tensor("input.weight", features, hidden),
      inputBias: tensor("input.bias", hidden),
      outputWeights: tensor("output.weight", items, hidden),
      outputBias: tensor("output.bias", items),
    };
  });
  expect(tensors.size).toBe(4 * model.members.length);
  const scores = model.scores(rows);
  const given = plainTransforms(metadata["transforms"], rows, model.featureCount);
  const found = Float32Array.from(plainScores(members, given, metadata["normalize"] === "true"));
  const error = largestDifference(scores, found);
  expect(error).toBeLessThanOrEqual(1e-5);
  const { items } = await model.rank(rows, { k });
  expectSameTop(items, topOf(found, model.itemCount), scores, model.itemCount, error);
}

/** The top items of each row, found by a full sort. */
function topOf(scores: Float32Array, itemCount: number): Int32Array {
  const top: number[] = [];
  for (let at = 0; at < scores.length; at += itemCount) {
    const order = Array.from({ length: itemCount }, (_, item) => item);
    order.sort((a, b) => scores[at + b] - scores[at + a] || a - b);
    top.push(...order.slice(0, k));
  }
  return Int32Array.from(top);
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(b.length).toBe(a.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}
