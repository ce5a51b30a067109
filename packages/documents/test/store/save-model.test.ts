import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  boostedTrees,
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

describe("a stored model", () => {
  test("gives the same scores and keeps its settings", async () => {
    const loaded = await loadDocumentModel(directory);
    expect(loaded.scores(lists)).toEqual(model.scores(lists));
    expect(loaded.rank(lists, { k: 3 })).toEqual(model.rank(lists, { k: 3 }));
    expect(JSON.stringify(loaded)).toBe(JSON.stringify(model));
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

  test("rejects lists with other features", () => {
    expect(() => model.scores({ ...lists, featureCount: 4 })).toThrow(
      "the lists have 4 features; expected 5, as in training",
    );
    expect(() => model.rank(lists, { k: 0 })).toThrow("k is 0; expected a number of at least 1");
  });

  test.each([
    [{ format: "other" }, "is not a model of documents"],
    [{ version: 9 }, "has version 9; expected 1; use a later Tierwise"],
    [{ scorer: { kind: "x" } }, 'is damaged: its scorer is "x"'],
    [{ trees: [{ ...stored.trees[0], left: stored.trees[0].left.map(() => 0) }] }, "has a node 0 with child 0"],
    [{ trees: [{ ...stored.trees[0], values: [1] }] }, "is damaged: trees[0] has 1 leaves; expected"],
    [{ trees: [{ ...stored.trees[0], gains: [null] }] }, "is damaged: trees[0].gains is not an array of numbers"],
    [{ featureCount: 1 }, "of 1"],
  ])("a damaged file is reported %#", async (changes, message) => {
    const other = mkdtempSync(join(tmpdir(), "tierwise-"));
    writeFileSync(join(other, "documents.json"), JSON.stringify({ ...stored, ...changes }));
    await expect(loadDocumentModel(other)).rejects.toThrow(message);
  });

  test("a missing file is reported", async () => {
    await expect(loadDocumentModel(join(directory, "none"))).rejects.toThrow("documents.json cannot be read");
  });
});
