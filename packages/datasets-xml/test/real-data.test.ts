import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPreference } from "@tierwise/core-integrator";
import { readLetor, readPrefLib, readRatings } from "@tierwise/data";
import { describeWithRealData } from "@tierwise/testing";
import { expect, test } from "vitest";
import { describe, readSplit, readXmlDataset, select, type XmlDataset } from "../src/index.ts";

const uncached = { cache: false };

/** All that a data set consists of: comparing large typed arrays entry by entry takes minutes. */
function bytesOf({ features, labels, ...counts }: XmlDataset): Buffer {
  const arrays = [features.indptr, features.indices, features.values, labels.indptr, labels.indices];
  const parts = arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return Buffer.concat([Buffer.from(JSON.stringify(counts)), ...parts]);
}

describeWithRealData("delicious-1k", "Delicious-1K", (folder) => {
  const read = (name: string) => readXmlDataset(join(folder, name), uncached);

  test("has the statistics of the paper's Table 3", async () => {
    const all = describe(await read("Delicious_data.txt"));
    expect(all).toMatchObject({ features: 500, labels: 983, train: 16105, samplesWithoutLabels: 14 });
    expect(all.labelsPerSample).toBeCloseTo(19.02, 2);
    expect(all.samplesPerLabel).toBeCloseTo(311.61, 2);
    const parts = describe(await read("train.txt"), await read("test.txt"));
    expect(parts).toEqual({ ...all, train: 12920, test: 3185 });
  });

  test("split column 1 of the single file is the ready-made train and test files", async () => {
    const all = await read("Delicious_data.txt");
    for (const [split, part] of [
      ["delicious_trSplit.txt", "train.txt"],
      ["delicious_tstSplit.txt", "test.txt"],
    ]) {
      // The ready-made files have the rows of the split in the order of the single file.
      const selected = select(all, (await readSplit(join(folder, split), 1)).sort());
      expect(bytesOf(selected).equals(bytesOf(await read(part)))).toBe(true);
    }
  });
});

describeWithRealData("eurlex-4k-labels", "the labels of Eurlex-4K", (folder) => {
  test("have the statistics of the paper's Table 3", async () => {
    const train = await readXmlDataset(join(folder, "trn_X_Y.txt"), uncached);
    const held = await readXmlDataset({ labels: join(folder, "tst_X_Y.txt") }, uncached);
    expect(describe(train, held)).toMatchObject({ labels: 3993, train: 15539, test: 3809 });
    expect(describe(train).labelsPerSample).toBeCloseTo(5.31, 2);
    expect(train.labels.values).toBeUndefined();
  });
});

describeWithRealData("preflib", "PrefLib", (folder) => {
  test("every file is read, and says what its collection's list says of it", async () => {
    let files = 0;
    for (const collection of readdirSync(folder)) {
      const list = readFileSync(join(folder, collection, "metadata.csv"), "utf8")
        .trim()
        .split("\n")
        .slice(1);
      for (const line of list) {
        const [name, , , , , alternatives, voters, orders] = line.split(";");
        if (!/\.[st]o[ci]$/.test(name)) continue;
        const { itemNames, preferences, weights } = await readPrefLib(join(folder, collection, name));
        expect([name, itemNames.length, preferences.length]).toEqual([name, Number(alternatives), Number(orders)]);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(Number(voters));
        for (const preference of preferences) checkPreference(preference, itemNames.length);
        files++;
      }
    }
    expect(files).toBeGreaterThan(50);
  });
});

describeWithRealData("movielens-latest-small", "MovieLens", (folder) => {
  test("half stars make up to ten tiers", async () => {
    const { itemNames, users, preferences } = await readRatings(join(folder, "ratings.csv"));
    expect(users.length).toBe(610);
    const ratings = preferences.flatMap(({ tiers }) => tiers.map((tier) => tier.length)).reduce((a, b) => a + b, 0);
    expect(ratings).toBe(100_836);
    expect(Math.max(...preferences.map(({ tiers }) => tiers.length))).toBe(10);
    for (const preference of preferences) checkPreference(preference, itemNames.length);
  });
});

describeWithRealData("nascar2002", "NASCAR 2002", (folder) => {
  test("36 races of 83 drivers, the first place first", async () => {
    const columns = { user: "Race", item: "DriverID", rating: "Place" };
    const { itemNames, preferences } = await readRatings(join(folder, "nascar2002.txt"), { columns, better: "lower" });
    expect([itemNames.length, preferences.length]).toEqual([83, 36]);
    expect(itemNames[preferences[0].tiers[0][0]]).toBe("83");
  });
});

describeWithRealData("lightgbm-lambdarank", "LightGBM's ranking example", (folder) => {
  test("documents and the queries of the .query file", async () => {
    const { features, itemNames, preferences, numFeatures } = await readLetor(join(folder, "rank.train"));
    const sizes = readFileSync(join(folder, "rank.train.query"), "utf8").trim().split("\n").map(Number);
    expect(preferences.map(({ tiers }) => tiers.reduce((sum, tier) => sum + tier.length, 0))).toEqual(sizes);
    expect(features.indptr.length - 1).toBe(itemNames.length);
    expect(numFeatures).toBe(301);
    for (const preference of preferences.slice(0, 20)) checkPreference(preference, itemNames.length);
  });
});
