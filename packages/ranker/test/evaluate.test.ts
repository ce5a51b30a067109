import { rowIndices } from "@tierwise/data";
import { createEvaluator } from "@tierwise/metrics";
import { createRanker, evaluate } from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { tinyData, tinySizes } from "./tiny-data.ts";

const data = tinyData(300);

describe("evaluate", () => {
  test("gives the same metrics as an evaluator of the rankings, for any number of threads", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 3 });
    const evaluator = createEvaluator({ ks: [1, 5] });
    const best = ranker.topK(data.features, 5);
    for (let row = 0; row < 300; row++) {
      evaluator.add(best.subarray(5 * row, 5 * row + 5), rowIndices(data.labels, row));
    }
    for (const threads of [1, 3]) {
      expect(await evaluate(ranker, data, { ks: [1, 5], threads })).toEqual(evaluator.result());
    }
  });

  test("can be called repeatedly", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 3 });
    const few = tinyData(2);
    for (let time = 0; time < 200; time++) await evaluate(ranker, few, { threads: 1 });
  });

  test("rejects concurrent use of the ranker", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 3 });
    const first = evaluate(ranker, data, { threads: 1 });
    await expect(evaluate(ranker, data, { threads: 1 })).rejects.toThrow("the ranker is already ranking");
    expect(() => ranker.topK({ indices: [1] }, 3)).toThrow("the ranker is busy ranking; await the previous call first");
    await first;
    expect(ranker.topK({ indices: [1] }, 3)).toHaveLength(3);
  });

  test.each([[{ threads: 0 }, "threads is 0; expected a positive integer"]])(
    "rejects invalid options, case %#",
    async (options, message) => {
      await expect(evaluate(createRanker(tinySizes), data, options)).rejects.toThrow(message);
    },
  );
});
