import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const orders = [
  ...Array.from({ length: 8 }, () => ["tea", "milk", "water", "wine"]),
  ...Array.from({ length: 4 }, () => ["wine", "water", "milk", "tea"]),
];
const lines = orders.map((order) => JSON.stringify({ tiers: order.map((item) => [item]) }));
writeFileSync(join(folder, "votes.jsonl"), `${lines.join("\n")}\n`);

test("`fit --mixture 2` prints the ranking of two groups of voters", async () => {
  const { code, stdout } = await run("fit", "votes.jsonl", "--mixture", "2", "--out", "groups.tsv");
  expect(code).toBe(0);
  const text = stdout.split("\n").map((line) => line.trim().split(/\s{2,}/));
  expect(stdout).toContain("Group 1: 66.");
  expect(text.filter(([place]) => place === "1").map(([, item]) => item)).toEqual(["tea", "wine"]);
  const rows = readFileSync(join(folder, "groups.tsv"), "utf8").trim().split("\n");
  expect(rows[0]).toBe("group\tshare\tplace\titem\tutility\tprobabilityFirst\tprobabilityTop");
  expect(rows).toHaveLength(9);
});

test("`fit --mixture auto` chooses the number of groups, and reports the held-out likelihoods", async () => {
  const { stdout } = await run("fit", "votes.jsonl", "--mixture", "auto", "--json");
  const { heldOut, groups, converged } = JSON.parse(stdout);
  expect(heldOut.map(({ components }: { components: number }) => components)).toEqual([1, 2, 3, 4]);
  expect(converged).toBe(true);
  for (const { items } of groups) {
    const sum = items.reduce((total: number, item: { probabilityTop: number }) => total + item.probabilityTop, 0);
    expect(Math.abs(sum - 3)).toBeLessThan(1e-9);
  }
});

test("`--mixture` rejects flags that it does not support", async () => {
  const scale = await run("fit", "votes.jsonl", "--mixture", "2", "--scale", "elo");
  expect([scale.code, scale.stderr]).toEqual([2, expect.stringContaining("--scale cannot be combined with --mixture")]);
  const none = await run("fit", "votes.jsonl", "--mixture", "none");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("Expected a positive integer, or auto.")]);
});
