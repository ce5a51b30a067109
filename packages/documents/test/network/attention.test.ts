import { allocate, createKernelMemory, createKernels, loadKernelModule, matrix } from "@tierwise/kernels";
import { randomPermutation, randomStream } from "@tierwise/random";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import {
  documents,
  evaluateDocuments,
  generateDocuments,
  loadDocumentModel,
  saveDocumentModel,
  selectLists,
  trainDocuments,
} from "../../src/index.ts";
import { attentionBytes, createAttention } from "../../src/network/attention.ts";
import { attentionOf, attentionWeightCount } from "../../src/network/attention-weights.ts";

const { lists } = generateDocuments({ lists: 60, documents: 12, features: 6, seed: 3 });
const attention = { heads: 2, size: 5 };

/** Attention with random weights over random rows, which form lists that begin at `starts`; one list is empty and one is longer than a block. */
async function tinyAttention(starts: readonly number[]) {
  const shape = { ...attention, width: 7 };
  const rows = starts[starts.length - 1];
  const memory = createKernelMemory({ bytes: attentionBytes(shape, rows, rows) + 200_000 });
  const kernels = createKernels(await loadKernelModule(), memory);
  const random = randomStream(5);
  const floats = (length: number) => allocate(memory, Float32Array, length);
  const weights = Float32Array.from({ length: attentionWeightCount(shape) }, () => 1.4 * random() - 0.7);
  const x = Float32Array.from({ length: 7 * rows }, () => 2 * random() - 0.5);
  const [own, input, gradient, delta] = [weights.length, x.length, weights.length, x.length].map(floats);
  const layer = createAttention(kernels, memory, shape, rows, rows);
  const ends = Int32Array.from(starts);
  const forward = (): Float32Array => {
    own.set(weights);
    input.set(x);
    return layer.forward(attentionOf(own, shape), matrix(input, rows, 7), ends).data.slice(0, 7 * rows);
  };
  const backward = (of: Float32Array) => {
    delta.set(of);
    gradient.fill(0);
    const gradients = attentionOf(gradient, shape);
    layer.backward(attentionOf(own, shape), gradients, matrix(delta, rows, 7), matrix(input, rows, 7), ends);
    return { weights: gradient.slice(), x: delta.slice() };
  };
  return { weights, x, shape, forward, backward };
}

/** Evaluates the formula for one list in double precision. */
function expected(
  x: ArrayLike<number>,
  weights: ArrayLike<number>,
  { heads, size, width }: { heads: number; size: number; width: number },
): number[] {
  const rows = x.length / width;
  const inner = heads * size;
  const sum = (length: number, of: (i: number) => number): number => {
    let total = 0;
    for (let i = 0; i < length; i++) total += of(i);
    return total;
  };
  const at = (matrix: number, index: number): number => weights[matrix * inner * width + index];
  const [q, k, v] = [0, 1, 2].map((matrix) =>
    Float64Array.from({ length: rows * inner }, (_, e) =>
      sum(width, (w) => at(matrix, (e % inner) * width + w) * x[Math.floor(e / inner) * width + w]),
    ),
  );
  const units: number[] = [];
  for (let i = 0; i < rows; i++) {
    const mixed = new Float64Array(inner);
    for (let head = 0; head < heads; head++) {
      const own = head * size;
      const shares = Float64Array.from({ length: rows }, (_, j) =>
        Math.exp(sum(size, (c) => q[i * inner + own + c] * k[j * inner + own + c]) / Math.sqrt(size)),
      );
      const total = sum(rows, (j) => shares[j]);
      for (let c = own; c < own + size; c++) mixed[c] = sum(rows, (j) => shares[j] * v[j * inner + c]) / total;
    }
    for (let w = 0; w < width; w++) {
      const output = sum(inner, (c) => at(3, w * inner + c) * mixed[c]) + at(4, w);
      units.push(Math.max(0, x[i * width + w] + output));
    }
  }
  return units;
}

describe("attention", () => {
  test("agrees with the formula in double precision on each list", async () => {
    const { weights, x, shape, forward } = await tinyAttention([0, 3, 3, 43, 44]);
    const found = forward();
    const exact = [x.subarray(0, 21), x.subarray(21, 301), x.subarray(301)].flatMap((own) =>
      expected(own, weights, shape),
    );
    for (const [i, value] of exact.entries()) expect(Math.abs(found[i] - value), `unit ${i}`).toBeLessThan(3e-6);
  });

  test("has gradients of weights and units that agree with finite differences", async () => {
    const { weights, x, shape, forward, backward } = await tinyAttention([0, 2, 2, 36]);
    const random = randomStream(6);
    const direction = Float32Array.from(x, () => random() - 0.5);
    const value = (of: ArrayLike<number>, units: Float64Array): number =>
      [units.subarray(0, 14), units.subarray(14)]
        .flatMap((list) => expected(list, of, shape))
        .reduce((sum, y, i) => sum + y * direction[i], 0);
    forward();
    const gradient = backward(direction);
    const [w, u] = [Float64Array.from(weights), Float64Array.from(x)];
    for (const [array, exact] of [
      [w, gradient.weights],
      [u, gradient.x],
    ] as const) {
      for (let i = 0; i < array.length; i++) {
        const kept = array[i];
        const [above, below] = [1e-5, -1e-5].map((by) => {
          array[i] = kept + by;
          return value(w, u);
        });
        array[i] = kept;
        const difference = (above - below) / 2e-5;
        expect(Math.abs(exact[i] - difference), `${i} of ${array.length}`).toBeLessThan(
          2e-5 * (1 + Math.abs(difference)),
        );
      }
    }
  });

  test("needs memory proportional to the length of a list", () => {
    const shape = { heads: 4, size: 16, width: 64 };
    const bytes = attentionBytes(shape, 10_000, 10_000);
    expect(bytes).toBeLessThan(40e6); // one matrix of 10,000 × 10,000 floats takes 400e6 bytes
    expect(attentionBytes(shape, 20_000, 20_000)).toBeLessThan(2 * bytes);
  });
});

describe("a network with attention", () => {
  const scorer = documents({ hidden: [8], epochs: 3, batchLists: 16, dropout: 0.2, learningRate: 0.01, attention });
  const trained = trainDocuments(lists, { scorer, threads: 1, seed: 5 });

  test("gives the same bytes on 1, 2 and 4 threads", async () => {
    const one = await trained;
    for (const threads of [2, 4]) {
      const other = await trainDocuments(lists, { scorer, threads, seed: 5 });
      expect(other.weights).toEqual(one.weights);
      expect(other.history).toEqual(one.history);
    }
  });

  test("gives scores that depend neither on the order of the documents nor on other lists", async () => {
    const model = await trained;
    const { featureCount, features, offsets } = selectLists(lists, [7, 3]);
    const scores = model.scores({ featureCount, features, offsets });
    const [from, to] = [offsets[1], offsets[2]];
    const order = randomPermutation(to - from, randomStream(3));
    const shuffled = new Float32Array((to - from) * featureCount);
    for (const [place, i] of order.entries()) {
      shuffled.set(features.subarray((from + i) * featureCount, (from + i + 1) * featureCount), place * featureCount);
    }
    const own = { featureCount, offsets: Int32Array.of(0, to - from) };
    const found = model.scores({ ...own, features: shuffled });
    for (const [place, i] of order.entries()) expect(found[place]).toBeCloseTo(scores[from + i], 5);
    const alone = model.scores({ ...own, features: features.slice(from * featureCount) });
    expect(alone).toEqual(scores.slice(from));
    // In a list of its own, a document gets a different score.
    const without = model.scores({
      ...own,
      offsets: Int32Array.of(0, 1),
      features: features.slice(from * featureCount, (from + 1) * featureCount),
    });
    expect(Math.abs(without[0] - scores[from])).toBeGreaterThan(1e-5);
  });

  test("gives the same scores after it is saved and loaded", async () => {
    const model = await trained;
    const folder = temporaryFolder();
    await saveDocumentModel(model, folder);
    const loaded = await loadDocumentModel(folder);
    expect(loaded.scorer).toEqual(scorer);
    expect(loaded.scores(lists)).toEqual(model.scores(lists));
  });

  test("learns grades that depend on the rest of the list", async () => {
    // In each list, the documents on its more frequent topic are relevant; a single document does not show which topic that is.
    const random = randomStream(9);
    const [features, grades] = [new Float32Array(100 * 10), new Float32Array(100 * 10)];
    for (let l = 0; l < 100; l++) {
      const topic = random() < 0.5 ? -1 : 1;
      for (let i = 10 * l; i < 10 * (l + 1); i++) {
        grades[i] = i % 10 < 6 ? 1 : 0;
        features[i] = (grades[i] === 1 ? topic : -topic) + 0.2 * random();
      }
    }
    const offsets = Int32Array.from({ length: 101 }, (_, l) => 10 * l);
    const topics = { featureCount: 1, offsets, features, grades };
    const reached = async (more: object): Promise<number> => {
      const own = documents({ hidden: [8], epochs: 40, learningRate: 0.02, batchLists: 10, ...more });
      const model = await trainDocuments(topics, { scorer: own, validation: 0, threads: 1, seed: 1 });
      return evaluateDocuments(model, topics, { ties: "mean" }).result().ndcg[10];
    };
    expect(await reached({})).toBeLessThan(0.9);
    expect(await reached({ attention: { heads: 1, size: 4 } })).toBeGreaterThan(0.99);
  });

  test.each([
    [() => documents({ hidden: [], attention: {} }), "attention needs a hidden layer; hidden is empty"],
    [() => documents({ attention: { heads: 0 } }), "heads is 0; expected an integer from 1 to 64"],
    [
      () => documents({ attention: { width: 3 } as object }),
      "width is not an option of attention; expected heads, size",
    ],
  ])("rejects invalid options, case %#", (run, message) => {
    expect(run).toThrow(message);
  });
});
