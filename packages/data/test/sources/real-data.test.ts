import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPreference } from "@tierwise/core-integrator";
import { describeWithRealData } from "@tierwise/testing";
import { expect, test } from "vitest";
import { readLetor, readPrefLib, readRatings } from "../../src/index.ts";

describeWithRealData("preflib", "PrefLib", (folder) => {
  test("every file can be read and agrees with the metadata of its collection", async () => {
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
  test("ratings in half stars give up to ten tiers", async () => {
    const { itemNames, users, preferences } = await readRatings(join(folder, "ratings.csv"));
    expect(users.length).toBe(610);
    const ratings = preferences.flatMap(({ tiers }) => tiers.map((tier) => tier.length)).reduce((a, b) => a + b, 0);
    expect(ratings).toBe(100_836);
    expect(Math.max(...preferences.map(({ tiers }) => tiers.length))).toBe(10);
    for (const preference of preferences) checkPreference(preference, itemNames.length);
  });
});

describeWithRealData("nascar2002", "NASCAR 2002", (folder) => {
  test("36 races of 83 drivers are read, with the winner first", async () => {
    const columns = { user: "Race", item: "DriverID", rating: "Place" };
    const { itemNames, preferences } = await readRatings(join(folder, "nascar2002.txt"), { columns, better: "lower" });
    expect([itemNames.length, preferences.length]).toEqual([83, 36]);
    expect(itemNames[preferences[0].tiers[0][0]]).toBe("83");
  });
});

describeWithRealData("lightgbm-lambdarank", "LightGBM's ranking example", (folder) => {
  test("documents are grouped by the .query file", async () => {
    const { features, itemNames, preferences, numFeatures } = await readLetor(join(folder, "rank.train"));
    const sizes = readFileSync(join(folder, "rank.train.query"), "utf8").trim().split("\n").map(Number);
    expect(preferences.map(({ tiers }) => tiers.reduce((sum, tier) => sum + tier.length, 0))).toEqual(sizes);
    expect(features.indptr.length - 1).toBe(itemNames.length);
    expect(numFeatures).toBe(301);
    for (const preference of preferences.slice(0, 20)) checkPreference(preference, itemNames.length);
  });
});
