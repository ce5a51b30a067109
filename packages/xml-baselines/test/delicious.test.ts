import { join } from "node:path";
import { splitRows } from "@tierwise/data";
import { readXmlDataset, select } from "@tierwise/datasets-xml";
import { evaluate } from "@tierwise/metrics";
import { describeWithRealData } from "@tierwise/testing";
import { sleecPresets, trainLeml, trainSleec } from "@tierwise/xml-baselines";
import { expect, test } from "vitest";

// This test trains on a small part of the training set; delicious.slow.ts compares results for the whole set with the published figures.
describeWithRealData("delicious-1k", "3000 rows of Delicious-1K", (path) => {
  const parts = readXmlDataset(join(path, "train.txt"), { cache: false }).then((all) => {
    const { train, validation } = splitRows(3000, { validation: 1 / 3, seed: 1 });
    return { train: select(all, train), held: select(all, validation) };
  });

  test.each([
    ["LEML", trainLeml, { rank: 50, rounds: 5 }, [58, 47]],
    ["SLEEC", trainSleec, sleecPresets.delicious, [61, 49]],
  ] as const)("%s predicts labels of held-out rows", async (_, trainModel, options, [p1, p5]) => {
    const { train, held } = await parts;
    const model = await trainModel(train, { ...options, threads: 2 });
    const { precision } = await evaluate(model, held, { ks: [1, 5] });
    expect(100 * precision[1]).toBeGreaterThan(p1);
    expect(100 * precision[5]).toBeGreaterThan(p5);
  });
});
