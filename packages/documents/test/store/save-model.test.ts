import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  boostedTrees,
  documents,
  generateDocuments,
  loadDocumentModel,
  saveDocumentModel,
  trainDocuments,
} from "../../src/index.ts";

const { lists } = generateDocuments({ lists: 30, documents: 10, features: 5, seed: 1 });
const model = await trainDocuments(lists, { scorer: boostedTrees({ trees: 5, minDocuments: 3 }), threads: 1 });
const directory = join(mkdtempSync(join(tmpdir(), "tierwise-")), "model");
await saveDocumentModel(model, directory);
const path = join(directory, "documents.json");
const stored = JSON.parse(readFileSync(path, "utf8"));

describe("a document model", () => {
  test("of boosted trees keeps its scores and settings when it is saved and loaded", async () => {
    const loaded = await loadDocumentModel(directory);
    expect(loaded.scores(lists)).toEqual(model.scores(lists));
    expect(loaded.rank(lists, { k: 3 })).toEqual(model.rank(lists, { k: 3 }));
    const { scores: _, rank: __, ...content } = model;
    expect(loaded).toMatchObject(content);
  });

  test("of a network keeps its scores when it is saved and loaded, and is rejected with a wrong number of weights", async () => {
    const network = await trainDocuments(lists, { scorer: documents({ hidden: [4], epochs: 2 }), threads: 1 });
    const other = mkdtempSync(join(tmpdir(), "tierwise-"));
    await saveDocumentModel(network, other);
    const loaded = await loadDocumentModel(other);
    expect(loaded.scores(lists)).toEqual(network.scores(lists));
    const file = join(other, "documents.json");
    const changed = { ...JSON.parse(readFileSync(file, "utf8")), weights: [1, 2] };
    writeFileSync(file, JSON.stringify(changed));
    await expect(loadDocumentModel(other)).rejects.toThrow("weights.length is 2; expected 28 for layers of 5, 4, 1");
  });

  test("ranks by score, then by position", () => {
    const { offsets, documents, scores } = model.rank(lists);
    const all = model.scores(lists);
    for (let l = 0; l < 30; l++) {
      for (let i = offsets[l] + 1; i < offsets[l + 1]; i++) {
        const tied = scores[i] === scores[i - 1];
        expect(tied ? documents[i] > documents[i - 1] : scores[i] < scores[i - 1]).toBe(true);
        expect(all[lists.offsets[l] + documents[i]]).toBe(scores[i]);
      }
    }
  });

  test("rejects lists with a different number of features", () => {
    expect(() => model.scores({ ...lists, featureCount: 4 })).toThrow(
      "lists.featureCount is 4; expected 5, as in training",
    );
    expect(() => model.rank(lists, { k: 0 })).toThrow("k is 0; expected a number of at least 1");
  });

  test.each([
    [{ format: "other" }, "is not a document model"],
    [{ version: 9 }, "has version 9; expected 1; use a later version of Tierwise"],
    [{ scorer: { kind: "x" } }, 'is damaged: scorer.kind is "x"'],
    [{ trees: [{ ...stored.trees[0], left: stored.trees[0].left.map(() => 0) }] }, "has a node 0 with child 0"],
    [{ trees: [{ ...stored.trees[0], values: [1] }] }, "is damaged: trees[0].values.length is 1; expected"],
    [{ trees: [{ ...stored.trees[0], gains: [null] }] }, "is damaged: trees[0].gains is not an array of numbers"],
    [{ featureCount: 1 }, "feature 2; expected one below 1"],
  ])("is not loaded from a damaged file, case %#", async (changes, message) => {
    const other = mkdtempSync(join(tmpdir(), "tierwise-"));
    writeFileSync(join(other, "documents.json"), JSON.stringify({ ...stored, ...changes }));
    await expect(loadDocumentModel(other)).rejects.toThrow(message);
  });

  test("is not loaded from a missing file, and the error names the path", async () => {
    await expect(loadDocumentModel(join(directory, "none"))).rejects.toThrow("documents.json cannot be read");
  });
});
