import { expect, test } from "vitest";
import { createEvaluator } from "../../src/index.ts";

// Items 0 and 1 are common; items 2 to 4 are rare.
const groups = { names: ["common", "rare", "unused"], groupOf: [0, 0, 1, 1, 1] };

test("precision counts the hits of a group; recall is averaged over the points with a relevant item in the group", () => {
  const evaluator = createEvaluator({ ks: [1, 3], groups });
  evaluator.add([0, 2, 1], [0, 2, 3, 4]);
  evaluator.add([0, 1, 4], [1]);
  evaluator.add([0, 1, 2], []);
  const { precision, groups: byGroup } = evaluator.result();
  expect(byGroup).toEqual({
    common: {
      precision: { 1: (1 + 0 + 0) / (3 * 1), 3: (1 + 1 + 0) / (3 * 3) },
      recall: { 1: (1 + 0) / 2, 3: (1 + 1) / 2 },
    },
    rare: { precision: { 1: 0, 3: 1 / (3 * 3) }, recall: { 1: 0, 3: 1 / 3 } },
    unused: { precision: { 1: 0, 3: 0 }, recall: { 1: Number.NaN, 3: Number.NaN } },
  });
  expect(precision[3]).toBe((2 + 1 + 0) / (3 * 3));
});
