import { join } from "node:path";
import { rowIndices } from "@tierwise/data";
import { readXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { createEvaluator } from "@tierwise/metrics";
import { describeWithRealData } from "@tierwise/testing";
import { type LabelPredictor, sleecPresets, trainLeml, trainSleec } from "@tierwise/xml-baselines";
import { expect, test } from "vitest";

function precision(model: LabelPredictor, { features, labels, numRows }: XmlDataset): number[] {
  const evaluator = createEvaluator({ ks: [1, 3, 5] });
  const best = model.topK(features, 5);
  for (let i = 0; i < numRows; i++) evaluator.add(best.subarray(5 * i, 5 * i + 5), rowIndices(labels, i));
  const result = evaluator.result().precision;
  return [1, 3, 5].map((k) => 100 * result[k]);
}

describeWithRealData("delicious-1k", "Delicious-1K, official split", (path) => {
  const sets = ["train.txt", "test.txt"].map((name) => readXmlDataset(join(path, name), { cache: false }));

  test("LEML is within 0.7 of its published precision", async () => {
    const [train, held] = await Promise.all(sets);
    const [p1, p3, p5] = precision(await trainLeml(train), held);
    expect(p1).toBeGreaterThan(65.67 - 0.7);
    expect(p3).toBeGreaterThan(60.55 - 0.7);
    expect(p5).toBeGreaterThan(56.08 - 0.7);
  });

  test("SLEEC is within 1 of its published precision", async () => {
    const [train, held] = await Promise.all(sets);
    const [p1, p3, p5] = precision(await trainSleec(train, sleecPresets.delicious), held);
    expect(p1).toBeGreaterThan(67.59 - 1);
    expect(p3).toBeGreaterThan(61.38 - 1);
    expect(p5).toBeGreaterThan(56.56 - 1);
  });
});
