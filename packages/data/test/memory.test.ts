import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { readInLittleMemory } from "@tierwise/testing/promised-memory";
import { expect, test } from "vitest";
import {
  parseLetor,
  parsePreferences,
  parsePrefLib,
  parseRatings,
  parseTiersJsonl,
  readRatings,
} from "../src/index.ts";

const folder = temporaryFolder();

test("headers that claim gigabytes are handled in a process with a heap of 64 MB", () => {
  const script = join(import.meta.dirname, "fuzzing", "promised-memory.ts");
  const { outcomes, arrayBuffers, peak } = readInLittleMemory(script, folder);
  expect(outcomes).toEqual({
    "votes.toi":
      "votes.toi:3: the number of alternatives is 10000000 in the header, but the number of their names is 1",
    "huge.toi": expect.stringMatching(/^huge\.toi:1: 999999999 alternatives need 93\.1 GB.* maxBytes, is 1 GB$/),
    "old.soi": expect.stringMatching(/^old\.soi:2: the number of alternatives is 10000000 in the header/),
    "rank.txt": "read",
    "huge.rank": expect.stringMatching(/^huge\.rank:1: 1000000000 features need 7\.5 GB/),
    "sized.rank": expect.stringMatching(/sizes of the queries add up to 999999999$/),
    "ratings.csv": "read",
    "duels.csv": "read",
    "tiers.jsonl": "read",
  });
  expect(arrayBuffers).toBeLessThan(2e7);
  expect(peak).toBeLessThan(2.5e8);
});

test.each<[string, (maxBytes: number) => unknown]>([
  ["votes", (maxBytes) => parsePrefLib("# NUMBER ALTERNATIVES: 1\n# ALTERNATIVE NAME 1: a\n1: 1\n", { maxBytes })],
  ["ratings", (maxBytes) => parseRatings("a,b,1\n", { maxBytes })],
  ["comparisons", (maxBytes) => parsePreferences("winner,loser\na,b\n", { maxBytes })],
  ["documents", (maxBytes) => parseLetor("1 qid:1 1:1\n", { maxBytes })],
  ["tiers", (maxBytes) => parseTiersJsonl('{"tiers": [["a"]]}\n', { maxBytes })],
])("%s that need more than maxBytes are rejected, and accepted with a larger limit", (_, parse) => {
  expect(() => parse(100)).toThrow(
    expect.objectContaining({
      limit: "maxBytes",
      message: expect.stringMatching(/^input:\d+: .* maxBytes, is 100 bytes$/),
    }),
  );
  expect(() => parse(1e6)).not.toThrow();
});

test("the error for a line that is too long names the line, whether or not the file is gzipped", async () => {
  const long = `a,b,1\nc,${"d".repeat(5000)},2\n`;
  for (const [name, bytes] of [
    ["long.csv", Buffer.from(long)],
    ["long.csv.gz", gzipSync(long)],
  ] as const) {
    writeFileSync(join(folder, name), bytes);
    const message = `${name}:2: the line is longer than 1250 bytes, a sixteenth of maxBytes`;
    await expect(readRatings(join(folder, name), { maxBytes: 20_000 })).rejects.toThrow(message);
    expect((await readRatings(join(folder, name))).itemNames[1]).toHaveLength(5000);
  }
});

test("gzipped data that exceed the limit are rejected before they are fully decompressed", async () => {
  const path = join(folder, "bomb.csv");
  writeFileSync(path, gzipSync(Array.from({ length: 1e5 }, (_, i) => `u,i${i},1\n`).join("")));
  await expect(readRatings(path, { maxBytes: 1e6 })).rejects.toThrow(/bomb\.csv:\d+: the data read so far need 1 MB/);
});

test("rejects a maxBytes of NaN", () => {
  expect(() => parseRatings("a,b,1\n", { maxBytes: Number.NaN })).toThrow(
    "maxBytes is NaN; expected a positive number",
  );
});
