import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lossCatalog, lossNameOf, lossNames } from "../src/catalog.ts";
import { createLoss } from "../src/index.ts";
import { factories } from "./six-losses.ts";

test("the catalog lists the six losses, PL-Partition first and the oracle last", () => {
  expect(lossNames).toEqual(["pl-partition", "pl-lb", "attrank", "ranknet", "ranksvm", "pl-topk"]);
});

test("lossNameOf maps the title of every loss back to its name", () => {
  expect(lossNames.map((name) => lossCatalog[name].title).sort()).toEqual(Object.keys(factories).sort());
  for (const name of lossNames) expect(lossNameOf(lossCatalog[name].title)).toBe(name);
  expect(lossNames.map((name) => lossCatalog[name].column)).toEqual([
    "PL-P",
    "PL-LB",
    "AttRank",
    "R-Net",
    "R-SVM",
    "PL-TopK",
  ]);
});

test("lossNameOf lists the valid titles in the error for an unknown title", () => {
  expect(() => lossNameOf("PL-P" as never)).toThrow('title is "PL-P"; expected one of PL-Partition, PL-LB, AttRank');
});

test.each(lossNames)("createLoss(%j) equals the loss from the factory with the same title", (name) => {
  const scores = [0.3, -1, 2, 0.1, 0.7];
  const preference = { tiers: [[1, 2], [0]] };
  const own = factories[lossCatalog[name].title]();
  expect(own.spec).toStrictEqual({ name });
  expect(createLoss(name)(scores, preference)).toBe(own(scores, preference));
});

test("the catalog imports no other module", () => {
  const source = readFileSync(new URL("../src/catalog.ts", import.meta.url), "utf8");
  const values = source
    .split("\n")
    .filter((line) => /^(im|ex)port .*from/.test(line) && !/^(im|ex)port type /.test(line));
  expect(values).toEqual([]);
});
