import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateRatings } from "@tierwise/data";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import {
  comparisonStudy,
  createDataReference,
  type DataReference,
  pairedDifferences,
  type RatingsSource,
  readStudyData,
  runStudy,
  validationSummary,
} from "../../src/index.ts";

const folder = temporaryFolder();
const path = join(folder, "ratings.csv");
const text = generateRatings({ userCount: 150, itemCount: 30, seed: 3 });
writeFileSync(path, text);

const source = (seed: number, file = path): RatingsSource => ({
  ratings: file,
  reading: { minRatings: 2 },
  rows: { liked: 4, testUsers: 0.2, seed },
});
const reference = async (seed: number): Promise<DataReference> =>
  createDataReference("ratings", source(seed), await readStudyData(source(seed)));

describe("a study of ratings", () => {
  test("has different test users for each seed, but the same rows if the file is shuffled", async () => {
    const [one, two] = [await readStudyData(source(1)), await readStudyData(source(2))];
    expect(one.test.features.indices).not.toEqual(two.test.features.indices);
    const [header, ...lines] = text.trimEnd().split("\n");
    const other = join(folder, "reversed.csv");
    writeFileSync(other, [header, ...lines.toReversed()].join("\n"));
    expect(await readStudyData(source(1, other))).toEqual(one);
    expect((await reference(1)).fingerprint).not.toBe((await reference(2)).fingerprint);
  });

  test("evaluates all methods without seen items, for each seed", async () => {
    const references = new Map([1, 2].map((seed) => [seed, reference(seed)]));
    const known = new Map<number, DataReference>();
    for (const [seed, found] of references) known.set(seed, await found);
    const settings = {
      data: (seed: number) => known.get(seed) as DataReference,
      methods: ["pl-partition", "popularity"] as const,
      seeds: [1, 2],
      training: { hidden: 8, normalize: true, options: { epochs: 3, refit: false } },
      evaluation: { ks: [1, 5], propensityA: 0.55, propensityB: 1.5, psndcg: "pyxclib" as const },
    };
    const run = async (seen: "exclude" | "include") => {
      const cells = comparisonStudy.cells({ ...settings, evaluation: { ...settings.evaluation, seen } });
      expect(cells.map(({ seed, method }) => `${seed} ${method}`)).toEqual([
        "1 pl-partition",
        "1 popularity",
        "2 pl-partition",
        "2 popularity",
      ]);
      return (await runStudy(comparisonStudy, { cells, threads: 1 })).summary;
    };
    const [without, withSeen] = [await run("exclude"), await run("include")];
    // Users have often already seen the popular items, so excluding seen items helps the popularity baseline.
    expect(without[1].mean?.ndcg[5]).toBeGreaterThan(withSeen[1].mean?.ndcg[5] ?? 1);
    const [first] = pairedDifferences(without, [5]);
    const perSeed = [0, 1].map((i) => {
      const [one, other] = without.map(({ runs }) => runs[i].metrics?.precision[5] ?? Number.NaN);
      return one - other;
    });
    expect([first.title, first.metric, first.k]).toEqual(["Popular", "precision", 5]);
    expect(first.difference.mean).toBeCloseTo((perSeed[0] + perSeed[1]) / 2, 14);
    // The standard error of the mean of two values is half their distance.
    expect(first.difference.standardError).toBeCloseTo(Math.abs(perSeed[0] - perSeed[1]) / 2, 14);
    const [{ title, entries }, ...others] = validationSummary(without, [1, 5, 7]);
    expect([title, others]).toEqual(["PL-P", []]);
    expect(entries.map(({ metric, k }) => `${metric}@${k}`)).toEqual([
      "precision@1",
      "precision@5",
      "ndcg@1",
      "ndcg@5",
    ]);
    expect(entries[0].test.mean).toBe(without[0].mean?.precision[1]);
    expect(entries[0].validation.standardError).toBeGreaterThanOrEqual(0);
  });

  test("rejects the exclusion of seen items if the data do not define which items the features refer to", async () => {
    const data = await readStudyData(source(1));
    const { featureItems: _, ...unknown } = data;
    const cells = comparisonStudy.cells({
      data: createDataReference("rows", { train: "a.txt", test: "b.txt" }, unknown),
      methods: ["popularity"],
      seeds: [1],
      training: { hidden: 8, options: {} },
      evaluation: { ks: [1], propensityA: 0.55, propensityB: 1.5, psndcg: "pyxclib", seen: "exclude" },
    });
    await expect(runStudy(comparisonStudy, { cells, threads: 1 })).rejects.toThrow("featureItems is missing");
  });
});
