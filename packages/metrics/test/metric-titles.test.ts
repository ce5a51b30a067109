import { expect, test } from "vitest";
import { createEvaluator, evaluatorOptionsFor, metricTitles } from "../src/index.ts";

test("metricTitles contains a title for every metric", () => {
  const { groups, ...metrics } = createEvaluator(evaluatorOptionsFor([2, 1], 10, { ks: [1] })).result();
  expect(Object.keys(metricTitles).sort()).toEqual(Object.keys(metrics).sort());
  expect(Object.values(metricTitles)).toEqual(["P", "nDCG", "PSP", "PSnDCG", "recall"]);
});
