import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateDocuments, writeDocuments } from "@tierwise/documents";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const file = (name: string): string => join(folder, name);
const model = file("model");
const train = (...args: string[]) =>
  tierwise(["train", file("rank.train"), "--model", model, ...args], { cwd: folder });
const small = ["--trees", "20", "--leaves", "6", "--threads", "1"];

beforeAll(async () => {
  await writeDocuments(file("rank.train"), generateDocuments({ lists: 80, documents: 15, features: 6, seed: 1 }).lists);
  await writeDocuments(file("rank.test"), generateDocuments({ lists: 30, documents: 15, features: 6, seed: 2 }).lists);
  const { code, stderr } = await train(...small);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("80 lists of");
});

describe("evaluate", () => {
  const evaluate = async (...args: string[]) =>
    JSON.parse((await tierwise(["evaluate", model, file("rank.test"), "--json", "-q", ...args])).stdout);

  test("computes graded metrics under the chosen conventions, overall and per list", async () => {
    const { ndcg, mrr, map, err, lists } = await evaluate();
    expect(Object.keys(ndcg)).toEqual(["1", "3", "5", "10"]);
    expect(ndcg[10]).toBeGreaterThan(0.5);
    for (const value of [mrr, map, err[10]]) expect(value).toBeGreaterThan(0);
    expect(lists.ndcg[10]).toHaveLength(30);
    const linear = await evaluate("--gain", "linear", "--k", "10");
    expect(linear.ndcg[10]).not.toBe(ndcg[10]);
  });

  test("treats lists without a relevant document as `--empty-lists` specifies", async () => {
    writeFileSync(file("empty.txt"), "0 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 1:1\n");
    const value = async (how: string) =>
      JSON.parse((await tierwise(["evaluate", model, file("empty.txt"), "--json", "--empty-lists", how])).stdout)
        .ndcg[1];
    expect(await Promise.all(["skip", "zero", "one"].map(value))).toEqual([1, 0.5, 1]);
  });

  test("prints the features that the model relies on most", async () => {
    const { importance } = await evaluate("--importance", "2");
    expect(importance).toHaveLength(6);
    expect(importance[0].permutation).toBeGreaterThan(importance[5].permutation);
    expect(importance[0].gain).toBeGreaterThan(0);
    const { stdout } = await tierwise(["evaluate", model, file("rank.test"), "--importance", "2"]);
    const [head, ...rows] = stdout.trimEnd().split("\n").slice(-3);
    expect(head).toMatch(/^feature +nDCG@10 lost +gain$/);
    expect(rows[0]).toMatch(new RegExp(`^${importance[0].feature} `));
  });

  test("writes a report with nDCG by list length and the importance of features", async () => {
    const { ndcg } = await evaluate("--report", file("evaluation.html"));
    const page = readFileSync(file("evaluation.html"), "utf8");
    for (const title of ["Metrics", "Short and long lists", "Features that the model relies on", "Training curves"]) {
      expect(page).toContain(`<h2>${title}</h2>`);
    }
    const groups = Array.from(page.matchAll(/documents: ([\d.]+) % in (\d+) lists/g), ([, mean, lists]) => [
      +mean,
      +lists,
    ]);
    expect(groups.length).toBeGreaterThan(1);
    const total = groups.reduce((sum, [, lists]) => sum + lists, 0);
    const mean = groups.reduce((sum, [mean, lists]) => sum + mean * lists, 0) / total;
    expect(mean).toBeCloseTo(100 * ndcg[10], 1);
  });

  test("prints a table of metrics and their conventions", async () => {
    const { stdout, stderr } = await tierwise(["evaluate", model, file("rank.test")]);
    expect(stdout).toContain("nDCG@k");
    expect(stdout).toContain("MRR");
    expect(stderr).toContain("Conventions: gain exponential, equal scores by index");
  });
});

describe("predict", () => {
  test("ranks the documents in every list and prints JSON Lines, TSV or a TREC run file", async () => {
    const predict = async (...args: string[]) =>
      (await tierwise(["predict", model, file("rank.test"), "--k", "2", "-q", ...args])).stdout.trim().split("\n");
    const json = (await predict()).map((line) => JSON.parse(line));
    expect(json).toHaveLength(30);
    expect(json[0].scores[0]).toBeGreaterThanOrEqual(json[0].scores[1]);
    const tsv = await predict("--format", "tsv");
    expect(tsv[0]).toBe("list\tplace\tdocument\tscore");
    expect(tsv[1]).toBe(`1\t1\t${json[0].documents[0]}\t${json[0].scores[0]}`);
    const trec = await predict("--format", "trec");
    expect(trec[1]).toBe(`1 Q0 ${json[0].documents[1]} 2 ${json[0].scores[1]} tierwise`);
  });

  test("ranks lists without grades, from LETOR lines and CSV", async () => {
    writeFileSync(file("rated.txt"), "0 qid:7 0:0.9 1:3\n0 qid:7 0:0.1 2:5\n");
    writeFileSync(file("unrated.txt"), "qid:7 0:0.9 1:3\n  qid:7 0:0.1 2:5\n");
    writeFileSync(file("unrated.csv"), "query,f0,f1,f2,f3,f4,f5\n7,0.9,3,0,0,0,0\n7,0.1,0,5,0,0,0\n");
    const predictions = await Promise.all(
      ["rated.txt", "unrated.txt", "unrated.csv"].map(async (name) => {
        const { code, stdout, stderr } = await tierwise(["predict", model, file(name)]);
        expect(code, stderr).toBe(0);
        expect(stderr.includes("grades")).toBe(false);
        return stdout;
      }),
    );
    expect(new Set(predictions).size).toBe(1);
    const { stderr } = await tierwise(["evaluate", model, file("unrated.txt")]);
    expect(stderr).toContain('expected a nonnegative grade, found "qid:7"');
  });
});

describe("train", () => {
  test("tries several learning rates, stops early on a validation file, and evaluates the model", async () => {
    const other = file("other");
    const args = ["train", file("rank.train"), "--model", other, "--test", file("rank.test"), "--json", ...small];
    const flags = ["--learning-rates", "0.01,0.2", "--validation", file("rank.test"), "--loss", "ranknet"];
    const { stdout, stderr } = await tierwise([...args, ...flags, "--report", file("training.html")]);
    const result = JSON.parse(stdout);
    expect(readFileSync(file("training.html"), "utf8")).toContain("Short and long lists");
    expect(stderr).toContain("learning rate 0.01: ndcg@10");
    expect(result.loss.name).toBe("ranknet");
    expect(result.test.ndcg[10]).toBeCloseTo(result.validation, 12);
    expect(JSON.parse(readFileSync(join(other, "documents.json"), "utf8")).trees).toHaveLength(result.bestStep);
  });

  test.each([
    ["linear", []],
    ["network", []],
    ["network", ["--attention", "1,4"]],
  ])("`--scorer %s` with the flags %j trains a model that `evaluate` accepts", async (scorer, more) => {
    const flags = [
      "--scorer",
      scorer,
      ...more,
      "--force",
      "--epochs",
      "3",
      "--learning-rates",
      "0.01",
      "--threads",
      "1",
    ];
    const other = file(scorer);
    const { code, stderr } = await tierwise(["train", file("rank.train"), "--model", other, ...flags]);
    expect(code, stderr).toBe(0);
    const { stdout } = await tierwise(["evaluate", other, file("rank.test"), "--json"]);
    expect(JSON.parse(stdout).ndcg[10]).toBeGreaterThan(0.4);
    const { scorer: stored } = JSON.parse(readFileSync(join(other, "documents.json"), "utf8"));
    expect(stored.options.attention).toEqual(more.length > 0 ? { heads: 1, size: 4 } : undefined);
  });

  test("reads CSV with a query column", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `q${i % 5},${i % 3},${(i % 3) + 0.1 * (i % 7)},1`);
    writeFileSync(file("lists.csv"), `query,grade,score,constant\n${rows.join("\n")}\n`);
    const args = ["train", file("lists.csv"), "--model", file("csv"), "--min-documents", "2", ...small];
    expect((await tierwise(args)).code).toBe(0);
    const { stdout } = await tierwise(["evaluate", file("csv"), file("lists.csv"), "--json"]);
    expect(JSON.parse(stdout).ndcg[10]).toBe(1);
  });

  test.each([
    [["--hidden", "8"], "--hidden does not apply: "],
    [[], "contains a model; use --force to replace it"],
    [["--force", "--epochs", "3"], "--epochs does not apply to --scorer trees; omit it"],
    [["--force", "--scorer", "linear", "--leaves", "3"], "--leaves does not apply to --scorer linear; omit it"],
    [["--force", "--scorer", "linear", "--layers", "3"], "--layers does not apply to --scorer linear"],
    [["--force", "--scorer", "linear", "--attention", "2,8"], "--attention does not apply to --scorer linear"],
    [["--force", "--scorer", "network", "--attention", "2"], "--attention is 2; expected two values"],
    [["--force", "--propensities", "none"], "--propensities does not apply: "],
    [["--force", "--criterion", "precision@5"], "--criterion precision@5 does not apply to lists of documents"],
    [["--force", "--validation", "0", "--learning-rates", "0.1,0.2"], "expected one learning rate"],
  ])("rejects flags that do not apply and directories that contain a model, case %#", async (args, message) => {
    const { code, stderr } = await train(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("rejects options for documents if the data are not documents", async () => {
    writeFileSync(file("xml.txt"), "2 3 2\n0 0:1\n1 1:1\n");
    const { code, stderr } = await tierwise(["train", file("xml.txt"), "--model", file("xml"), "--trees", "5"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--trees does not apply: ");
  });

  test("`--force` replaces a document model but no other contents", async () => {
    expect((await train("--force", ...small)).code).toBe(0);
    const { stderr } = await tierwise(["train", file("rank.train"), "--model", folder, "--force"]);
    expect(stderr).toContain("expected a new or empty directory");
  });
});

describe("compare", () => {
  const compare = (...args: string[]) =>
    tierwise(["compare", file("rank.train"), "--test", file("rank.test"), "--threads", "1", "--k", "5,10", ...args]);

  test("trains every scorer with every loss and compares the models list by list", async () => {
    const flags = [
      "--scorers",
      "trees,linear",
      "--methods",
      "pl-partition,ranknet",
      "--seeds",
      "1,2",
      "--patience",
      "3",
    ];
    const { stdout, code, stderr } = await compare(...flags, "--json");
    expect(code, stderr).toBe(0);
    const { contenders } = JSON.parse(stdout);
    expect(contenders.map((each: { scorer: string; loss: string }) => `${each.scorer} ${each.loss}`)).toEqual([
      "trees pl-partition",
      "trees ranknet",
      "linear pl-partition",
      "linear ranknet",
    ]);
    const [first, second] = contenders;
    expect(second.difference[10].difference).toBeCloseTo(second.ndcg[10] - first.ndcg[10], 10);
    expect(second.difference[10].interval[0]).toBeLessThan(second.difference[10].difference);
  });

  test("rejects methods that are not losses", async () => {
    const { code, stderr } = await compare("--methods", "sleec");
    expect(code).toBe(2);
    expect(stderr).toContain("--methods sleec does not apply to lists of documents; expected pl-partition");
  });
});
