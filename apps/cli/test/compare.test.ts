import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { labelCounts, readXmlDataset } from "@tierwise/datasets-xml";
import { topK } from "@tierwise/metrics";
import { beforeAll, expect, test } from "vitest";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const shared = ["train.txt", "--test", "test.txt", "--no-refit", ...quick];

beforeAll(() => smallData(folder));

test("`compare` prints both tables with every loss, and marks at least one best value per row", async () => {
  const { code, stdout, stderr } = await run("compare", ...shared, "--k", "1,5");
  expect(code).toBe(0);
  expect(stderr).toContain("R-SVM");
  expect(stdout).toContain("\n\n* best, or not significantly different from the best on the test rows\n");
  expect(stdout.includes("a paired bootstrap (* if 0 is outside)\n")).toBe(stdout.includes(")*"));
  const lines = stdout.split("\n");
  expect(lines.filter((line) => /^ +PL-P +PL-LB +AttRank +R-Net +R-SVM +PL-P/.test(line))).toHaveLength(2);
  for (const name of ["P@1", "P@5", "nDCG@1", "nDCG@5"]) {
    const row = lines.find((line) => line.startsWith(`${name} `)) ?? "";
    const [left, right] = row.split(new RegExp(` +PS${name} +`));
    for (const half of [left.replace(name, ""), right]) {
      const figures = half.trim().split(/\s+/);
      const most = Math.max(...figures.map(Number.parseFloat));
      for (const figure of figures) {
        // Other methods share the star if their difference from the best is not significant on the test rows.
        if (Number.parseFloat(figure) === most) expect(figure.endsWith("*")).toBe(true);
      }
    }
  }
});

test("`compare` prints means over seeds as JSON and as Markdown", async () => {
  const args = [...shared, "--methods", "pl-partition,ranknet", "--k", "1,5"];
  const { methods, seeds } = JSON.parse((await run("compare", ...args, "--seeds", "1,2", "--json")).stdout);
  expect(seeds).toEqual([1, 2]);
  expect(methods.map(({ name }: { name: string }) => name)).toEqual(["pl-partition", "ranknet"]);
  const [{ runs, mean, standardError }] = methods;
  const values = runs.map(({ metrics }: { metrics: { precision: Record<number, number> } }) => metrics.precision[5]);
  expect(mean.precision[5]).toBeCloseTo((values[0] + values[1]) / 2, 12);
  expect(standardError.precision[5]).toBeCloseTo(Math.abs(values[0] - values[1]) / 2, 12);
  const { stdout } = await run("compare", ...args, "--markdown", "--quiet");
  expect(stdout).toMatch(/\| P@1 \| (\*\*)?\d/);
  expect(stdout).toContain("**");
});

test("`compare` includes SLEEC, LEML and a popularity baseline, as in the paper's Table 2", async () => {
  const methods = ["--methods", "pl-partition,sleec,leml,popularity", "--k", "1,5"];
  const { code, stdout } = await run("compare", ...shared, ...methods, "--report", "two.html");
  expect(code).toBe(0);
  expect(stdout).toContain("(the layout of Table 2)");
  const row = stdout.split("\n").find((line) => line.startsWith("P@1 ")) ?? "";
  const [ours, sleec, leml, popular] = row.split(/\s+/).slice(1, 5).map(Number.parseFloat);
  for (const figure of [ours, sleec, leml]) expect(figure).toBeGreaterThan(5);
  const [train, test] = await Promise.all(
    ["train.txt", "test.txt"].map((name) => readXmlDataset(join(folder, name), { cache: false })),
  );
  const [most] = topK(labelCounts(train), 1);
  const share = labelCounts(test)[most] / test.numRows;
  expect(popular).toBeCloseTo(100 * share, 2);
  const report = readFileSync(join(folder, "two.html"), "utf8");
  expect(report).toContain("SLEEC");
  expect(report).toContain("the best value of each row and those that do not differ significantly from it are bold");
});

test("`sensitivity` trains models with each T and c, with the adaptive rule, and with RankNet", async () => {
  const grid = ["--intervals", "20,50", "--shifts", "1,2", "--at-intervals", "50", "--at-shift", "2"];
  const args = ["sensitivity", ...shared, ...grid, "--plot", "s.svg", "--report", "s.html", "--json"];
  const { results } = JSON.parse((await run(...args)).stdout);
  expect(results.map(({ name }: { name: string }) => name)).toEqual([
    "adaptive",
    "RankNet",
    "T = 20, c = 2",
    "T = 50, c = 2",
    "T = 50, c = 1",
  ]);
  for (const { precision } of results) expect(precision).toBeGreaterThan(0.05);
  expect(results[2].loss.rule).toEqual({ name: "midpoint", intervals: 20, shift: 2, center: "row" });
  const svg = readFileSync(join(folder, "s.svg"), "utf8");
  expect(svg).toMatch(/width="840" height="300"/);
  expect(svg).not.toContain("var(");
  expect(existsSync(join(folder, "s.html"))).toBe(true);
});

test("`compare --glas` uses GLaS with every loss, and states this in the output", async () => {
  const args = ["compare", ...shared, "--methods", "pl-partition,ranksvm,leml", "--k", "1,5", "--json"];
  const [plain, glas] = await Promise.all([run(...args), run(...args, "--glas", "1e3")]);
  expect(glas.stderr).toContain("every loss is trained with GLaS (weight 1000)");
  const trainings = ({ stdout }: { stdout: string }): { settings: unknown; history: unknown[] }[] =>
    JSON.parse(stdout).methods.flatMap(({ runs: [{ training }] }: { runs: { training?: object }[] }) => training ?? []);
  expect(trainings(glas)).toMatchObject([{ settings: { glas: 1000 } }, { settings: { glas: 1000 } }]);
  for (const [i, { settings, history }] of trainings(plain).entries()) {
    expect(settings).not.toHaveProperty("glas");
    // The reported losses differ because only the first of several steps in the epoch is the same.
    expect(trainings(glas)[i].history[0]).not.toMatchObject({ loss: (history[0] as { loss: number }).loss });
  }
});

test("`compare` stores results in `--out`, including diverged training runs, and reuses them", async () => {
  const args = ["compare", ...shared, "--learning-rates", "1e30", "--k", "1,5", "--out", "kept.jsonl", "--json"];
  const first = JSON.parse((await run(...args, "--methods", "pl-partition,popularity")).stdout);
  expect(first.methods.map(({ runs: [{ outcome }] }: { runs: { outcome: string }[] }) => outcome)).toEqual([
    "diverged",
    "trained",
  ]);
  const kept = readFileSync(join(folder, "kept.jsonl"), "utf8");
  const again = JSON.parse((await run(...args, "--methods", "popularity,pl-partition,ranknet")).stdout);
  expect(again.methods.slice(0, 2)).toEqual([first.methods[1], first.methods[0]]);
  const lines = readFileSync(join(folder, "kept.jsonl"), "utf8");
  expect(lines.startsWith(kept)).toBe(true);
  expect(lines.trimEnd().split("\n")).toHaveLength(3);
  const { stdout } = await run(...args.slice(0, -1), "--methods", "pl-partition,popularity");
  expect(stdout).toContain("PL-P diverged with seed 0; use a smaller learning rate.");
  writeFileSync(join(folder, "kept.jsonl"), `${kept}{}\n`);
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([1, expect.stringContaining("kept.jsonl:3: expected a result of a study")]);
});

test("`sensitivity` reports a training run that diverged", async () => {
  const grid = [
    "--intervals",
    "20",
    "--shifts",
    "2",
    "--at-intervals",
    "20",
    "--at-shift",
    "2",
    "--learning-rates",
    "1e30",
  ];
  const { code, stdout } = await run("sensitivity", ...shared, ...grid);
  expect(code).toBe(0);
  expect(stdout).toMatch(/T = 20, c = 2 +diverged/);
});

test("`--test` with a share holds out that share of the rows", async () => {
  const args = ["train.txt", "--test", "0.25", "--methods", "popularity", "--k", "1", "--threads", "1"];
  const { code, stderr } = await run("compare", ...args);
  const { numRows } = await readXmlDataset(join(folder, "train.txt"));
  expect(code).toBe(0);
  expect(stderr).toContain(`${Math.round(0.25 * numRows)} of these rows are held out for testing`);
});
