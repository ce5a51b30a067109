import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateRatings } from "@tierwise/data";
import { randomPermutation, randomStream } from "@tierwise/random";
import { loadModel } from "@tierwise/ranker";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const quick = ["--hidden", "16", "--epochs", "6", "--threads", "1", "--seed", "3"];

const text = generateRatings({ userCount: 120, itemCount: 30, ratingsPerUser: 12, seed: 5 });
const [header, ...lines] = text.trimEnd().split("\n");
const fields = lines.map((line) => line.split(","));
const itemNames = [...new Set(fields.map(([, item]) => item))].sort();
const shuffled = (all: readonly string[], seed: number): string[] =>
  Array.from(randomPermutation(all.length, randomStream(seed)), (i) => all[i]);
const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
const read = (name: string) => readFileSync(join(folder, name), "utf8");

beforeAll(async () => {
  write("ratings.csv", text);
  const titles = itemNames.map((name) => `${name},"The ${name}, Part 1"`);
  write("titles.csv", ["id,title", ...shuffled(titles, 1)].join("\n"));
  expect((await run("train", "ratings.csv", "--model", "model", "--names", "titles.csv", ...quick)).code).toBe(0);
});

describe("`train` on ratings", () => {
  test("stores item names, titles and the lowest liked rating, but no user names", async () => {
    const model = await loadModel(join(folder, "model"));
    expect(model.itemNames).toEqual(itemNames);
    expect(model.itemTitles?.[0]).toBe(`The ${itemNames[0]}, Part 1`);
    expect(model.record?.ratings).toMatchObject({ liked: 4, better: "higher", hide: 0.3, testUsers: 0.1, seed: 3 });
    expect(model.normalize).toBe(true);
    expect(model.results[0].settings).toMatchObject({ seen: "exclude", criterion: "ndcg@10" });
    expect(read("model/ranker.json")).not.toContain("user-1");
  });

  test("states how users and ratings were split, and prints the same test metrics as `evaluate`", async () => {
    const { stdout, stderr } = await run("train", "ratings.csv", "--model", "again", ...quick);
    expect(stderr).toContain("120 observations of 30 items; 120 users; liked means 4 or more");
    expect(stderr).toMatch(
      /Each row hides 30 % of a user's ratings: \d+ rows of 95 users to train on; 8 users kept for testing; 17 users without a hidden liked rating are left out\n/,
    );
    const evaluated = await run("evaluate", "again", "ratings.csv");
    expect(evaluated.stderr).toMatch(
      /^ratings.csv: .*\n8 users; \d+ others, whom the model was trained on, are left out/,
    );
    const [, others, left] =
      /^8 users; (\d+) others, .*; (\d+) users without a hidden liked rating are left out$/m.exec(evaluated.stderr) ??
      [];
    expect(8 + Number(others) + Number(left)).toBe(120);
    expect(evaluated.stderr).toContain("Items already seen are not ranked.");
    expect(stdout.endsWith(evaluated.stdout)).toBe(true);
  });

  test.each([
    [
      "a file with shuffled rows",
      "user,item,rating",
      shuffled(
        fields.map(([user, item, stars]) => `${user},${item},${stars}`),
        2,
      ),
      [],
    ],
    [
      "a file with renamed columns in another order",
      "stars,film,person",
      fields.map(([user, item, stars]) => `${stars},${item},${user}`),
      ["--columns", "user=person,item=film,rating=stars"],
    ],
    [
      "a file with columns in another order",
      "rating,item,user",
      fields.map(([user, item, stars]) => `${stars},${item},${user}`),
      [],
    ],
    [
      "a JSON Lines file",
      "",
      shuffled(
        fields.map(([user, item, stars]) => JSON.stringify({ item, user, rating: Number(stars) })),
        4,
      ),
      [],
    ],
    [
      "a file with quotes and tabs",
      "user\titem\trating",
      shuffled(
        fields.map(([user, item, stars]) => `"${user}"\t"${item}"\t${stars}`),
        3,
      ),
      [],
    ],
  ])("gives the same model and recommendations, byte for byte, from %s", async (_, header, rows, columns) => {
    mkdirSync(join(folder, "other"), { recursive: true });
    write("other/ratings.csv", [header, ...rows].filter((line) => line !== "").join("\n"));
    const flags = ["--names", "titles.csv", ...quick, ...columns];
    expect((await run("train", "other/ratings.csv", "--model", "other/model", "--force", ...flags)).code).toBe(0);
    const [weights, expected] = await Promise.all(
      ["other/model", "model"].map(async (name) => (await loadModel(join(folder, name))).members[0].weights),
    );
    expect(weights).toEqual(expected);
    const recommended = await run("predict", "other/model", "other/ratings.csv", "--k", "5", ...columns);
    expect(recommended.stdout).toBe((await run("predict", "model", "ratings.csv", "--k", "5")).stdout);
  });

  test.each([
    [
      "clicks",
      "user,item",
      "1",
      fields.flatMap(([user, item, stars]) => (Number(stars) >= 3 ? [`${user},${item}`] : [])),
    ],
    [
      "impressions",
      "user,item,clicked",
      "1",
      fields.map(([user, item, stars]) => `${user},${item},${Number(stars) >= 4 ? 1 : 0}`),
    ],
    [
      "places",
      "user,item,place",
      "2",
      fields.map(([user, item, stars]) => `${user},${item},${6 - Math.ceil(Number(stars))}`),
    ],
  ])("accepts %s", async (what, header, liked, rows) => {
    write("other.csv", [header, ...rows].join("\n"));
    const flags = what === "places" ? ["--best", "lower", "--liked", liked] : [];
    const { code, stderr } = await run("train", "other.csv", "--model", what, ...quick, ...flags);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`liked means ${liked} or`)]);
    expect((await run("evaluate", what, "other.csv")).code).toBe(0);
  });

  test("rejects data without users or features", async () => {
    write("duels.csv", "winner,loser\ntea,milk\nmilk,rice\n");
    const { code, stderr } = await run("train", "duels.csv", "--model", "duels");
    expect([code, stderr]).toEqual([2, expect.stringContaining("duels.csv has the format battles, without features")]);
  });

  test("requires `--liked` for a scale without a default", async () => {
    write("percent.csv", fields.map(([user, item, stars]) => `${user},${item},${20 * Number(stars)}`).join("\n"));
    const { code, stderr } = await run("train", "percent.csv", "--model", "percent", ...quick);
    expect([code, stderr]).toEqual([2, expect.stringContaining("ratings range from 10 to 100")]);
    expect((await run("train", "percent.csv", "--model", "percent", "--liked", "80", ...quick)).code).toBe(0);
  });

  test("resumes with the options of the training run, and rejects different options", async () => {
    const options = ["--hide", "0.4", "--rows-per-user", "2", "--test-users", "0.2"];
    await run("train", "ratings.csv", "--model", "resumed", ...options, ...quick);
    const resumed = await run("train", "ratings.csv", "--model", "resumed", "--resume");
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining("already finished")]);
    const other = await run("train", "ratings.csv", "--model", "resumed", "--resume", "--hide", "0.3", "--liked", "3");
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("--hide is 0.3; expected 0.4")]);
    expect(other.stderr).toContain("--liked is 3; expected 4");
  });

  test("rejects flags for ratings if the data are multi-label", async () => {
    write("tiny.txt", "2 2 2\n0 0:1\n1 1:1\n");
    const { code, stderr } = await run("train", "tiny.txt", "--model", "tiny", "--liked", "4");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("--liked: expected ratings, but tiny.txt contains multi-label"),
    ]);
  });
});

describe("`predict` for users of a ratings file", () => {
  test("recommends titles of items that a new user has not rated, and counts unknown items", async () => {
    const rated = itemNames.slice(0, 5);
    write("new.csv", ["user,item,rating", ...rated.map((item) => `eve,${item},5`), "eve,unheard-of,4", ""].join("\n"));
    const { stdout, stderr } = await run("predict", "model", "new.csv", "--k", "30");
    const { row, items, titles, scores } = JSON.parse(stdout);
    expect([row, items.length, scores.length]).toEqual(["eve", 25, 25]);
    expect(items.filter((item: string) => rated.includes(item))).toEqual([]);
    expect(titles).toEqual(items.map((item: string) => `The ${item}, Part 1`));
    expect(stderr).toContain("new.csv: 1 of 6 items (1 rating) is unknown to the model model and left out");
    const tsv = await run("predict", "model", "new.csv", "--k", "1", "--format", "tsv");
    expect(tsv.stdout).toBe(`row\tplace\titem\ttitle\tscore\neve\t1\t${items[0]}\t${titles[0]}\t${scores[0]}\n`);
  });

  test("`--seen include` also ranks rated items", async () => {
    const { stdout } = await run("predict", "model", "new.csv", "--k", "30", "--seen", "include");
    expect(JSON.parse(stdout).items).toHaveLength(30);
  });

  test("rejects item numbers if the model has names", async () => {
    write("numbers.csv", "user,item,rating\neve,1,5\neve,2,3\n");
    const { code, stderr } = await run("predict", "model", "numbers.csv");
    expect([code, stderr]).toEqual([1, expect.stringContaining("none of its 2 items")]);
  });

  test("rejects ratings for a model that was not trained on ratings", async () => {
    await run("train", "tiny.txt", "--model", "tiny", "--validation", "0", "--no-refit", ...quick);
    const { code, stderr } = await run("predict", "tiny", "ratings.csv");
    expect([code, stderr]).toEqual([2, expect.stringContaining("the model tiny was not trained on ratings")]);
  });
});

describe("`evaluate` on ratings", () => {
  test("excludes training users unless `--users all` is set", async () => {
    const all = await run("evaluate", "model", "ratings.csv", "--users", "all");
    expect(all.stderr).toMatch(/^64 users; the model was trained on 56 of them, so the figures are optimistic/m);
    write("strangers.csv", text.replaceAll("user-", "person-"));
    const strangers = await run("evaluate", "model", "strangers.csv", "--json");
    expect(strangers.stderr).toContain("none of whom the model was trained on");
    expect(JSON.parse(strangers.stdout)).toMatchObject({ precision: {}, protocol: expect.stringContaining("seed 3") });
  });

  test("`--seen exclude` and `--seen include` give different metrics, and `exclude` is the default", async () => {
    const metrics = async (...flags: string[]) =>
      JSON.parse((await run("evaluate", "model", "ratings.csv", "--json", ...flags)).stdout).ndcg;
    const usual = await metrics();
    expect(await metrics("--seen", "exclude")).toEqual(usual);
    expect(await metrics("--seen", "include")).not.toEqual(usual);
  });
});

describe("data convert", () => {
  beforeAll(async () => {
    expect((await run("data", "convert", "ratings.csv", "data", "--seed", "3")).code).toBe(0);
  });

  test("converted rows give the same model as the ratings, with the same users held out", async () => {
    const flags = ["--normalize", "--criterion", "ndcg@10", ...quick];
    expect((await run("train", "data/train.txt", "--model", "converted", ...flags)).code).toBe(0);
    const [weights, expected] = await Promise.all(
      ["converted", "model"].map(async (name) => (await loadModel(join(folder, name))).members[0].weights),
    );
    expect(weights).toEqual(expected);
  });

  test("converted rows give the same metrics as the ratings", async () => {
    const [fromRows, fromRatings] = [
      await run("evaluate", "model", "data/test.txt"),
      await run("evaluate", "model", "ratings.csv"),
    ];
    expect(fromRows.stdout).toBe(fromRatings.stdout);
  });

  test("converted rows are matched by name if their items are numbered differently", async () => {
    // This file has only some of the items, and its columns are in a different order.
    const some = [header, ...lines.filter((line) => !line.includes("comedy"))].join("\n");
    write("some.csv", some);
    await run("data", "convert", "some.csv", "some", "--seed", "3", "--test-users", "0.5");
    const { code, stderr } = await run("evaluate", "model", "some/test.txt");
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("unknown")]);
    await run("train", "some.csv", "--model", "smaller", ...quick);
    const other = await run("evaluate", "smaller", "data/test.txt");
    expect([other.code, other.stderr]).toEqual([
      0,
      expect.stringMatching(
        /of 60 features \(\d+ of \d+ entries\) and \d of 30 items \(\d+ of \d+ labels\) are unknown to the model/,
      ),
    ]);
  });

  test("a model with names rejects converted rows without their vocabulary", async () => {
    renameSync(join(folder, "data/vocabulary.json"), join(folder, "data/elsewhere.json"));
    const { code, stderr } = await run("evaluate", "model", "data/test.txt");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("its features and items are only numbered, but the model model"),
    ]);
    renameSync(join(folder, "data/elsewhere.json"), join(folder, "data/vocabulary.json"));
  });
});

describe("`compare` on ratings", () => {
  const compare = (...flags: string[]) =>
    run("compare", "ratings.csv", "--methods", "pl-partition,leml,popularity", "--k", "1,5", ...quick, ...flags);

  test("splits the users differently for each seed, and prints standard errors and metrics on validation users", async () => {
    const { code, stdout, stderr } = await compare("--seeds", "1,2");
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /For each seed, 20 % of the users are held out for testing \(10 to 17 of them .*items already seen are not ranked/,
    );
    expect(stdout).toMatch(/Means and standard errors over the seeds\n\n +PL-P +LEML +Popular\nP@1 +\d+\.\d\d ± \d/);
    expect(stdout).toMatch(/PL-P minus each other method, on the same users\n\n +LEML +Popular\nP@1 +[+-]\d/);
    expect(stdout).toMatch(/validation users +test users\nPL-P P@1 +\d+\.\d\d ± /);
  });

  test("with `--seen include`, gives different metrics, and stores them in the same file as those with `--seen exclude`", async () => {
    const figures = async (...flags: string[]) =>
      JSON.parse((await compare("--json", "--out", "results.jsonl", ...flags)).stdout).methods[2].mean.ndcg[5];
    const [without, withSeen] = [await figures(), await figures("--seen", "include")];
    expect(without).not.toBe(withSeen);
    expect(await figures()).toBe(without);
    expect(
      read("results.jsonl")
        .trimEnd()
        .split("\n")
        .filter((line) => line.includes('"method"')),
    ).toHaveLength(6);
  });

  test.each([
    [["--test", "ratings.csv"], "--test does not apply to ratings, which are split by user; use --test-users"],
    [["--test", "0.3"], "--test does not apply to ratings, which are split by user; use --test-users"],
  ])("rejects %j", async (flags, message) => {
    const { code, stderr } = await compare(...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

const movieLens = join(process.env["TIERWISE_DATA"] ?? "", "movielens-latest-small");

describe.skipIf(!existsSync(join(movieLens, "ratings.csv")))("MovieLens (skipped without TIERWISE_DATA)", () => {
  /** The ratings of the first 150 users; a fit of all 610 takes much longer. */
  const original = () => {
    const lines = readFileSync(join(movieLens, "ratings.csv"), "utf8").trimEnd().split("\n").slice(1);
    return lines.filter((line) => Number.parseInt(line, 10) <= 150);
  };
  const short = ["--hidden", "8", "--epochs", "1", "--no-refit", "--rows-per-user", "1"];

  test("gives the same rankings and recommendations for any column order, row order and type of ids", async () => {
    const rows = original().map((line) => line.split(","));
    write("ml-1.csv", ["userId,movieId,rating,timestamp", ...original()].join("\n"));
    write(
      "ml-2.csv",
      [
        "movieId,rating,userId",
        ...shuffled(
          rows.map(([u, i, r]) => `${i},${r},${u}`),
          11,
        ),
      ].join("\n"),
    );
    write(
      "ml-3.csv",
      [
        "rating,userId,movieId",
        ...shuffled(
          rows.map(([u, i, r]) => `${r},"${u}","${i}"`),
          12,
        ),
      ].join("\n"),
    );
    const names = ["--names", join(movieLens, "movies.csv")];
    const outputs: string[] = [];
    const rankings: string[] = [];
    for (const n of [1, 2, 3]) {
      const ranked = ["--prior", "0.1", "--min-item-ratings", "20", "--out", "ml.tsv"];
      expect((await run("fit", `ml-${n}.csv`, ...ranked, ...names)).code).toBe(0);
      rankings.push(read("ml.tsv"));
      const trained = await run("train", `ml-${n}.csv`, "--model", "ml", "--force", ...names, ...short);
      expect([trained.code, trained.stderr]).toEqual([0, expect.stringContaining("5 017 items; 150 users")]);
      outputs.push((await run("predict", "ml", `ml-${n}.csv`, "--k", "10")).stdout);
    }
    expect(outputs[0].split("\n")).toHaveLength(151);
    expect(JSON.parse(outputs[0].split("\n")[0]).titles[0]).toMatch(/\(\d{4}\)$/);
    expect(outputs[1]).toBe(outputs[0]);
    expect(outputs[2]).toBe(outputs[0]);
    expect(rankings[0].split("\n").length).toBe(200);
    expect(rankings[1]).toBe(rankings[0]);
    expect(rankings[2]).toBe(rankings[0]);
    rmSync(join(folder, "ml"), { recursive: true });
  }, 480_000);
});
