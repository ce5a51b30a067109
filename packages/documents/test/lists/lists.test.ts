import { describe, expect, test } from "vitest";
import { checkDocumentLists, type DocumentLists, parseDocuments, selectLists, splitLists } from "../../src/index.ts";
import { packLists, viewList } from "../../src/lists/packed-lists.ts";

const lists = parseDocuments(
  "1 qid:a 1:1 # docid = x\n3 qid:a 1:2\n1 qid:a 1:3\n0 qid:b 1:4\n2 qid:c 1:5\n0 qid:c 1:6\n",
);

describe("choosing lists", () => {
  test("selectLists copies the chosen lists in the given order, with their names", () => {
    const chosen = selectLists({ ...lists, weights: Float64Array.of(1, 2, 3) }, [2, 0]);
    expect(Array.from(chosen.offsets)).toEqual([0, 2, 5]);
    expect(Array.from(chosen.grades)).toEqual([2, 0, 1, 3, 1]);
    expect(Array.from(chosen.features).filter((_, i) => i % 2 === 1)).toEqual([5, 6, 1, 2, 3]);
    expect(chosen.listNames).toEqual(["c", "a"]);
    expect(chosen.documentNames).toEqual(["1", "2", "x", "2", "3"]);
    expect(chosen.weights).toEqual(Float64Array.of(3, 1));
  });

  test("splitLists puts every list into exactly one part", () => {
    const { train, validation } = splitLists(lists, { validation: 0.4, seed: 5 });
    expect([...(train.listNames ?? []), ...(validation.listNames ?? [])].sort()).toEqual(["a", "b", "c"]);
    expect(validation.offsets.length - 1).toBe(1);
    expect(() => splitLists(selectLists(lists, [0]))).toThrow(
      "the number of lists is 1; expected at least 2, so that one can be held out",
    );
  });
});

test("packLists sorts the documents of each list into tiers by grade, without padding", () => {
  const packed = packLists(lists);
  expect(Array.from(packed.items)).toEqual([1, 0, 2, 0, 0, 1]);
  expect(Array.from(packed.tierOffsets)).toEqual([0, 1, 3, 4, 5, 6]);
  expect(Array.from(packed.preferenceOffsets)).toEqual([0, 2, 3, 5]);
  expect([0, 1, 2].map((l) => [viewList(packed, l), packed.itemCount])).toEqual([
    [true, 3],
    [false, 1],
    [true, 2],
  ]);
});

describe("checkDocumentLists", () => {
  const change = (changes: Partial<DocumentLists>) => () => checkDocumentLists({ ...lists, ...changes });
  test.each([
    [change({ featureCount: 0 }), "featureCount is 0; expected a positive integer"],
    [change({ offsets: Int32Array.of(0, 5, 3, 6) }), "offsets[2] is 3; expected at least 5, the previous offset"],
    [change({ grades: Float32Array.of(1) }), "grades.length is 1; expected 6, one per document"],
    [change({ features: lists.features.slice(1) }), "features.length is 11; expected 12, 6 documents × 2 features"],
    [change({ weights: Float64Array.of(1, Number.NaN, 1) }), "weights[1] is NaN; expected a nonnegative finite number"],
    [
      change({ features: lists.features.map((x, i) => (i === 3 ? Number.NaN : x)) }),
      "feature 1 of document 1 is NaN; expected a finite number; replace missing values first",
    ],
  ])("rejects invalid lists, case %#", (run, message) => {
    expect(run).toThrow(message);
  });
});
