import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { parquetWriteFile } from "hyparquet-writer";
import { expect, test } from "vitest";
import { detectFormat, inspectFile, parsePreferences, readPreferences } from "../../src/index.ts";

const folder = temporaryFolder();
const path = join(folder, "data.parquet");

/** Writes columns of strings or numbers as a Parquet file of several row groups. */
function write(columns: Readonly<Record<string, readonly unknown[]>>, options = {}): void {
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data: [...data] }));
  parquetWriteFile({ filename: path, columnData, rowGroupSize: 7, ...options });
}

const battles = {
  question: Array.from({ length: 40 }, (_, i) => BigInt(i)),
  model_a: Array.from({ length: 40 }, (_, i) => `m${i % 5}`),
  model_b: Array.from({ length: 40 }, (_, i) => `m${(i + 1 + (i % 3)) % 5}`),
  winner: Array.from({ length: 40 }, (_, i) => ["model_a", "model_b", "tie", "tie (bothbad)"][i % 4]),
  length_a: Array.from({ length: 40 }, (_, i) => i / 2),
};

const text = [
  Object.keys(battles).join(","),
  ...battles.model_a.map((_, i) =>
    Object.values(battles)
      .map((column) => String(column[i]))
      .join(","),
  ),
].join("\n");

test.each([
  ["snappy", {}],
  ["no compression", { codec: "UNCOMPRESSED" }],
  ["gzip", { codec: "GZIP", compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes) } }],
])("battles in Parquet with %s equal those in CSV", async (_, options) => {
  write(battles, options);
  const { reading, ...found } = await readPreferences(path);
  const { reading: expected, ...same } = parsePreferences(text);
  expect(found).toEqual(same);
  expect(reading).toMatchObject({
    container: "parquet",
    columns: expected.columns,
    rows: 40,
    samples: expected.samples,
  });
  expect(await detectFormat(path)).toBe("battles");
});

test("kept columns of battles equal those in CSV", async () => {
  write(battles);
  const keep = { cluster: "question", factors: ["winner"], numbers: ["length_a"] };
  expect((await readPreferences(path, { keep })).battles).toEqual(parsePreferences(text, { keep }).battles);
});

test("ratings in Parquet may be numbers, and missing values are reported", async () => {
  write({ userId: [1, 1, 2, 2], movieId: [10, 9, 9, 10], rating: [4.5, 3, 2, null] });
  await expect(inspectFile(path)).rejects.toThrow(/:4: the rating is missing/);
  const { itemNames, preferences, reading } = await readPreferences(path, { missing: "skip" });
  expect([itemNames, reading.skipped]).toEqual([["9", "10"], 1]);
  expect(preferences[0].tiers).toEqual([Int32Array.of(1), Int32Array.of(0)]);
});

test("the error for a damaged Parquet file names the file", async () => {
  writeFileSync(path, "PAR1 and nothing else");
  await expect(inspectFile(path)).rejects.toThrow(/data\.parquet: cannot be read as Parquet/);
});
