import { join } from "node:path";
import { readXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { evaluate, type Model } from "@tierwise/metrics";
import { describeWithRealData } from "@tierwise/testing";
import { sleecPresets, trainLeml, trainSleec } from "@tierwise/xml-baselines";
import { expect, test } from "vitest";

async function precision(model: Model, testSet: XmlDataset): Promise<number[]> {
  const { precision } = await evaluate(model, testSet, { ks: [1, 3, 5] });
  return [1, 3, 5].map((k) => 100 * precision[k]);
}

describeWithRealData("delicious-1k", "Delicious-1K, official split", (path) => {
  const sets = ["train.txt", "test.txt"].map((name) => readXmlDataset(join(path, name), { cache: false }));

  test("LEML is within 0.7 points of its published precision", async () => {
    const [train, held] = await Promise.all(sets);
    const [p1, p3, p5] = await precision(await trainLeml(train), held);
    expect(p1).toBeGreaterThan(65.67 - 0.7);
    expect(p3).toBeGreaterThan(60.55 - 0.7);
    expect(p5).toBeGreaterThan(56.08 - 0.7);
  });

  test("SLEEC is within 1 point of its published precision", async () => {
    const [train, held] = await Promise.all(sets);
    const [p1, p3, p5] = await precision(await trainSleec(train, sleecPresets.delicious), held);
    expect(p1).toBeGreaterThan(67.59 - 1);
    expect(p3).toBeGreaterThan(61.38 - 1);
    expect(p5).toBeGreaterThan(56.56 - 1);
  });
});
