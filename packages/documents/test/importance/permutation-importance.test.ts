import { describe, expect, test } from "vitest";
import { generateDocuments, permutationImportance } from "../../src/index.ts";

describe("permutationImportance", () => {
  const { lists } = generateDocuments({ lists: 40, documents: 12, features: 5, seed: 3 });
  const byFeature = (weights: readonly number[]) => ({
    scores: ({ features }: { readonly features: Float32Array }) =>
      Float64Array.from({ length: features.length / 5 }, (_, i) =>
        weights.reduce((sum, weight, f) => sum + weight * features[5 * i + f], 0),
      ),
  });

  test("importance is 0 for features that the model ignores, and positive for the feature by which it ranks", () => {
    const importance = permutationImportance(byFeature([1, 0, 0, 0, 0]), lists);
    expect(Array.from(importance.subarray(1))).toEqual([0, 0, 0, 0]);
    expect(importance[0]).toBeGreaterThan(0.02);
  });

  test("leaves the lists unchanged, and gives the same result for the same seed", () => {
    const before = lists.features.slice();
    const model = byFeature([1, 0.2, 0, 1, 0.5]);
    const one = permutationImportance(model, lists, { seed: 4, k: 5 });
    expect(permutationImportance(model, lists, { seed: 4, k: 5 })).toEqual(one);
    expect(permutationImportance(model, lists, { seed: 5, k: 5 })).not.toEqual(one);
    expect(lists.features.every((x, i) => x === before[i])).toBe(true);
  });
});
