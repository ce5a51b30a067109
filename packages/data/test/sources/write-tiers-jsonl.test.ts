import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { parseTiersJsonl, readTiersJsonl, writeTiersJsonl } from "../../src/index.ts";

const text = [
  '{"tiers":[["a","ü \\"b\\""],["c"]]}',
  '{"tiers":[["c"],["7"]],"weight":2.5,"rest":"unobserved"}',
  '{"tiers":[],"weight":0,"rest":"lowest"}',
  "",
].join("\n");

test("writes the lines that were read and omits weights of 1", async () => {
  const path = join(temporaryFolder(), "tiers.jsonl");
  await writeTiersJsonl(path, parseTiersJsonl(text));
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a gzipped file is read back unchanged", async () => {
  const path = join(temporaryFolder(), "tiers.jsonl.gz");
  const dataset = parseTiersJsonl(text);
  await writeTiersJsonl(path, dataset);
  expect(await readTiersJsonl(path)).toEqual(dataset);
  await writeTiersJsonl(path, { itemNames: [], preferences: [], weights: new Float64Array(0) });
  expect((await readTiersJsonl(path)).preferences).toEqual([]);
});
