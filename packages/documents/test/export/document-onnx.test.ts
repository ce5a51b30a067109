import {
  boostedTrees,
  type DocumentModel,
  documentOnnx,
  documents,
  generateDocuments,
  selectLists,
  trainDocuments,
} from "@tierwise/documents";
import { env, InferenceSession, Tensor } from "onnxruntime-web";
import { describe, expect, test } from "vitest";

env.wasm.numThreads = 1;

const { lists } = generateDocuments({ lists: 60, documents: 20, features: 9, seed: 4 });

async function onnxScores(file: Uint8Array, { features, featureCount } = lists): Promise<Float32Array> {
  const session = await InferenceSession.create(file, { executionProviders: ["wasm"] });
  try {
    const input = new Tensor("float32", Float32Array.from(features), [features.length / featureCount, featureCount]);
    return (await session.run({ features: input }))["scores"].data as Float32Array;
  } finally {
    await session.release();
  }
}

/** The largest difference between scores, relative to the range of the model's scores. */
function difference(found: Float32Array, model: DocumentModel, given = lists): number {
  const expected = model.scores(given);
  expect(found.length).toBe(expected.length);
  const range = Math.max(...expected) - Math.min(...expected) || 1;
  return Math.max(...expected.map((score, i) => Math.abs(score - found[i]))) / range;
}

describe("documentOnnx in onnxruntime", () => {
  test("gives the scores of boosted trees, including for values equal to a threshold", async () => {
    const model = await trainDocuments(lists, {
      scorer: boostedTrees({ trees: 40, leaves: 9 }),
      validation: 0,
      threads: 1,
    });
    expect(difference(await onnxScores(documentOnnx(model)), model)).toBeLessThan(1e-6);
    const [{ features, thresholds }] = model.trees;
    const edge = {
      featureCount: 9,
      offsets: Int32Array.of(0, 1),
      features: new Float32Array(9),
      grades: new Float32Array(1),
    };
    edge.features[features[0]] = thresholds[0];
    expect(difference(await onnxScores(documentOnnx(model), edge), model, edge)).toBeLessThan(1e-6);
  });

  test.each([[[]], [[6]], [[8, 5]]])("gives the scores of a network with the hidden layers %j", async (hidden) => {
    const model = await trainDocuments(lists, { scorer: documents({ hidden, epochs: 3 }), validation: 0, threads: 1 });
    expect(model.normalization.log).toContain(1);
    expect(difference(await onnxScores(documentOnnx(model)), model)).toBeLessThan(1e-6);
  });

  test.each([1, 3])("gives the scores of a network with %i attention heads for one list", async (heads) => {
    const scorer = documents({ hidden: [8], epochs: 5, attention: { heads, size: 5 } });
    const model = await trainDocuments(lists, { scorer, validation: 0, threads: 1 });
    for (const l of [0, 5]) {
      const own = selectLists(lists, [l]);
      expect(difference(await onnxScores(documentOnnx(model), own), model, own)).toBeLessThan(1e-5);
    }
  });

  test("is accurate for features whose mean is far from 0", async () => {
    const shifted = { ...lists, features: lists.features.map((x) => 1e5 + x) };
    const model = await trainDocuments(shifted, {
      scorer: documents({ hidden: [4], epochs: 1, log: "none" }),
      threads: 1,
    });
    expect(difference(await onnxScores(documentOnnx(model), shifted), model, shifted)).toBeLessThan(1e-6);
  });

  test("gives every document the same score if the model has no splits", async () => {
    const scorer = boostedTrees({ trees: 1, minDocuments: 10_000 });
    const model = await trainDocuments(lists, { scorer, validation: 0, threads: 1 });
    const [{ values }] = model.trees;
    expect(values.length).toBe(1);
    expect(new Set(await onnxScores(documentOnnx(model)))).toEqual(new Set([Math.fround(values[0])]));
    expect(new Set(await onnxScores(documentOnnx({ ...model, trees: [] })))).toEqual(new Set([0]));
  });

  test("stores the names of the features in its metadata", async () => {
    const featureNames = Array.from({ length: 9 }, (_, f) => `feature é${f}`);
    const scorer = boostedTrees({ trees: 1 });
    const model = await trainDocuments({ ...lists, featureNames }, { scorer, validation: 0, threads: 1 });
    expect(new TextDecoder().decode(documentOnnx(model))).toContain(JSON.stringify(featureNames));
  });
});
