import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomStream } from "@tierwise/random";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const file = (name: string): string => join(folder, name);
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const linear = ["--scorer", "linear", "--learning-rates", "0.02", "--threads", "1", "--seed", "1"];
const examined = [1, 0.4, 0.2, 0.1];

/**
 * Writes a log of pages that show documents with a high value of `bait` first, while users click documents with a
 * high value of `match`.
 */
function writeLog(name: string, shuffled: boolean): void {
  const random = randomStream(3);
  const lines = ["query,page,document,position,click,match,bait"];
  for (let q = 0; q < 60; q++) {
    const documents = Array.from({ length: 4 }, () => ({ match: random(), bait: random() }));
    for (let page = 0; page < 25; page++) {
      const order = documents
        .map((document, d) => ({ d, ...document, key: document.bait + (shuffled ? 0.4 * random() : 0) }))
        .sort((a, b) => b.key - a.key);
      for (const [k, { d, match, bait }] of order.entries()) {
        const click = random() < examined[k] * (0.05 + 0.9 * match) ? 1 : 0;
        lines.push(`q${q},${page},d${d},${k + 1},${click},${match.toFixed(4)},${bait.toFixed(4)}`);
      }
    }
  }
  writeFileSync(file(name), `${lines.join("\n")}\n`);
}

beforeAll(() => {
  writeLog("clicks.csv", true);
  writeLog("fixed.csv", false);
  writeFileSync(file("new.csv"), "query,document,bait,match\nq,baiting,0.9,0.3\nq,matching,0.1,0.7\n");
  writeFileSync(
    file("theta.csv"),
    `position,propensity\n${examined.map((theta, k) => `${k + 1},${theta}`).join("\n")}\n`,
  );
});

describe("training on clicks", () => {
  test.each([
    ["estimated propensities", [], "matching"],
    ["given propensities", ["--propensities", "theta.csv"], "matching"],
    ["no correction for positions", ["--propensities", "none"], "baiting"],
  ])("a model trained with %s ranks the document called %s first", async (words, flags, first) => {
    const trained = await run("train", "clicks.csv", "--model", words, ...linear, ...flags, "--json");
    expect(trained.code, trained.stderr).toBe(0);
    const { propensities } = JSON.parse(trained.stdout);
    expect(propensities.values).toHaveLength(4);
    if (propensities.source === "estimated") {
      for (const [k, theta] of examined.entries()) expect(Math.abs(propensities.values[k] - theta)).toBeLessThan(0.1);
    }
    const { stdout } = await run("predict", words, "new.csv", "--k", "1", "--format", "trec");
    expect(stdout.split(" ")[2]).toBe(first);
  });

  test("resumes, clips weights, and takes validation pages from a file", async () => {
    const args = [
      "train",
      "clicks.csv",
      ...linear,
      "--validation",
      "fixed.csv",
      "--clip",
      "2",
      "--propensities",
      "theta.csv",
    ];
    const { code, stderr } = await run(...args, "--model", "clipped", "--resume");
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("weighted with the given propensities");
    expect(JSON.parse(readFileSync(file("clipped/documents.json"), "utf8")).featureNames).toEqual(["match", "bait"]);
  });
});

describe("evaluating on clicks", () => {
  const evaluate = async (...args: string[]) => {
    const { code, stdout, stderr } = await run("evaluate", "estimated propensities", ...args);
    expect(code, stderr).toBe(0);
    return stdout;
  };

  test("prints the counterfactual values of the model and of the ranking shown, and states the estimator", async () => {
    const stdout = await evaluate("clicks.csv", "--k", "1,3");
    expect(stdout).toContain(
      "Estimator: DCG per page, by inverse propensity scoring, ± standard error; propensities estimated",
    );
    expect(stdout).toMatch(/\nk +DCG@k, model +DCG@k, as shown\n1 +0\.\d{4} ± 0\.\d{4} /);
    const { values, propensities } = JSON.parse(await evaluate("clicks.csv", "--json", "--propensities", "theta.csv"));
    expect(propensities).toEqual({ source: "given", values: examined });
    expect(values.map(({ k }: { k: number }) => k)).toEqual([1, 3, 5, 10]);
    const [{ model, shown }] = values;
    expect(model.value).toBeGreaterThan(shown.value + 3 * model.standardError);
  });

  test("the counterfactual value is within four standard errors of the true value", async () => {
    // The true value is the mean, over the queries, of 0.05 + 0.9 · match, the click probability of the document with the largest score.
    const { values } = JSON.parse(await evaluate("clicks.csv", "--json", "--k", "1", "--propensities", "theta.csv"));
    const [, ...lines] = readFileSync(file("clicks.csv"), "utf8").trim().split("\n");
    const { weights, normalization } = JSON.parse(readFileSync(file("estimated propensities/documents.json"), "utf8"));
    const best = new Map<string, { score: number; match: number }>();
    for (const line of lines) {
      const [query, , , , , match, bait] = line.split(",");
      const x = [Number(match), Number(bait)].map((value, f) => (normalization.log[f] ? Math.log1p(value) : value));
      const score = x.reduce((sum, value, f) => sum + (weights[f] * value) / normalization.scales[f], 0);
      if (score > (best.get(query)?.score ?? Number.NEGATIVE_INFINITY))
        best.set(query, { score, match: Number(match) });
    }
    const truth = [...best.values()].reduce((sum, { match }) => sum + 0.05 + 0.9 * match, 0) / best.size;
    const [{ model }] = values;
    expect(Math.abs(model.value - truth)).toBeLessThan(4 * model.standardError);
  });

  test("with `--estimator self-normalized`, a constant factor of the propensities cancels", async () => {
    writeFileSync(file("half.txt"), `${examined.map((theta) => theta / 2).join("\n")}\n`);
    const [one, half] = await Promise.all(
      ["theta.csv", "half.txt"].map(async (propensities) =>
        JSON.parse(
          await evaluate("clicks.csv", "--json", "--estimator", "self-normalized", "--propensities", propensities),
        ),
      ),
    );
    expect(one.estimator).toBe("self-normalized");
    for (const [i, { model }] of one.values.entries()) expect(half.values[i].model.value).toBeCloseTo(model.value, 12);
  });
});

test.each([
  [
    ["train", "fixed.csv", "--model", "none", ...linear],
    "tierwise: fixed.csv: propensities cannot be estimated: no chain of documents connects position 2 with position 1",
  ],
  [
    ["train", "clicks.csv", "--model", "none", ...linear, "--propensities", "new.csv"],
    'tierwise: new.csv:1: found "query,document,bait,match"; expected a number above 0 and at most 1, or a position and such a number',
  ],
  [
    ["train", "clicks.csv", "--model", "none", ...linear, "--gain", "linear"],
    "tierwise: --gain does not apply: clicks.csv contains clicks; omit it",
  ],
  [
    ["evaluate", "estimated propensities", "new.csv", "--click-column", "click"],
    "expected a column for clicks (click)",
  ],
])("tierwise %j fails with a clear error", async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code === 0, stdout]).toEqual([false, ""]);
  expect(stderr).toContain(message);
});
