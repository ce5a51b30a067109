import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fitUtilities } from "@tierwise/aggregate";
import { logLikelihoodGradient } from "@tierwise/core-integrator";
import { expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const votes = [{ tiers: [[0, 1], [2]] }, { tiers: [[2], [0, 1]] }, { tiers: [[3], [1, 2]] }, { tiers: [[0]] }];
const names = ["soup", "rice", "pie", "figs"];
const lines = votes.map(({ tiers }) => JSON.stringify({ tiers: tiers.map((tier) => tier.map((item) => names[item])) }));
writeFileSync(join(folder, "votes.jsonl"), `${lines.join("\n")}\n`);

test("`fit` ranks items with intervals in a table, a file and a plot", async () => {
  const { code, stdout, stderr } = await run(
    "fit",
    "votes.jsonl",
    "--out",
    "r.tsv",
    "--plot",
    "r.svg",
    "--report",
    "r.html",
  );
  expect(code).toBe(0);
  expect(stderr).toContain("4 observations of 4 items");
  const { utilities, standardErrors } = fitUtilities(votes, { items: 4 });
  const order = [1, 2, 0, 3];
  expect(
    stdout
      .split("\n")
      .slice(1, 5)
      .map((line) => line.trim().split(/\s+/).slice(0, 4)),
  ).toEqual(
    order.map((item, i) => [String(i + 1), names[item], utilities[item].toFixed(3), standardErrors?.[item].toFixed(3)]),
  );
  expect(stdout).toMatch(/├─*●─*┤/);
  const [head, first] = readFileSync(join(folder, "r.tsv"), "utf8").split("\n");
  expect(head).toBe(
    "place\titem\tutility\tstandardError\tfrom\tto\trankFrom\trankTo\tprobabilityBest\tprobabilityTop\tgroups",
  );
  expect(first.split("\t").slice(0, 3)).toEqual(["1", "rice", String(utilities[1])]);
  expect(readFileSync(join(folder, "r.svg"), "utf8")).toMatch(/^<svg xmlns.* width="760" height="144"[\s\S]*rice/);
  expect(existsSync(join(folder, "r.html"))).toBe(true);
});

test("the command `likelihood` agrees with core-integrator, at scores of 0 and at fitted scores", async () => {
  const zero = JSON.parse((await run("likelihood", "votes.jsonl", "--json")).stdout);
  const expected = votes.map((vote) => logLikelihoodGradient(new Float64Array(4), vote));
  expect(zero.logLikelihood).toBeCloseTo(
    expected.reduce((sum, { logLikelihood }) => sum + logLikelihood, 0),
    12,
  );
  expect(zero.items[2].gradient).toBeCloseTo(
    expected.reduce((sum, { gradient }) => sum + gradient[2], 0),
    12,
  );

  const fit = await run("fit", "votes.jsonl", "--json");
  writeFileSync(join(folder, "fit.json"), fit.stdout);
  const fitted = JSON.parse((await run("likelihood", "votes.jsonl", "--scores", "fit.json", "--json")).stdout);
  expect(fitted.logLikelihood).toBeCloseTo(JSON.parse(fit.stdout).logLikelihood, 9);
  expect(fitted.logLikelihood).toBeGreaterThan(zero.logLikelihood);
  for (const { gradient } of fitted.items) expect(Math.abs(gradient)).toBeLessThan(1e-6);

  await run("fit", "votes.jsonl", "--out", "fit.tsv");
  const args = ["--scores", "fit.tsv", "--rule", "midpoint", "--intervals", "20000", "--shift", "3", "--json"];
  const coarse = JSON.parse((await run("likelihood", "votes.jsonl", ...args)).stdout);
  expect(coarse.rule).toBe("midpoint");
  expect(coarse.logLikelihood).toBeCloseTo(fitted.logLikelihood, 4);
  expect(coarse.evaluations).toBeGreaterThan(fitted.evaluations);
});

test("`fit` reads places, where lower is better, from named columns", async () => {
  const races = ["Driver Race Place", "ann 1 1", "bob 1 2", "cy 1 3", "bob 2 1", "ann 2 2", "cy 2 3"];
  writeFileSync(join(folder, "races.txt"), `${races.join("\n")}\n`);
  const args = ["--columns", "user=Race,item=Driver,rating=Place", "--best", "lower", "--prior", "0.1", "--json"];
  const { items } = JSON.parse((await run("fit", "races.txt", ...args)).stdout);
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["ann", "bob", "cy"]);
  expect(items[0].utility).toBeCloseTo(items[1].utility, 6);
});

test("`fit` minimizes the loss given by `--loss`, and rejects a solver that does not support it", async () => {
  const lines = Array.from({ length: 40 }, (_, i) =>
    i % 4 === 0 ? '{"tiers": [["b"], ["a"]]}' : '{"tiers": [["a"], ["c"]]}',
  );
  writeFileSync(join(folder, "many.jsonl"), `${lines.join("\n")}\n`);
  const { items } = JSON.parse((await run("fit", "many.jsonl", "--loss", "ranknet", "--seed", "1", "--json")).stdout);
  expect(items[0]).not.toHaveProperty("standardError");
  expect(items).toHaveLength(3);
  const { code, stderr } = await run("fit", "many.jsonl", "--loss", "ranknet", "--solver", "lbfgs");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--solver lbfgs cannot minimize --loss")]);
});

test("`fit` prints advice instead of a ranking if the fit has not converged, even with `--quiet`", async () => {
  for (const flags of [[], ["-q"], ["--json"]]) {
    const { code, stdout, stderr } = await run(
      "fit",
      "votes.jsonl",
      "--max-iterations",
      "1",
      "--out",
      "no.tsv",
      ...flags,
    );
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /(?:^|\n)tierwise: the fit has not converged: the gradient is .* after 1 iterations; raise --max-iterations, set a prior.* connect the items; --allow-unconverged shows the ranking anyway\n$/,
    );
  }
  expect(existsSync(join(folder, "no.tsv"))).toBe(false);
});

test("`fit --allow-unconverged` marks the ranking and omits the intervals in text, JSON and files", async () => {
  const args = ["fit", "votes.jsonl", "--max-iterations", "1", "--allow-unconverged", "-q"];
  const { code, stdout } = await run(...args, "--out", "u.tsv", "--plot", "u.svg", "--report", "u.html");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^NOT CONVERGED: the fit has not converged/);
  expect(stdout).toContain("rice");
  expect(stdout).not.toMatch(/±|interval|●/);
  expect(readFileSync(join(folder, "u.tsv"), "utf8").split("\n")[1]).toMatch(/^1\t\w+\t[\d.]+\t{8}$/);
  expect(readFileSync(join(folder, "u.svg"), "utf8")).toContain("NOT CONVERGED");
  expect(readFileSync(join(folder, "u.html"), "utf8")).toContain("NOT CONVERGED");
  const result = JSON.parse((await run(...args, "--json")).stdout);
  expect(result).toMatchObject({ converged: false, problem: expect.stringContaining("has not converged") });
  for (const item of result.items) expect(Object.keys(item)).toEqual(["place", "name", "utility", "observations"]);
});

test("`fit --report` states the seed of a mini-batch fit, or that the fit is not random", async () => {
  const report = async (...flags: string[]): Promise<string> => {
    const { code } = await run("fit", "votes.jsonl", "--allow-unconverged", "--report", "s.html", "-q", ...flags);
    expect(code).toBe(0);
    return readFileSync(join(folder, "s.html"), "utf8");
  };
  expect(await report()).toContain("1 for the 4 000 draws of ranks; nothing else is random");
  for (const [seed, flags] of [
    [0, ["--loss", "ranknet"]],
    [7, ["--solver", "adagrad", "--seed", "7"]],
  ] as const) {
    const page = await report(...flags);
    expect(page).not.toContain("nothing else is random");
    expect(page).toMatch(new RegExp(`seed<[^>]*>\\s*<[^>]*>${seed}<`));
  }
});

test("`fit` recovers the log-odds of unbalanced votes", async () => {
  const skewed = [...Array<string>(5000).fill('{"tiers": [["a"], ["b"]]}'), '{"tiers": [["b"], ["a"]]}'];
  writeFileSync(join(folder, "skewed.jsonl"), `${skewed.join("\n")}\n`);
  const { code, stdout } = await run("fit", "skewed.jsonl", "--json", "-q");
  expect(code).toBe(0);
  const { converged, items, problem } = JSON.parse(stdout);
  expect([converged, problem]).toEqual([true, undefined]);
  expect(items[0].utility).toBeCloseTo(Math.log(5000) / 2, 9);
  expect(items[0].standardError).toBeCloseTo(Math.sqrt(1 / 5000 + 1) / 2, 6);
});
