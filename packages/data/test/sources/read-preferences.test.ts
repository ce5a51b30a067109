import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { type ReadPreferencesOptions, readPreferences } from "../../src/index.ts";

const folder = temporaryFolder();

/** Writes a file with this name and content, and reads it. */
async function read(name: string, content: string | Uint8Array, options?: ReadPreferencesOptions) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return readPreferences(path, options);
}

const duels = "winner,loser\ntea,milk\nmilk,rice\n";
const ratings = "userId;movieId;stars\nann;tea;5\nann;milk;3\n";

describe("readPreferences detects the format by name, and ratings or comparisons by the first line:", () => {
  test.each<[string, string | Uint8Array, object]>([
    ["a.soi", "# NUMBER ALTERNATIVES: 1\n# ALTERNATIVE NAME 1: a\n1: 1\n", { format: "preflib" }],
    ["a.jsonl", '{"tiers": [["a"], ["b"]]}\n', { format: "tiers" }],
    [
      "a.csv",
      duels,
      { format: "comparisons", delimiter: ",", header: true, columns: { better: "winner", worse: "loser" } },
    ],
    [
      "gzipped.csv.gz",
      gzipSync(duels),
      { format: "comparisons", delimiter: ",", header: true, columns: { better: "winner", worse: "loser" } },
    ],
    [
      "gzipped-without-gz.csv",
      gzipSync(`\n${duels}`),
      { format: "comparisons", delimiter: ",", header: true, columns: { better: "winner", worse: "loser" } },
    ],
    [
      "r.csv",
      ratings,
      {
        format: "ratings",
        delimiter: ";",
        header: true,
        columns: { user: "userId", item: "movieId", rating: "stars" },
      },
    ],
    [
      "r.tsv",
      "u\ti\t3\n",
      { format: "ratings", delimiter: "\t", header: false, columns: { user: 0, item: 1, rating: 2 } },
    ],
  ])("%s", async (name, content, reading) => {
    expect((await read(name, content)).reading).toEqual(reading);
  });
});

test("options take precedence over the file name", async () => {
  const plain = await read("votes", "tea milk\nmilk rice\n", { format: "comparisons" });
  expect(plain.itemNames).toEqual(["tea", "milk", "rice"]);
  expect(plain.reading).toMatchObject({ header: false, columns: { better: 0, worse: 1 } });
  const columns = { user: "Race", item: "Driver", rating: "Place" };
  const races = await read("r.txt", "Driver Race Place\na 1 2\nb 1 1\n", { columns, better: "lower" });
  expect(races.preferences[0].tiers.map((tier) => races.itemNames[tier[0]])).toEqual(["b", "a"]);
  expect(races.reading.columns).toEqual(columns);
});

test("an unknown file name is an error that requests the format option", async () => {
  await expect(read("votes", duels)).rejects.toThrow(
    expect.objectContaining({
      option: "format",
      message: expect.stringContaining("the name does not determine the format"),
    }),
  );
});
