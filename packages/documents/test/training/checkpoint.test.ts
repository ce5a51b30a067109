import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  boostedTrees,
  type DocumentScorer,
  documents,
  generateDocuments,
  type TrainDocumentsOptions,
  trainDocuments,
} from "@tierwise/documents";
import { describe, expect, test } from "vitest";

const { lists } = generateDocuments({ lists: 60, documents: 15, features: 6, seed: 3 });
const newFile = (): string => join(mkdtempSync(join(tmpdir(), "tierwise-checkpoint-")), "training.json");
const scorers: readonly [string, DocumentScorer][] = [
  ["trees", boostedTrees({ trees: 40, leaves: 6, featureShare: 0.7, listShare: 0.8 })],
  ["network", documents({ hidden: [8], epochs: 12, dropout: 0.3, batchLists: 8, learningRate: 0.01 })],
  ["network with attention", documents({ hidden: [6], epochs: 10, dropout: 0.2, attention: { heads: 2, size: 4 } })],
];
type Options = TrainDocumentsOptions<DocumentScorer>;

/** Trains until step `at`, where training is interrupted. */
async function interrupted(options: Options, at: number): Promise<void> {
  const controller = new AbortController();
  const onProgress = ({ step }: { step: number }): void => {
    if (step === at) controller.abort(new Error("interrupted"));
  };
  await expect(trainDocuments(lists, { ...options, signal: controller.signal, onProgress })).rejects.toThrow(
    "interrupted",
  );
}

describe.each(scorers)("a checkpoint of %s", (_, scorer) => {
  test.each([[[5]], [[1, 9]]])(
    "resumes a run that was interrupted at steps %j, and gives a byte-identical model",
    async (steps) => {
      for (const validation of [0.2, 0]) {
        const options: Options = { scorer, validation, patience: 5, seed: 2, threads: 1 };
        const expected = await trainDocuments(lists, options);
        const checkpoint = { file: newFile() };
        for (const at of steps) await interrupted({ ...options, checkpoint }, at);
        const model = await trainDocuments(lists, { ...options, checkpoint, threads: 2 });
        expect(JSON.stringify(model)).toBe(JSON.stringify(expected));
      }
    },
  );

  test("returns the model without further steps if the run has finished", async () => {
    const checkpoint = { file: newFile(), everySeconds: 0 };
    const options: Options = { scorer, patience: 3, seed: 1, threads: 1, checkpoint };
    const expected = await trainDocuments(lists, options);
    const steps: number[] = [];
    const model = await trainDocuments(lists, { ...options, onProgress: ({ step }) => void steps.push(step) });
    expect([JSON.stringify(model), steps]).toEqual([JSON.stringify(expected), []]);
  });

  test("is rejected if the settings or lists are different or the file is damaged", async () => {
    const file = newFile();
    const options: Options = { scorer, seed: 1, threads: 1, checkpoint: { file } };
    await interrupted(options, 2);
    const rejection = (given: object, of = lists) => expect(trainDocuments(of, { ...options, ...given })).rejects;
    await rejection({ seed: 2 }).toThrow("that differs in seed, training lists, validation lists; remove it");
    await rejection({ loss: "ranknet", patience: 4 }).toThrow("that differs in loss, patience;");
    const changed = { ...lists, features: lists.features.map((x) => 2 * x) };
    await rejection({}, changed).toThrow("that differs in training lists, validation lists;");
    writeFileSync(file, readFileSync(file, "utf8").slice(0, 100));
    await rejection({}).toThrow("training.json cannot be read: ");
    await rejection({ checkpoint: { file, everySeconds: -1 } }).toThrow("everySeconds is -1; expected");
  });
});
