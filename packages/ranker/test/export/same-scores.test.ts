// Reads exported models with other programs: onnxruntime, and a reader of safetensors that shares no code with the package.
import { join } from "node:path";
import { readXmlDataset } from "@tierwise/datasets-xml";
import { createRanker, loadModel, type TrainedModel, type TrainModelOptions, trainModel } from "@tierwise/ranker";
import { onnxFile } from "@tierwise/ranker/export";
import { describeWithRealData } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { inDirectory } from "../killing.ts";
import { tinyData, tinySizes } from "../tiny-data.ts";
import { expectSameFromOnnx, expectSameFromSafetensors } from "./compare-exports.ts";

const kinds = [
  { kind: "one model", members: 1 },
  { kind: "an ensemble", members: 3 },
];
const settings: TrainModelOptions = { epochs: 3, learningRates: [1e-2], validation: 0, refit: false, seed: 1 };

describe.each(kinds)("a generated dataset, $kind", ({ members }) => {
  const data = tinyData(300);
  const trained = (normalize: boolean): Promise<TrainedModel> =>
    inDirectory((folder) => trainModel(folder, data, { ...settings, hidden: 16, members, normalize }));

  test.each([false, true])("ONNX gives the same scores and top 10, normalize: %s", async (normalize) => {
    await expectSameFromOnnx(await trained(normalize), tinyData(500, 2).features);
  });

  test.each([false, true])("safetensors give the same scores and top 10, normalize: %s", async (normalize) => {
    await expectSameFromSafetensors(await trained(normalize), tinyData(500, 2).features);
  });
});

test.each([
  { transforms: ["log1p", "tfidf", "unit-rows"], normalize: false },
  { transforms: [{ name: "standardize", center: false }, "unit-rows"], normalize: true },
  { transforms: ["log1p", "standardize"], normalize: false },
] as const)("ONNX and safetensors apply $transforms, normalize: $normalize", async ({ transforms, normalize }) => {
  const how = { ...settings, hidden: 16, members: 2, transforms, normalize };
  const model = await inDirectory((folder) => trainModel(folder, tinyData(300), how));
  await expectSameFromOnnx(model, tinyData(100, 2).features);
  await expectSameFromSafetensors(model, tinyData(100, 2).features);
});

test("ONNX export requires dense input if another transform follows centering", async () => {
  const how: TrainModelOptions = { ...settings, hidden: 16, transforms: ["standardize", "unit-rows"] };
  const model = await inDirectory((folder) => trainModel(folder, tinyData(300), how));
  const bytes = async (input: "dense" | "sparse"): Promise<number> => {
    let total = 0;
    for await (const chunk of onnxFile(model, { input })) total += chunk.length;
    return total;
  };
  expect(await bytes("dense")).toBeGreaterThan(1000);
  await expect(bytes("sparse")).rejects.toThrow(/use dense input/);
});

test("ONNX gives the same scores for rows with extreme values and for an empty row", async () => {
  const model = await inDirectory(async (folder) => {
    await createRanker({ ...tinySizes, normalize: true, seed: 3 }).save(folder);
    return loadModel(folder);
  });
  // In the first two rows, the squared values are outside the range of floats.
  await expectSameFromOnnx(model, {
    indptr: Int32Array.of(0, 2, 4, 4, 5),
    indices: Int32Array.of(1, 2, 3, 7, 39),
    values: Float32Array.of(3e30, -4e30, 3e-30, 4e-30, 0),
  });
});

/** Delicious-1K, and datasets with few items and dense features (emotions), normalized rows (enron) and many features (rcv1sub1). */
const sets = [
  { folder: "delicious-1k", ending: "txt", normalize: false },
  { folder: "multilabel/emotions", ending: "txt.gz", normalize: false },
  { folder: "multilabel/enron", ending: "txt.gz", normalize: true },
  { folder: "multilabel/rcv1sub1", ending: "txt.gz", normalize: false },
];
for (const { folder, ending, normalize } of sets) {
  describeWithRealData(folder, `all test rows of ${folder}`, (path) => {
    test.each(kinds)("ONNX and safetensors give the same scores and top 10, $kind", async ({ members }) => {
      const data = await readXmlDataset(join(path, `train.${ending}`), { cache: false });
      const rows = (await readXmlDataset(join(path, `test.${ending}`), { cache: false })).features;
      await inDirectory(async (directory) => {
        const model = await trainModel(directory, data, {
          ...settings,
          epochs: 2,
          learningRates: [2e-3],
          hidden: 16,
          members,
          normalize,
        });
        await expectSameFromOnnx(model, rows);
        await expectSameFromSafetensors(model, rows);
      });
    });
  });
}
