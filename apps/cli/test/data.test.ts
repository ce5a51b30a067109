import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rowIndices } from "@tierwise/data";
import { readXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { randomPermutation, randomStream } from "@tierwise/random";
import { describeWithRealData } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args, "--json", "--quiet");
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
};
const read = (name: string): Promise<XmlDataset> => readXmlDataset(join(folder, name), { cache: false });

const sizes = ["--rows", "80", "--features", "30", "--labels", "20", "--labels-per-row", "3"];

describe("the `data` commands", () => {
  test("generate names the flag of an impossible size", async () => {
    const { code, stderr } = await run("data", "generate", "none.txt", ...sizes, "--labels-per-row", "19");
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^tierwise: --labels-per-row is 19; expected a positive/),
    ]);
  });

  test("generate, describe, split and compress rows", async () => {
    const { truth } = await json("data", "generate", "all.txt", "--test", "more.txt", ...sizes, "--seed", "5");
    expect(truth.precision[1]).toBeGreaterThan(0.2);
    expect(await json("data", "describe", "all.txt", "more.txt")).toMatchObject({
      features: 30,
      labels: 20,
      train: 80,
      test: 20,
    });

    await json(
      "data",
      "split",
      "all.txt",
      "--train",
      "a.txt",
      "--test",
      "b.txt.gz",
      "--validation",
      "0.25",
      "--seed",
      "2",
    );
    const [all, a, b] = await Promise.all(["all.txt", "a.txt", "b.txt.gz"].map(read));
    expect([a.numRows, b.numRows]).toEqual([60, 20]);
    expect(a.labels.indices.length + b.labels.indices.length).toBe(all.labels.indices.length);

    await json("data", "convert", "b.txt.gz", "b.txt");
    expect(await read("b.txt")).toEqual(b);
  });

  test("split rows according to the repository's split files, in which row numbers start at 1", async () => {
    writeFileSync(join(folder, "three.txt"), "3 2 9\n7 0:1\n8 1:1\n2,5 0:1 1:1\n");
    writeFileSync(join(folder, "tr.txt"), "1 3\n");
    writeFileSync(join(folder, "ts.txt"), "2 1\n");
    const rows = ["--train-rows", "tr.txt", "--test-rows", "ts.txt", "--column", "2"];
    await json("data", "split", "three.txt", "--train", "x.txt", "--test", "y.txt", ...rows);
    expect(readFileSync(join(folder, "x.txt"), "utf8")).toBe("1 2 9\n2,5 0:1 1:1\n");
    expect(readFileSync(join(folder, "y.txt"), "utf8")).toBe("1 2 9\n7 0:1\n");
  });

  test("write votes as JSON Lines", async () => {
    writeFileSync(join(folder, "duels.csv"), "winner,loser,count\ntea,milk,3\nmilk,rice,1\n");
    expect(await json("data", "convert", "duels.csv", "duels.jsonl")).toMatchObject({
      file: "duels.jsonl",
      items: 3,
      preferences: 2,
    });
    expect(readFileSync(join(folder, "duels.jsonl"), "utf8")).toBe(
      '{"tiers":[["milk"],["rice"]],"rest":"unobserved"}\n{"tiers":[["tea"],["milk"]],"weight":3,"rest":"unobserved"}\n',
    );
    expect(await json("data", "describe", "duels.jsonl")).toMatchObject({ format: "tiers", items: 3, observations: 4 });
  });
});

describe("`data convert` for ratings", () => {
  // Forty users each rate twelve of thirty items with 1 to 5 stars, with times that increase from line to line.
  const lines = Array.from({ length: 40 }, (_, user) => {
    const random = randomStream(11, user);
    const items = randomPermutation(30, random).subarray(0, 12);
    return Array.from(items, (item, k) => `u${user},i${item},${1 + Math.floor(random() * 5)},${1000 + k}`);
  }).flat();
  const ratingOf = new Map(lines.map((line) => [line.split(",").slice(0, 2).join(), Number(line.split(",")[2])]));

  test("writes rows whose labels are hidden liked items, and separates training users from test users", async () => {
    writeFileSync(join(folder, "ratings.csv"), `user,item,rating,when\n${lines.join("\n")}\n`);
    await json("data", "convert", "ratings.csv", "rows", "--liked", "4", "--test-users", "0.25");
    const [train, test, users] = await Promise.all(["rows/train.txt", "rows/test.txt", "rows/users.txt"].map(read));
    const names = readFileSync(join(folder, "rows/items.names"), "utf8").trimEnd().split("\n");
    const people = readFileSync(join(folder, "rows/users.names"), "utf8").trimEnd().split("\n");
    expect([users.numRows, people.length, names.length]).toEqual([40, 40, 30]);
    expect([train.numLabels, train.numFeatures]).toEqual([30, 60]);
    expect(train.numRows).toBeGreaterThan(60);
    expect(test.numRows).toBeGreaterThan(5);
    for (const rows of [train, test]) {
      for (let row = 0; row < rows.numRows; row++) {
        const seen = new Set(Array.from(rowIndices(rows.features, row), (feature) => feature % 30));
        const labels = Array.from(rowIndices(rows.labels, row));
        expect(labels.filter((item) => seen.has(item))).toEqual([]);
        expect(seen.size).toBe(8);
        // Each row consists of ratings by one user.
        const user = people.find((name) =>
          [...labels, ...rowIndices(rows.features, row)].every((f, i) => {
            const rating = ratingOf.get(`${name},${names[f % 30]}`);
            return rating !== undefined && rating >= 4 === (i < labels.length || f < 30);
          }),
        );
        expect(user).toBeDefined();
      }
    }
  });

  test("writes rows that predict later ratings from earlier ratings if `--time` is set", async () => {
    await json(
      "data",
      "convert",
      "ratings.csv",
      "timed",
      "--time",
      "when",
      "--rows-per-user",
      "1",
      "--test-users",
      "0",
    );
    const train = await read("timed/train.txt");
    const names = readFileSync(join(folder, "timed/items.names"), "utf8").trimEnd().split("\n");
    const users = readFileSync(join(folder, "timed/users.names"), "utf8").trimEnd().split("\n");
    const timeOf = new Map(lines.map((line) => [line.split(",").slice(0, 2).join(), Number(line.split(",")[3])]));
    for (let row = 0; row < train.numRows; row++) {
      const seen = Array.from(rowIndices(train.features, row), (feature) => names[feature % 30]);
      const later = Array.from(rowIndices(train.labels, row), (item) => names[item]);
      const user = users.find((name) => [...seen, ...later].every((item) => timeOf.has(`${name},${item}`))) ?? "";
      const time = (item: string): number => timeOf.get(`${user},${item}`) ?? Number.NaN;
      expect(Math.max(...seen.map(time))).toBeLessThan(Math.min(...later.map(time)));
    }
  });

  test("suggests `--time` for ratings with times unless it is set", async () => {
    const [, ...rows] = readFileSync(join(folder, "ratings.csv"), "utf8").split("\n");
    writeFileSync(join(folder, "times.csv"), ["user,item,rating,created_at", ...rows].join("\n"));
    const hint = "; --time created_at hides the latest ratings instead of random ones";
    expect((await run("data", "convert", "times.csv", "random")).stderr).toContain(hint);
    expect((await run("data", "convert", "ratings.csv", "random")).stderr).not.toContain("--time");
    const { code, stderr } = await run("data", "convert", "times.csv", "latest", "--time", "created_at");
    expect([code, stderr]).toEqual([0, expect.stringContaining("time = created_at")]);
    expect(stderr).not.toContain("--time");
  });

  test("rejects data without ratings that count as liked", async () => {
    const { code, stderr } = await run("data", "convert", "ratings.csv", "none", "--liked", "6");
    expect([code, stderr]).toEqual([1, expect.stringContaining("no user has a hidden rating of at least 6")]);
  });
});

describeWithRealData("delicious-1k", "`data describe` on Delicious", (path) => {
  test("prints the figures of the paper's Table 3", async () => {
    const files = ["train.txt", "test.txt"].map((name) => join(path, name));
    const { code, stdout } = await tierwise(["data", "describe", ...files, "--no-cache"]);
    expect(code).toBe(0);
    for (const figure of ["500", "983", "12 920", "3 185", "311.61", "19.02"]) expect(stdout).toContain(` ${figure}`);
  });
});
