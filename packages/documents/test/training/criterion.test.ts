import { plPartitionLoss } from "@tierwise/losses";
import { expect, test } from "vitest";
import { criterionOn } from "../../src/training/criterion.ts";

// Three lists of two documents: in the right order, in the wrong order, and with a single grade.
const lists = {
  featureCount: 1,
  offsets: Int32Array.of(0, 2, 4, 6),
  features: new Float32Array(6),
  grades: Float32Array.of(1, 0, 0, 1, 0, 0),
};
const scores = Float64Array.of(1, 0, 1, 0, 1, 0);
const weights = Float64Array.of(3, 1, 2);

test.each([
  ["ndcg@10", undefined, (1 + 1 / Math.log2(3)) / 2],
  ["ndcg@10", weights, (3 + 1 / Math.log2(3)) / 4],
  ["loss", undefined, (Math.log1p(Math.exp(-1)) + Math.log1p(Math.E)) / 3],
  ["loss", weights, (3 * Math.log1p(Math.exp(-1)) + Math.log1p(Math.E)) / 6],
] as const)("%s with the weights %j is the weighted mean over lists", (criterion, given, expected) => {
  const { value } = criterionOn(criterion, { ...lists, ...(given && { weights: given }) }, plPartitionLoss());
  expect(value(scores)).toBeCloseTo(expected, 12);
});
