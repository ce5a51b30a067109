import type { ValuedCsr } from "@tierwise/data/rows";
import { expect, test } from "vitest";
import {
  createEvaluator,
  evaluate,
  frequencyGroups,
  inversePropensity,
  type Model,
  type RankOptions,
  rankRows,
} from "../src/index.ts";
import { csr } from "./csr.ts";

const itemCount = 5;

/** A model that uses the value of feature i (0 if missing) as the score of item i, and records the arguments of `rank`. */
function featureModel(): Model & { readonly calls: { rows: ValuedCsr; options: RankOptions }[] } {
  const calls: { rows: ValuedCsr; options: RankOptions }[] = [];
  const score = ({ indptr, indices, values }: ValuedCsr, from: number, to: number, out: Float32Array): void => {
    out.fill(0);
    for (let row = from; row < to; row++) {
      for (let e = indptr[row]; e < indptr[row + 1]; e++) out[(row - from) * itemCount + indices[e]] = values[e];
    }
  };
  return {
    calls,
    featureCount: itemCount,
    itemCount,
    rank(rows, options) {
      calls.push({ rows, options });
      const rowCount = rows.indptr.length - 1;
      return rankRows({ rowCount, itemCount, score: (from, to, out) => score(rows, from, to, out) }, options);
    },
    scores(rows) {
      const out = new Float32Array((rows.indptr.length - 1) * itemCount);
      score(rows, 0, rows.indptr.length - 1, out);
      return out;
    },
  };
}

const features = csr([[0, 4], [2], [], [1, 3, 4], [0]]);
const labels = csr([[4], [0, 1], [2], [], [3]]);
// The rankings by value, then index: 4 0 1, 2 0 1, 0 1 2, 4 3 1, 0 1 2.
const rankings = [
  [4, 0, 1],
  [2, 0, 1],
  [0, 1, 2],
  [4, 3, 1],
  [0, 1, 2],
];

test("`evaluate` computes the metrics of a model's rankings", async () => {
  const counts = [5, 4, 3, 2, 1];
  const options = { ks: [1, 3], inversePropensity: inversePropensity(counts, 9), groups: frequencyGroups(counts) };
  const evaluator = createEvaluator({ ...options, psndcg: "xml-repo" });
  for (const [row, ranking] of rankings.entries()) {
    evaluator.add(ranking, labels.indices.subarray(labels.indptr[row], labels.indptr[row + 1]));
  }
  const found = await evaluate(featureModel(), { features, labels }, { ...options, psndcg: "xml-repo" });
  expect(found).toEqual(evaluator.result());
  // Row 0 has a hit at position 1. The first three positions have four hits: rows 0, 1 (twice) and 2.
  expect(found.precision).toEqual({ 1: 1 / 5, 3: 4 / 15 });
});

test("`evaluate` uses cutoffs 1, 3 and 5 by default", async () => {
  const { precision } = await evaluate(featureModel(), { features, labels });
  expect(Object.keys(precision)).toEqual(["1", "3", "5"]);
});

test("`evaluate` passes the options of `rank` on to the model", async () => {
  const model = featureModel();
  const signal = new AbortController().signal;
  await evaluate(
    model,
    { features, labels },
    { ks: [2, 1], threads: 3, signal, candidates: [0, 1], psndcg: "pyxclib" },
  );
  expect(model.calls).toEqual([{ rows: features, options: { k: 2, threads: 3, signal, candidates: [0, 1] } }]);
});

test("`evaluate` omits excluded items, even if a row then has fewer than k items", async () => {
  const exclude = csr([[4], [2], [0, 1, 3, 4], [], [0, 1, 2, 3, 4]]);
  const { recall } = await evaluate(featureModel(), { features, labels }, { ks: [1, 5], exclude });
  // Row 0 loses its hit, row 1 starts with one of its two hits, row 2 has only item 2, and row 4 is empty.
  expect(recall).toEqual({ 1: (1 / 2 + 1) / 5, 5: (1 + 1) / 5 });
});

test("`evaluate` ranks in chunks, so that long rankings of many rows fit into memory", async () => {
  const model = featureModel();
  const progress: unknown[] = [];
  const exclude = csr([[], [0], [], [], [0]]);
  const deep = 2 ** 21; // two rows at a time
  const options = { ks: [1, 3, deep], exclude, onProgress: (now: unknown) => progress.push(now) };
  const found = await evaluate(model, { features, labels }, options);
  expect(model.calls.map(({ rows }) => rows)).toEqual([csr([[0, 4], [2]]), csr([[], [1, 3, 4]]), csr([[0]])]);
  expect(model.calls.map(({ options }) => options.exclude)).toEqual([csr([[], [0]]), csr([[], []]), csr([[0]])]);
  expect(progress).toEqual([2, 4, 5].map((done) => ({ stage: "ranking", done, total: 5 })));
  const whole = await evaluate(featureModel(), { features, labels }, { ks: [1, 3], exclude });
  for (const k of [1, 3]) expect(found.ndcg[k]).toBe(whole.ndcg[k]);
});

test("`evaluate` rejects with the signal's reason", async () => {
  const cancel = new AbortController();
  const running = evaluate(featureModel(), { features, labels }, { signal: cancel.signal });
  cancel.abort();
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
});

test("`evaluate` names the invalid argument in its errors", async () => {
  const model = featureModel();
  await expect(evaluate(model, { features, labels: csr([[0]]) })).rejects.toThrow(
    "the number of rows in labels is 1; expected 5, the number of rows of features",
  );
  const exclude = csr([[], []]);
  await expect(evaluate(model, { features, labels }, { exclude })).rejects.toThrow(
    "the number of rows in exclude is 2; expected 5",
  );
  const beyond = csr([[], [3], [5], [], []]);
  await expect(evaluate(model, { features, labels: beyond })).rejects.toThrow(
    "labels.indices[1] is 5; expected an integer from 0 to 4, the model's items",
  );
  await expect(evaluate(model, { features, labels }, { ks: [0] })).rejects.toThrow("ks[0] is 0");
  expect(model.calls).toEqual([]);
});
