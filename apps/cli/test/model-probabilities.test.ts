import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const orders = [
  ...Array.from({ length: 5 }, () => ["tea", "milk", "water", "wine"]),
  ...Array.from({ length: 3 }, () => ["wine", "tea", "water", "milk"]),
  ...Array.from({ length: 2 }, () => ["milk", "water", "wine", "tea"]),
];
const lines = orders.map((order) => JSON.stringify({ tiers: order.map((item) => [item]) }));
writeFileSync(join(folder, "votes.jsonl"), `${lines.join("\n")}\n`);
writeFileSync(join(folder, "battles.csv"), "model_a,model_b,winner\nx,y,model_a\ny,x,model_a\nx,y,tie\n");

interface Item {
  readonly utility: number;
  readonly model: {
    readonly expectedRank: number;
    readonly probabilityFirst: number;
    readonly probabilityTop: number;
    readonly placeProbabilities: readonly number[];
  };
}

/** Every order of the items with its Plackett-Luce probability. */
function allOrders(rates: readonly number[], left = rates.map((_, i) => i)): { order: number[]; p: number }[] {
  if (left.length === 0) return [{ order: [], p: 1 }];
  const mass = left.reduce((sum, i) => sum + rates[i], 0);
  return left.flatMap((first) => {
    const others = left.filter((i) => i !== first);
    return allOrders(rates, others).map(({ order, p }) => ({ order: [first, ...order], p: (p * rates[first]) / mass }));
  });
}

test("`fit --model-probabilities` agrees with an enumeration of all orders", async () => {
  const { code, stdout } = await run("fit", "votes.jsonl", "--model-probabilities", "3", "--json");
  expect(code).toBe(0);
  const { items } = JSON.parse(stdout) as { items: Item[] };
  const every = allOrders(items.map(({ utility }) => Math.exp(utility)));
  const sumOf = (value: (rank: number) => number, i: number): number =>
    every.reduce((sum, { order, p }) => sum + p * value(1 + order.indexOf(i)), 0);
  for (const [i, { model }] of items.entries()) {
    expect(model.expectedRank).toBeCloseTo(
      sumOf((rank) => rank, i),
      11,
    );
    expect(model.probabilityFirst).toBeCloseTo(
      sumOf((rank) => Number(rank === 1), i),
      11,
    );
    expect(model.probabilityTop).toBeCloseTo(
      sumOf((rank) => Number(rank <= 3), i),
      11,
    );
    for (const [r, p] of model.placeProbabilities.entries()) {
      expect(p).toBeCloseTo(
        sumOf((rank) => Number(rank === r + 1), i),
        11,
      );
    }
    expect(model.placeProbabilities).toHaveLength(3);
  }
});

test("`fit --model-probabilities` adds a table, columns to the TSV file and a section to the report", async () => {
  const files = ["--out", "ranking.tsv", "--report", "ranking.html"];
  const { stdout } = await run("fit", "votes.jsonl", "--model-probabilities", "2", ...files);
  expect(stdout).toContain("Places in a new ranking of all 4 items, under the fitted model:");
  expect(stdout).toMatch(/# {2}item +mean rank {2}P\(first\) {2}P\(top 2\) {2}places 1 to 2/);
  const [head, first] = readFileSync(join(folder, "ranking.tsv"), "utf8").split("\n");
  const names = head.split("\t");
  expect(names.slice(-3)).toEqual(["modelExpectedRank", "modelProbabilityFirst", "modelProbabilityTop"]);
  expect(first.split("\t")).toHaveLength(names.length);
  const page = readFileSync(join(folder, "ranking.html"), "utf8");
  expect(page).toContain("<h2>Places in a new ranking</h2>");
  expect(page.match(/<svg/g)).toHaveLength(2);
  expect(page).toContain("tea, place 1: ");
  expect(page).not.toMatch(/NaN|undefined/);
});

test("`fit` without `--model-probabilities` prints no probabilities of places", async () => {
  const { stdout } = await run("fit", "votes.jsonl", "--json");
  expect(stdout).not.toContain("placeProbabilities");
});

test("`--model-probabilities` shows the probabilities of all places if k exceeds the number of items", async () => {
  const { stdout } = await run("fit", "votes.jsonl", "--model-probabilities", "9", "--json");
  const { items } = JSON.parse(stdout) as { items: Item[] };
  expect(items.map(({ model }) => model.placeProbabilities.length)).toEqual([4, 4, 4, 4]);
  expect(items.map(({ model }) => model.probabilityTop)).toEqual([1, 1, 1, 1]);
});

test("`--model-probabilities` sets k of P(top k) for the groups of `--mixture`", async () => {
  const { stdout } = await run("fit", "votes.jsonl", "--mixture", "2", "--model-probabilities", "2");
  expect(stdout).toContain("P(top 2)");
});

test("`--model-probabilities` rejects losses and ties whose model does not describe complete rankings", async () => {
  const loss = await run("fit", "votes.jsonl", "--model-probabilities", "2", "--loss", "ranknet");
  expect([loss.code, loss.stderr]).toEqual([2, expect.stringContaining("requires --loss pl-partition")]);
  const ties = await run("fit", "battles.csv", "--model-probabilities", "2", "--ties", "davidson");
  expect([ties.code, ties.stderr]).toEqual([2, expect.stringContaining("expected --ties half or --ties drop")]);
  const zero = await run("fit", "votes.jsonl", "--model-probabilities", "0");
  expect(zero.code).toBe(2);
});
