import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join("\n")}\n`);

test("`break` turns each user's comparisons into tiers that `fit` can read", async () => {
  const ann = ["ann,a,c", "ann,b,c", "ann,a,d", "ann,b,d"];
  write("duels.csv", ["user,better,worse", ...ann, "bob,a,b", "bob,c,d", "cy,d,a"]);
  const { code, stdout, stderr } = await run("break", "duels.csv", "--out", "tiers.jsonl");
  expect(code).toBe(0);
  expect(stderr).toContain("3 graphs, 2 of them");
  expect(stdout.split("\n")).toEqual(["ann: a, b  >  c, d", "bob: one tier, not informative", "cy: d  >  a", ""]);
  expect(readFileSync(join(folder, "tiers.jsonl"), "utf8")).toBe(
    '{"tiers":[["a","b"],["c","d"]],"rest":"unobserved"}\n{"tiers":[["d"],["a"]],"rest":"unobserved"}\n',
  );
  const { items } = JSON.parse((await run("fit", "tiers.jsonl", "--prior", "0.1", "--json")).stdout);
  expect(items).toHaveLength(4);
});

test("`break` reads edges, and applies `--margin` to ratings", async () => {
  write("edges.jsonl", ['{"user": "x", "items": ["z"], "edges": [["a", "b"], ["b", "c"]]}']);
  expect(JSON.parse((await run("break", "edges.jsonl", "--json")).stdout)).toEqual({
    graphs: [{ user: "x", tiers: [["a"], ["b"], ["c"]], informative: true }],
  });
  write("stars.csv", ["user,item,rating", "u,p,5", "u,q,4.5", "u,r,3", "u,s,2.5", "u,t,2"]);
  const { reading, graphs } = JSON.parse((await run("break", "stars.csv", "--margin", "1", "--json")).stdout);
  expect(reading).toMatchObject({
    format: "ratings",
    columns: { user: "user", item: "item", rating: "rating" },
    rows: 5,
  });
  expect(graphs[0].tiers).toEqual([
    ["p", "q"],
    ["r", "s", "t"],
  ]);
});

test("`break` names the items of a cycle, and `--contradictions majority` resolves the cycle", async () => {
  write("both.csv", ["winner,loser", "a,b", "b,a", "a,b", "b,c"]);
  const { code, stderr } = await run("break", "both.csv");
  expect([code, stderr]).toEqual([1, expect.stringMatching(/contradict each other: (a > b > a|b > a > b)/)]);
  const settled = await run("break", "both.csv", "--contradictions", "majority");
  expect(settled.stdout).toBe("a  >  b  >  c\n");
});
