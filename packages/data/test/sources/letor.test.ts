import { describe, expect, test } from "vitest";
import { parseLetor, readLetor } from "../../src/index.ts";
import { fixture } from "../fixture.ts";

const withQids = "0 qid:a 1:0.5 3:1\n2 qid:a 1:0.25\n0 qid:a 2:1\n1 qid:b 3:0.5 # docid = GX-7 inc = 1\n0 qid:b 1:1\n";

describe("parseLetor", () => {
  const { features, itemNames, numFeatures, preferences, queries, relevance, weights } = parseLetor(withQids);

  test("creates one preference per query, which ranks the query's documents by relevance", () => {
    expect(queries).toEqual(["a", "b"]);
    expect(preferences).toEqual([
      { tiers: [Int32Array.of(1), Int32Array.of(0, 2)], rest: "unobserved" },
      { tiers: [Int32Array.of(3), Int32Array.of(4)], rest: "unobserved" },
    ]);
    expect(weights).toEqual(Float64Array.of(1, 1));
  });

  test("keeps the features, grades and names of documents", () => {
    expect(features.indptr).toEqual(Int32Array.of(0, 2, 3, 4, 5, 6));
    expect(features.indices).toEqual(Int32Array.of(1, 3, 1, 2, 3, 1));
    expect(features.values).toEqual(Float32Array.of(0.5, 1, 0.25, 1, 0.5, 1));
    expect(numFeatures).toBe(4);
    expect(relevance).toEqual(Float64Array.of(0, 2, 0, 1, 0));
    expect(itemNames).toEqual(["a:1", "a:2", "a:3", "GX-7", "b:2"]);
  });

  test("groups the documents of a query even if they are not consecutive", () => {
    const { preferences } = parseLetor("0 qid:1 1:1\n0 qid:2 1:1\n1 qid:1 1:1\n");
    expect(preferences[0].tiers).toEqual([Int32Array.of(2), Int32Array.of(0)]);
  });

  test("skips comments and empty lines", () => {
    expect(parseLetor("# a comment\n\n1 qid:1 1:1\n").itemNames).toEqual(["1:1"]);
  });
});

test("readLetor groups documents by the .query file in the same folder", async () => {
  const { queries, preferences } = await readLetor(fixture("documents.txt"));
  expect(queries).toEqual(["1", "2"]);
  expect(preferences).toEqual(parseLetor(withQids).preferences);
  const named = await readLetor(fixture("documents.txt"), { queryFile: fixture("documents.txt.query") });
  expect(named.preferences).toEqual(preferences);
});

describe("parseLetor on invalid input", () => {
  test.each([
    ["a relevance that is not a number", "x qid:1 1:1\n", 'd.txt:1: expected a relevance grade, found "x"'],
    ["a missing value", "1 qid:1 1:\n", 'd.txt:1: value "" of feature 1 is not a finite number'],
    ["an infinite value", "1 qid:1 1:1e999\n", 'd.txt:1: value "1e999" of feature 1 is not a finite number'],
    ["a negative feature", "1 qid:1 -1:1\n", 'd.txt:1: expected feature:value, found "-1:1"'],
    ["a repeated feature", "1 qid:1 2:1 1:1 2:1\n", "d.txt:1: feature 2 occurs twice"],
    ["a qid on some lines only", "1 qid:1 1:1\n1 1:1\n", "d.txt:2: some lines have a qid and some have none"],
    ["missing queries", "1 1:1\n", "d.txt:1: the lines have no qid; expected the number of documents per query"],
  ])("rejects %s, naming the file and line", (_, text, message) => {
    expect(() => parseLetor(text, { file: "d.txt" })).toThrow(message);
  });

  test("rejects query sizes that do not add up to the number of documents", () => {
    const parse = (querySizes: number[]) => () => parseLetor("1 1:1\n0 1:1\n", { file: "d.txt", querySizes });
    expect(parse([1])).toThrow("d.txt:2: the number of documents is 2, but the sizes of the queries add up to 1");
    expect(parse([1, 999_999_999])).toThrow("the sizes of the queries add up to 1000000000");
  });

  test("rejects a feature index that exceeds the number of features", () => {
    const parse = () => parseLetor("1 qid:1 5:1\n", { file: "d.txt", numFeatures: 5 });
    expect(parse).toThrow("d.txt:1: feature index 5 is not below 5, the number of features");
  });
});
