import { describe, expect, test } from "vitest";
import { checkDocumentLists, evaluateDocuments, generateDocuments } from "../../src/index.ts";

describe("generateDocuments", () => {
  const { lists, utilities } = generateDocuments({ lists: 200, documents: 50, seed: 6 });

  test("generates lists with the requested sizes and shares of grades", () => {
    checkDocumentLists(lists);
    expect(lists.offsets).toHaveLength(201);
    expect(lists.featureCount).toBe(136);
    expect(lists.grades.length / 200).toBeGreaterThan(45);
    expect(lists.grades.length / 200).toBeLessThan(55);
    const share = (grade: number): number => lists.grades.filter((each) => each === grade).length / lists.grades.length;
    for (const [grade, expected] of [
      [0, 0.52],
      [1, 0.32],
      [2, 0.13],
      [3, 0.02],
      [4, 0.01],
    ]) {
      expect(Math.abs(share(grade) - expected), `grade ${grade}`).toBeLessThan(0.25 * expected);
    }
  });

  test("the true utilities rank better than any single feature", () => {
    const ndcg = (scores: Float64Array): number => evaluateDocuments({ scores: () => scores }, lists).result().ndcg[10];
    const truth = ndcg(utilities);
    for (let f = 0; f < 16; f++) {
      const feature = Float64Array.from(utilities, (_, i) => lists.features[i * 136 + f]);
      expect(truth, `feature ${f}`).toBeGreaterThan(ndcg(feature) + 0.05);
    }
  });

  test("the first lists are the same for any number of lists", () => {
    const { utilities: fewer } = generateDocuments({ lists: 3, documents: 50, seed: 6 });
    expect(fewer).toEqual(utilities.slice(0, fewer.length));
  });

  test("rejects invalid sizes", () => {
    expect(() => generateDocuments({ features: 3 })).toThrow("features is 3; expected an integer of at least 4");
  });
});
