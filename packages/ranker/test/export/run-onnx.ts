import type { ValuedCsr } from "@tierwise/data/rows";
import type { OnnxInput } from "@tierwise/ranker/export";
import { env, InferenceSession, Tensor } from "onnxruntime-web";

env.wasm.numThreads = 1;

export interface OnnxOutputs {
  readonly scores: Float32Array;
  /** Rows × k. */
  readonly items: Int32Array;
  readonly itemScores: Float32Array;
  readonly k: number;
}

const rowsAtOnce = 128;

/** Runs an exported graph with onnxruntime on all rows, in batches. */
export async function runOnnx(
  file: Buffer,
  input: OnnxInput,
  rows: ValuedCsr,
  featureCount: number,
  k: number,
): Promise<OnnxOutputs> {
  const session = await InferenceSession.create(file, { executionProviders: ["wasm"] });
  try {
    const rowCount = rows.indptr.length - 1;
    const parts = { scores: [] as Float32Array[], items: [] as Int32Array[], itemScores: [] as Float32Array[] };
    let places = 0;
    for (let from = 0; from < rowCount; from += rowsAtOnce) {
      const to = Math.min(from + rowsAtOnce, rowCount);
      const feeds = input === "sparse" ? sparseFeeds(rows, from, to) : denseFeeds(rows, from, to, featureCount);
      const outputs = await session.run({ ...feeds, k: new Tensor("int64", BigInt64Array.of(BigInt(k)), [1]) });
      const items = outputs["items"];
      places = items.dims[1];
      parts.items.push(Int32Array.from(items.data as BigInt64Array, Number));
      parts.itemScores.push(outputs["item_scores"].data as Float32Array);
      parts.scores.push(outputs["scores"].data as Float32Array);
    }
    return {
      k: places,
      scores: joined(Float32Array, parts.scores),
      items: joined(Int32Array, parts.items),
      itemScores: joined(Float32Array, parts.itemScores),
    };
  } finally {
    await session.release();
  }
}

function sparseFeeds({ indptr, indices, values }: ValuedCsr, from: number, to: number): Record<string, Tensor> {
  let entries = 1;
  for (let row = from; row < to; row++) entries = Math.max(entries, indptr[row + 1] - indptr[row]);
  const [which, what] = [new BigInt64Array((to - from) * entries), new Float32Array((to - from) * entries)];
  for (let row = from; row < to; row++) {
    for (let k = indptr[row]; k < indptr[row + 1]; k++) {
      const at = (row - from) * entries + k - indptr[row];
      which[at] = BigInt(indices[k]);
      what[at] = values[k];
    }
  }
  const shape = [to - from, entries];
  return { indices: new Tensor("int64", which, shape), values: new Tensor("float32", what, shape) };
}

function denseFeeds(
  { indptr, indices, values }: ValuedCsr,
  from: number,
  to: number,
  featureCount: number,
): Record<string, Tensor> {
  const dense = new Float32Array((to - from) * featureCount);
  for (let row = from; row < to; row++) {
    for (let k = indptr[row]; k < indptr[row + 1]; k++) dense[(row - from) * featureCount + indices[k]] += values[k];
  }
  return { features: new Tensor("float32", dense, [to - from, featureCount]) };
}

function joined<T extends Float32Array | Int32Array>(type: new (length: number) => T, parts: readonly T[]): T {
  const whole = new type(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
