import { plPartitionLoss } from "@tierwise/losses";
import { createRanker } from "@tierwise/ranker";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { referenceNetwork } from "./reference-network.ts";
import { tinyData, tinySizes } from "./tiny-data.ts";

const data = tinyData(200);

describe("scores", () => {
  test("agree with a reference implementation of plain loops", () => {
    const ranker = createRanker({ ...tinySizes, seed: 3 });
    const reference = referenceNetwork(ranker, data, plPartitionLoss());
    const scores = ranker.scores(data.features);
    expect(scores.length).toBe(200 * 30);
    for (const row of [0, 7, 127, 128, 199]) {
      const expected = reference.scores(row);
      for (let i = 0; i < 30; i++) expect(scores[row * 30 + i]).toBeCloseTo(expected[i], 5);
    }
  });

  test("are the same for a row alone and in a batch", () => {
    const ranker = createRanker({ ...tinySizes, seed: 3 });
    const { indptr, indices, values } = data.features;
    const [from, to] = [indptr[150], indptr[151]];
    const one = ranker.scores({ indices: indices.subarray(from, to), values: values.subarray(from, to) });
    expect(one).toEqual(ranker.scores(data.features).slice(150 * 30, 151 * 30));
  });

  test("of normalized rows do not depend on the norm of the given rows", () => {
    const ranker = createRanker({ ...tinySizes, normalize: true });
    const short = ranker.scores({ indices: [1, 2], values: [0.25, 0.5] });
    expect(ranker.scores({ indices: [1, 2], values: [4, 8] })).toEqual(short);
    expect(createRanker(tinySizes).scores({ indices: [1, 2], values: [4, 8] })).not.toEqual(short);
    expect(ranker.scores({ indices: [] })).toEqual(ranker.scores({ indices: [3], values: [0] }));
  });

  test("before training are the same for the same seed, and differ for different seeds", () => {
    const scores = (seed: number): Float32Array => createRanker({ ...tinySizes, seed }).scores({ indices: [0, 5] });
    expect(scores(1)).toEqual(scores(1));
    expect(scores(1)).not.toEqual(scores(2));
  });
});

describe("topK", () => {
  test("sorts by descending score, and breaks ties by item", () => {
    const ranker = createRanker({ features: 1, hidden: 1, items: 4 });
    ranker.weights.input.weights.fill(1);
    ranker.weights.input.bias.fill(0);
    ranker.weights.output.bias.fill(0);
    ranker.weights.output.weights.set([1, 3, 3, 2]);
    expect([...ranker.topK({ indices: [0] }, 3)]).toEqual([1, 2, 3]);
    expect([...ranker.topK({ indices: [0] }, 9)]).toEqual([1, 2, 3, 0]);
    expect([...ranker.topK({ indices: [0] }, 2, { candidates: [2, 0, 1] })]).toEqual([1, 2]);
  });

  test("ranks each of several rows", () => {
    const ranker = createRanker({ ...tinySizes, seed: 2 });
    const rankings = ranker.topK(data.features, 4);
    expect(rankings.length).toBe(200 * 4);
    expect(rankings.subarray(42 * 4, 43 * 4)).toEqual(ranker.topK(rowOf(42), 4));
  });

  test("ranks candidates in the order of the full ranking", () => {
    const ranker = createRanker({ ...tinySizes, seed: 2 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 199 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 29 })),
        fc.integer({ min: 1, max: 31 }),
        (row, candidates, k) => {
          const all = [...ranker.topK(rowOf(row), 30)];
          const expected = all.filter((item) => candidates.includes(item)).slice(0, k);
          expect([...ranker.topK(rowOf(row), k, { candidates })]).toEqual(expected);
        },
      ),
    );
  });

  test("accepts more candidates than fit into one block of items", () => {
    const ranker = createRanker({ features: 3, hidden: 2, items: 5000 });
    const candidates = Array.from({ length: 4500 }, (_, i) => i + 300);
    const all = [...ranker.topK({ indices: [1] }, 5000)].filter((item) => item >= 300 && item < 4800);
    expect([...ranker.topK({ indices: [1] }, 4500, { candidates })]).toEqual(all);
  });
});

describe("errors name invalid arguments", () => {
  test.each([
    [{ ...tinySizes, features: 0 }, "features is 0; expected a positive integer"],
    [{ ...tinySizes, hidden: 2.5 }, "hidden is 2.5; expected a positive integer"],
    [{ ...tinySizes, seed: -1 }, "seed is -1; expected an integer in [0, 2⁵³)"],
    [{ ...tinySizes, itemNames: ["a"] }, "itemNames.length is 1; expected 30, one per item"],
    [
      { features: 2 ** 21, hidden: 512, items: 3 },
      "features × hidden needs 4.0 GiB in one WebAssembly memory, which is limited to 4 GiB; use fewer hidden units",
    ],
  ])("createRanker rejects invalid options, case %#", (options, message) => {
    expect(() => createRanker(options)).toThrow(message);
  });

  const ranker = createRanker(tinySizes);
  test.each([
    [() => ranker.topK({ indices: [40] }, 3), "row.indices[0] is 40; expected 0 to 39"],
    [() => ranker.topK({ indices: [4], values: [1, 2] }, 3), "values.length is 2 and indices.length is 1; expected"],
    [
      () => ranker.topK({ indices: [4], values: [Number.NaN] }, 3),
      "row.values[0] is NaN (row 0, feature 4); expected a finite number",
    ],
    [() => ranker.topK({ indices: [4] }, -1), "k is -1; expected a positive integer"],
    [
      () => ranker.topK({ indices: [4] }, 2, { candidates: [1, 30] }),
      "candidates[1] is 30; expected an item from 0 to 29",
    ],
    [() => ranker.topK({ indices: [4] }, 2, { candidates: [7, 1, 7] }), "candidates contains item 7 twice"],
  ])("topK rejects invalid arguments, case %#", (call, message) => {
    expect(call).toThrow(message);
  });
});

function rowOf(row: number): { indices: Int32Array; values: Float32Array } {
  const { indptr, indices, values } = data.features;
  const [from, to] = [indptr[row], indptr[row + 1]];
  return { indices: indices.subarray(from, to), values: values.subarray(from, to) };
}
