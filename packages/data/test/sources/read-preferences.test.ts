import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { detectFormat, type ReadPreferencesOptions, readPreferences } from "../../src/index.ts";

const folder = temporaryFolder();

/** Writes a file with this name and content, and reads it. */
async function read(name: string, content: string | Uint8Array, options?: ReadPreferencesOptions) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return readPreferences(path, options);
}

const duels = "winner,loser\ntea,milk\nmilk,rice\n";

test("gzip is recognized by content, and the reading reports it", async () => {
  for (const name of ["gzipped.csv.gz", "gzipped-without-gz.csv"]) {
    const { reading } = await read(name, gzipSync(`\n${duels}`));
    expect(reading).toMatchObject({ format: "battles", gzip: true, columns: { winner: "winner", loser: "loser" } });
  }
  expect((await read("plain", duels)).reading.gzip).toBe(false);
});

test("options take precedence over detection", async () => {
  const plain = await read("votes", "tea milk\nmilk rice\n", { format: "comparisons" });
  expect(plain.itemNames).toEqual(["milk", "rice", "tea"]);
  expect(plain.reading).toMatchObject({ format: "battles", header: false, columns: { winner: 0, loser: 1 } });
  const columns = { user: "Race", item: "Driver", rating: "Place" };
  const races = await read("r.txt", "Driver Race Place\na 1 2\nb 1 1\n", { columns });
  expect(races.preferences[0].tiers.map((tier) => races.itemNames[tier[0]])).toEqual(["b", "a"]);
  expect(races.reading).toMatchObject({ columns, best: "lower" });
  expect((await read("r.txt", "Driver Race Place\na 1 2\nb 1 1\n", { columns, better: "higher" })).reading.best).toBe(
    "higher",
  );
});

test("several files are read as one, and their columns may be in different orders", async () => {
  const [one, other] = ["1.csv", "2.csv"].map((name) => join(folder, name));
  writeFileSync(one, "user,item,rating\nann,tea,5\nbob,tea,1\n");
  writeFileSync(other, "rating;item;user\n2;milk;ann\n");
  const { users, preferences, reading } = await readPreferences([one, other]);
  expect(users).toEqual(["ann", "bob"]);
  expect(preferences[0].tiers).toEqual([Int32Array.of(1), Int32Array.of(0)]);
  expect(reading.rows).toBe(3);
  writeFileSync(other, duels);
  await expect(readPreferences([one, other])).rejects.toThrow(
    '2.csv: the format is "battles", but the files before it have the format "ratings"',
  );
  const votes = ["a.jsonl", "b.jsonl"].map((name) => join(folder, name));
  writeFileSync(votes[0], '{"tiers": [["a"], ["b"]]}\n');
  writeFileSync(votes[1], '{"tiers": [["c"], ["a"]]}\n');
  const merged = await readPreferences(votes);
  expect([merged.itemNames, merged.preferences[1].tiers]).toEqual([
    ["a", "b", "c"],
    [Int32Array.of(2), Int32Array.of(0)],
  ]);
  await expect(readPreferences([])).rejects.toThrow("path is an empty list");
});

test("detectFormat recognizes the layout from the first records", async () => {
  const path = join(folder, "some.csv");
  writeFileSync(path, duels);
  expect(await detectFormat(path)).toBe("battles");
  writeFileSync(path, '{"edges": [["a", "b"]]}\n');
  expect(await detectFormat(path)).toBe("edges");
  await expect(readPreferences(path)).rejects.toThrow("contains preference graphs");
});

test("the error for a missing file names the file", async () => {
  await expect(readPreferences(join(folder, "none.csv"))).rejects.toThrow("none.csv: there is no such file");
});
