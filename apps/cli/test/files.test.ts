import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { generateRatings } from "@tierwise/data";
import { describe, expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (args: readonly string[], input?: string | Uint8Array) =>
  tierwise(args, { cwd: folder, ...(input !== undefined && { input }) });
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
const json = async (args: readonly string[], input?: string | Uint8Array) => {
  const { code, stdout, stderr } = await run([...args, "--json"], input);
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};

const battles = "model_a,model_b,winner\nx,y,model_a\ny,z,model_b\nz,x,tie\nx,y,model_b\n";
const ratings = "user,item,rating\nann,1,5\nann,2,3\nbob,1,4\nbob,2,5\nbob,3,1\ncy,2,2\ncy,1,4\ncy,3,3\n";
write("battles.csv", battles);
write("ratings.csv", ratings);
write("movies.csv", "movieId,title,genres\n1,Heat (1995),Crime\n2,Ran (1985),War\n3,Alien (1979),Horror\n");

describe("data inspect", () => {
  test("prints how a file is interpreted, with observations in words", async () => {
    const { code, stdout } = await run(["data", "inspect", "ratings.csv"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/format +ratings\n/);
    expect(stdout).toMatch(/columns +user = user, item = item, rating = rating\n/);
    expect(stdout).toMatch(/best +higher\n/);
    expect(stdout).toMatch(/rows +8\n/);
    expect(stdout).toContain("  user ann: {1} above {2}; 1 other item not rated\n");
  });

  test("prints the interpretation as JSON, and reads several files and standard input", async () => {
    const expected = { format: "battles", container: "csv", rows: 4, items: 3, tied: 1, winner: "side" };
    expect(await json(["data", "inspect", "battles.csv"])).toMatchObject(expected);
    expect(await json(["data", "inspect", "-"], gzipSync(battles))).toMatchObject({ ...expected, gzip: true });
    expect(await json(["data", "inspect", "battles.csv", "battles.csv"])).toMatchObject({ rows: 8, items: 3 });
  });

  test("counts skipped rows by reason", async () => {
    const { stdout } = await run(["data", "inspect", "-", "--missing", "skip"], `${battles}x,y,NA\n`);
    expect(stdout).toMatch(/skipped: winner missing +1\n/);
  });
});

describe("fit", () => {
  test("shows item names and numbers of observations with `--names`", async () => {
    const flags = ["fit", "ratings.csv", "--prior", "0.1", "--names", "movies.csv"];
    const { items } = await json(flags);
    expect(items.map(({ name, observations }: { name: string; observations: number }) => [name, observations])).toEqual(
      [
        ["Heat (1995)", 3],
        ["Alien (1979)", 2],
        ["Ran (1985)", 3],
      ],
    );
    expect((await run(flags)).stdout).toMatch(/Heat \(1995\) +0\.9\d+ +3 /);
    write("none.csv", "movieId,title\n8,Solaris\n");
    const unknown = await run(["fit", "ratings.csv", "--prior", "0.1", "--names", "none.csv"]);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining(
        "none.csv contains none of the items, such as 1, 2, 3; expected the items in its first column",
      ),
    ]);
  });

  test("leaves rare items out of the ranking, but not out of the fit, with `--min-item-ratings`", async () => {
    const { stderr } = await run(["fit", "ratings.csv", "--prior", "0.1", "--min-item-ratings", "3"]);
    expect(stderr).toContain("1 item with fewer than 3 observations is left out of the ranking");
    const all = await json(["fit", "ratings.csv", "--prior", "0.1"]);
    const frequent = await json(["fit", "ratings.csv", "--prior", "0.1", "--min-item-ratings", "3"]);
    const utilities = (items: readonly { name: string; utility: number }[]) =>
      items.map(({ name, utility }) => [name, utility]);
    expect(utilities(frequent.items)).toEqual(utilities(all.items).filter(([name]) => name !== "3"));
  });

  test.each([
    ["CSV", battles],
    ["gzipped CSV", gzipSync(battles)],
    [
      "JSON Lines",
      battles
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.split(","))
        .map(([a, b, winner]) => JSON.stringify({ model_a: a, model_b: b, winner }))
        .join("\n"),
    ],
  ])("gives the same ranking for %s from standard input as for the file", async (_, input) => {
    const { items } = await json(["fit", "-", "--prior", "0.1"], input);
    expect(items).toEqual((await json(["fit", "battles.csv", "--prior", "0.1"])).items);
    const { stderr } = await run(["fit", "-", "--prior", "0.1"], input);
    expect(stderr).toContain("standard input: battles (");
  });

  test("refers to standard input in errors", async () => {
    const { code, stderr } = await run(["fit", "-"], "model_a,model_b,winner\nx,y,model_a\nx,y,model_c\n");
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^tierwise: standard input:3: winner "model_c" in column/),
    ]);
  });

  test("finds columns whose names contain commas, given in quotes or in a repeated flag", async () => {
    write("named.csv", `"who, when","what, exactly",2020\n${ratings.split("\n").slice(1).join("\n")}`);
    const expected = { user: "who, when", item: "what, exactly", rating: "2020" };
    const columns = ['user="who, when",item="what, exactly",rating="2020"'];
    const { reading } = await json(["data", "describe", "named.csv", "--columns", ...columns]);
    expect(reading.columns).toEqual(expected);
    const parts = ['user="who, when"', 'item="what, exactly",rating=2'].flatMap((part) => ["--columns", part]);
    expect((await json(["fit", "named.csv", "--prior", "0.1", ...parts])).reading.columns).toEqual(expected);
    const { code, stderr } = await run(["fit", "named.csv", "--columns", "user=who, when,item=1"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('such as item="Title, year"')]);
  });
});

describe("reading", () => {
  test.each([
    ["break", ["break", "ratings.csv"]],
    ["data describe", ["data", "describe", "ratings.csv"]],
    ["data convert to tiers", ["data", "convert", "ratings.csv", "tiers.jsonl"]],
    ["data convert to rows", ["data", "convert", "ratings.csv", "rows", "--liked", "4", "--test-users", "0"]],
  ])("the JSON output of %s states how the file was interpreted", async (_, args) => {
    const { reading } = await json(args);
    expect(reading).toMatchObject({ format: "ratings", rows: 8, items: 3, columns: { item: "item" }, best: "higher" });
  });

  test("standard input is interpreted in the same way as a file", async () => {
    const file = await json(["data", "describe", "ratings.csv"]);
    expect(await json(["data", "describe", "-"], ratings)).toEqual(file);
  });
});

describe("`train`, `evaluate` and `predict`", () => {
  const text = generateRatings({ userCount: 80, itemCount: 20, ratingsPerUser: 10, seed: 7 });
  const quick = ["--hidden", "8", "--epochs", "2", "--threads", "1", "--seed", "3"];

  test("ratings from standard input, plain or gzipped, give the same result as a file", async () => {
    write("stars.csv", text);
    const trained = await run(["train", "stars.csv", "--model", "from-file", ...quick]);
    const piped = await run(["train", "-", "--model", "from-input", ...quick], gzipSync(text));
    expect([piped.code, piped.stderr]).toEqual([0, expect.stringMatching(/^standard input: ratings \(CSV, gzip;/)]);
    expect(piped.stdout).toBe(trained.stdout);
    const predicted = await run(["predict", "from-input", "-", "--k", "5"], text);
    expect(predicted.stdout).toBe((await run(["predict", "from-file", "stars.csv", "--k", "5"])).stdout);
    const evaluated = await run(["evaluate", "from-input", "-"], text);
    expect(evaluated.stdout).toBe((await run(["evaluate", "from-file", "stars.csv"])).stdout);
  });

  test("battles from standard input are rejected, because they have no users", async () => {
    const { code, stderr } = await run(["train", "-", "--model", "none"], battles);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("standard input has the format battles, without features"),
    ]);
  });

  test("`compare` rejects standard input, because it reads the data once per run", async () => {
    const { code, stderr } = await run(["compare", "-"], text);
    expect([code, stderr]).toEqual([2, expect.stringContaining("expected a file")]);
  });
});
