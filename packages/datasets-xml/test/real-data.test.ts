import { join } from "node:path";
import { describeWithRealData } from "@tierwise/testing";
import { expect, test } from "vitest";
import { describe, readSplit, readXmlDataset, select, type XmlDataset } from "../src/index.ts";

const uncached = { cache: false };

/** All arrays of a dataset as bytes. Comparing large typed arrays entry by entry would take minutes. */
function bytesOf({ features, labels, ...counts }: XmlDataset): Buffer {
  const arrays = [features.indptr, features.indices, features.values, labels.indptr, labels.indices];
  const parts = arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return Buffer.concat([Buffer.from(JSON.stringify(counts)), ...parts]);
}

describeWithRealData("delicious-1k", "Delicious-1K", (folder) => {
  const read = (name: string) => readXmlDataset(join(folder, name), uncached);

  test("the data have the statistics of the paper's Table 3", async () => {
    const all = describe(await read("Delicious_data.txt"));
    expect(all).toMatchObject({ features: 500, labels: 983, train: 16105, samplesWithoutLabels: 14 });
    expect(all.labelsPerSample).toBeCloseTo(19.02, 2);
    expect(all.samplesPerLabel).toBeCloseTo(311.61, 2);
    const parts = describe(await read("train.txt"), await read("test.txt"));
    expect(parts).toEqual({ ...all, train: 12920, test: 3185 });
  });

  test("column 1 of the split files reproduces the ready-made train and test files", async () => {
    const all = await read("Delicious_data.txt");
    for (const [split, part] of [
      ["delicious_trSplit.txt", "train.txt"],
      ["delicious_tstSplit.txt", "test.txt"],
    ]) {
      // The ready-made files contain the rows of a split in the same order as the single file.
      const selected = select(all, (await readSplit(join(folder, split), 1)).sort());
      expect(bytesOf(selected).equals(bytesOf(await read(part)))).toBe(true);
    }
  });
});

describeWithRealData("eurlex-4k-labels", "the labels of Eurlex-4K", (folder) => {
  test("labels have the statistics of the paper's Table 3", async () => {
    const train = await readXmlDataset(join(folder, "trn_X_Y.txt"), uncached);
    const held = await readXmlDataset({ labels: join(folder, "tst_X_Y.txt") }, uncached);
    expect(describe(train, held)).toMatchObject({ labels: 3993, train: 15539, test: 3809 });
    expect(describe(train).labelsPerSample).toBeCloseTo(5.31, 2);
    expect(train.labels.values).toBeUndefined();
  });
});
