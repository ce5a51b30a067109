import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateRatings } from "@tierwise/data";
import { loadTwoTowerModel } from "@tierwise/documents";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const small = ["--dimensions", "8", "--hidden", "8", "--epochs", "4", "--threads", "1"];
const ratings = generateRatings({ userCount: 80, itemCount: 20, ratingsPerUser: 10, seed: 1 });
const names = [
  ...new Set(
    ratings
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[1]),
  ),
].sort();

beforeAll(async () => {
  writeFileSync(join(folder, "ratings.csv"), ratings);
  const line = (name: string, i: number): string => `${name},"Title ${i}",kind ${i % 3}|kind ${i % 2},${i}`;
  const head = "id,title,kinds,size";
  writeFileSync(join(folder, "items.csv"), [head, ...[...names, "extra"].map(line)].join("\n"));
  writeFileSync(join(folder, "new.csv"), [head, "n1,First,kind 1,3", "n2,Second,kind 0,4"].join("\n"));
  const { code, stderr } = await run("train", "ratings.csv", "--items", "items.csv", "--model", "model", ...small);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("items.csv: 21 items with 4 features");
});

describe("two towers", () => {
  test("a two-tower model stores the settings, all items of the file, and how ratings were read", async () => {
    const model = await loadTwoTowerModel(join(folder, "model"));
    expect(model.scorer.options).toMatchObject({ dimensions: 8, contextLayers: [8], epochs: 4 });
    expect(model.trainedItems).toHaveLength(20);
    expect(model.itemNames).toContain("extra");
    expect(model.record).toMatchObject({ liked: 4, better: "higher", hide: 0.3 });
  });

  test("`predict` ranks known items that a user has not rated, or the new items of a file", async () => {
    const lines = async (...args: string[]) => {
      const { stdout } = await run("predict", "model", "ratings.csv", "--k", "20", "-q", ...args);
      return stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { row: string; items: string[]; titles: string[] });
    };
    for (const { row, items } of await lines()) {
      const rated = ratings
        .split("\n")
        .filter((line) => line.startsWith(`${row},`))
        .map((line) => line.split(",")[1]);
      expect(items.filter((item) => rated.includes(item))).toEqual([]);
      expect(items).toContain("extra");
    }
    const [first] = await lines("--items", "new.csv");
    expect([...first.items].sort()).toEqual(["n1", "n2"]);
    expect([...first.titles].sort()).toEqual(["First", "Second"]);
  });

  test("`evaluate` prints the metrics that `train` printed", async () => {
    const evaluated = JSON.parse((await run("evaluate", "model", "ratings.csv", "--json", "-q")).stdout);
    const trained = JSON.parse(
      (await run("train", "ratings.csv", "--items", "items.csv", "--model", "again", "--json", "-q", ...small)).stdout,
    );
    expect(evaluated.ndcg).toEqual(trained.test.ndcg);
    expect(trained.scorer.kind).toBe("two-tower");
  });

  test.each([
    [["train", "ratings.csv", "--model", "x", "--dimensions", "8"], "--dimensions does not apply: it requires --items"],
    [["train", "ratings.csv", "--model", "x", "--items", "items.csv", "--ensemble", "2"], "--ensemble does not apply"],
    [["train", "ratings.csv", "--model", "x", "--items", "new.csv"], "--items new.csv has none of the rated items"],
    [
      ["train", "ratings.csv", "--model", "model", "--items", "items.csv"],
      "--model model contains a model; use --force",
    ],
    [["evaluate", "model", "ratings.csv", "--by-frequency"], "--by-frequency does not apply"],
    [
      ["train", "ratings.csv", "--model", "x", "--items", "items.csv", "--item-columns", "color"],
      'expected a column "color"',
    ],
  ])("%j: %s", async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  });
});
