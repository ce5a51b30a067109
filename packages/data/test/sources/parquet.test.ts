import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { parquetWriteFile } from "hyparquet-writer";
import { expect, test } from "vitest";
import { detectFormat, inspectFile, parsePreferences, readPreferences } from "../../src/index.ts";
import { fixture } from "../fixture.ts";

const folder = temporaryFolder();
const path = join(folder, "data.parquet");

/** Writes columns of strings or numbers as a Parquet file with several row groups. */
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
])("battles in Parquet with %s equal the battles in CSV", async (_, options) => {
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

test("the columns kept from battles are the same for Parquet and for CSV", async () => {
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

const names = Array.from({ length: 40 }, (_, i) => (i % 6 === 0 ? null : `m${i % 5}`));

test.each([
  ["a dictionary", {}],
  ["plain text", { encoding: "PLAIN" }],
  ["lengths and text", { encoding: "DELTA_LENGTH_BYTE_ARRAY" }],
  ["shared beginnings", { encoding: "DELTA_BYTE_ARRAY" }],
])("text with missing values, stored as %s, is read like the same CSV", async (_, encoding) => {
  parquetWriteFile({
    filename: path,
    columnData: [
      { name: "winner", data: names, type: "STRING", ...encoding },
      { name: "loser", data: names.map((_, i) => `n${i % 3}`), type: "STRING", nullable: false, ...encoding },
    ],
    pageSize: 50,
    rowGroupSize: 25,
  } as Parameters<typeof parquetWriteFile>[0]);
  const rows = names.map((name, i) => `${name ?? ""},n${i % 3}\n`);
  const { reading, ...found } = await readPreferences(path, { missing: "skip" });
  const { reading: expected, ...same } = parsePreferences(`winner,loser\n${rows.join("")}`, { missing: "skip" });
  expect(found).toEqual(same);
  expect(reading.skipped).toBe(expected.skipped);
});

test("a file from DuckDB, in which all columns are nullable, is read like the original CSV", async () => {
  const line = (i: number): string =>
    [
      i % 17 === 0 ? "" : `m${i % 5}`,
      `m${5 + (i % 4)}`,
      ["model_a", "model_b", "tie", "tie (bothbad)"][i % 4],
      1 + (i % 3),
      i % 11 === 0 ? "" : i % 7,
    ].join(",");
  const csv = ["model_a,model_b,winner,weight,judge", ...Array.from({ length: 300 }, (_, i) => line(i))].join("\n");
  const options = { missing: "skip", keep: { judges: true } } as const;
  const { reading, ...found } = await readPreferences(fixture("battles-from-DuckDB.parquet"), options);
  const { reading: expected, ...same } = parsePreferences(csv, options);
  expect(found).toEqual(same);
  expect([reading.rows, reading.skipped]).toEqual([300, expected.skipped]);
});

test("lists in a column are read as lists", async () => {
  const shown = Array.from({ length: 20 }, (_, i) => [`m${i % 5}`, `m${(i + 1) % 5}`, `m${(i + 2) % 5}`]);
  write({ best: shown.map(([best]) => best), shown });
  const { reading, preferences, weights } = await readPreferences(path);
  expect(reading).toMatchObject({ format: "choices", rows: 20 });
  expect(preferences).toHaveLength(5);
  expect(weights).toEqual(Float64Array.of(4, 4, 4, 4, 4));
});

test("the error for a damaged Parquet file names the file", async () => {
  writeFileSync(path, "PAR1 and nothing else");
  await expect(inspectFile(path)).rejects.toThrow(/data\.parquet: cannot be read as Parquet/);
});
