import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithRealData } from "@tierwise/testing";
import { expect, test } from "vitest";
import { createEvaluator, frequencyGroups, inversePropensity, type PsndcgConvention, topK } from "../src/index.ts";

/** The labels of each row; a row without labels starts with a space. */
function readLabels(file: string): { rows: number[][]; labelCount: number } {
  const [header, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const rows = lines.map((line) => line.split(" ")[0]).map((labels) => (labels ? labels.split(",").map(Number) : []));
  return { rows, labelCount: Number(header.split(" ")[2]) };
}

describeWithRealData("delicious-1k", "the popularity baseline on Delicious", (path) => {
  const train = readLabels(join(path, "train.txt"));
  const { rows } = readLabels(join(path, "test.txt"));
  const counts = new Float64Array(train.labelCount);
  for (const label of train.rows.flat()) counts[label]++;
  const weights = inversePropensity(counts, train.rows.length);
  const groups = frequencyGroups(counts);

  function evaluate(x: ArrayLike<number>, ks: number[], psndcg: PsndcgConvention = "pyxclib") {
    const evaluator = createEvaluator({ ks, inversePropensity: weights, psndcg, groups });
    for (const row of rows) evaluator.add(x, row);
    return evaluator.result();
  }

  // These values were confirmed by a separate implementation with exact fractions and compensated sums.
  const expected = {
    precision: { 1: 0.3968602825745683, 3: 0.3770800627943485, 5: 0.3484458398744113 },
    ndcg: { 1: 0.3968602825745683, 3: 0.3814897862776336, 5: 0.3606225005137543 },
    recall: { 1: 0.020265161816743264, 3: 0.05605083259229089, 5: 0.08582361279584612 },
    psp: { 1: 0.17143094750705415, 3: 0.18453050910463603, 5: 0.18763264785013808 },
    psndcg: { 1: 0.17143094750705415, 3: 0.18112830475892114, 5: 0.18353069192674637 },
  };
  const repositoryPsndcg = { 1: 0.17143094750705415, 3: 0.18122733157004403, 5: 0.1840122890107524 };

  test.each(Object.entries(expected))("has the expected %s", (metric, values) => {
    const result = evaluate(counts, [1, 3, 5])[metric as keyof typeof expected];
    for (const [k, value] of Object.entries(values)) expect(result?.[Number(k)]).toBeCloseTo(value, 13);
  });

  test("has the expected PSnDCG under the convention of the XML repository", () => {
    const { psndcg } = evaluate(counts, [1, 3, 5], "xml-repo");
    for (const [k, value] of Object.entries(repositoryPsndcg)) expect(psndcg?.[Number(k)]).toBeCloseTo(value, 13);
  });

  test("finds all head labels, two thirds of the torso and no tail labels in the first 100 positions", () => {
    const sizes = groups.names.map((_, g) => Array.from(groups.groupOf).filter((of) => of === g).length);
    expect(sizes).toEqual([33, 120, 830]);
    const { head, torso, tail } = evaluate(counts, [100]).groups ?? {};
    expect(head.precision[100]).toBeCloseTo(0.06227943485086342, 14);
    expect(torso.precision[100]).toBeCloseTo(0.04370486656200942, 14);
    expect(head.recall[100]).toBeCloseTo(1, 14);
    expect(torso.recall[100]).toBeCloseTo(0.6826134245179987, 13);
    expect(tail).toEqual({ precision: { 100: 0 }, recall: { 100: 0 } });
  });

  test("has the same metrics whether scores or their ranking are given", () => {
    const ks = [1, 3, 5, 100];
    expect(evaluate(topK(counts, 100), ks)).toEqual(evaluate(counts, ks));
  });
});
