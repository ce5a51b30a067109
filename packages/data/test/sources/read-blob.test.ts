import { openAsBlob, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { readPreferences, readPreferencesBlob, readRatings, readRatingsBlob } from "../../src/index.ts";

const folder = temporaryFolder();

const rows = Array.from({ length: 60 }, (_, k) => [`u${k % 6}`, `item ${(k * 7) % 11}`, 1 + ((k * 5) % 4)] as const);
const csv = `user,item,rating\n${rows.map((row) => row.join(",")).join("\n")}\n`;
const columnData = ["user", "item", "rating"].map((name, at) => ({ name, data: rows.map((row) => row[at]) }));
const parquet = (options = {}): Uint8Array => new Uint8Array(parquetWriteBuffer({ columnData, ...options }));
const gzipPages = { codec: "GZIP" as const, compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes) } };

describe("readPreferencesBlob", () => {
  test.each([
    ["CSV", Buffer.from(csv)],
    ["gzipped CSV", gzipSync(csv)],
    ["UTF-16", Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(csv, "utf16le")])],
    ["tiers", Buffer.from('{"tiers":[["a"],["b","c"]]}\n{"tiers":[["c"],["a"]]}\n')],
    ["Parquet", parquet()],
    ["Parquet with gzipped pages", parquet(gzipPages)],
  ])("returns what readPreferences returns for the same bytes: %s", async (name, bytes) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const options = { file: name, duplicates: "last" as const };
    expect(await readPreferencesBlob(await openAsBlob(path), options)).toEqual(await readPreferences(path, options));
    expect(await readPreferencesBlob(new Blob([new Uint8Array(readFileSync(path))]), options)).toEqual(
      await readPreferences(path, options),
    );
  });

  test("takes decompressors for Parquet from the caller", async () => {
    let calls = 0;
    const GZIP = (): Uint8Array => {
      calls++;
      throw new Error("stopped");
    };
    const blob = new Blob([new Uint8Array(parquet(gzipPages))]);
    await expect(readPreferencesBlob(blob, { file: "p", decompressors: { GZIP } })).rejects.toThrow(/^p: .*stopped/);
    expect(calls).toBe(1);
    await expect(readPreferencesBlob(blob, { file: "p", decompressors: {} })).rejects.toThrow(/^p: .*GZIP/);
  });

  test("rejects damaged gzip data and stops reading at the first invalid row", async () => {
    const damaged = gzipSync(csv).subarray(0, 60);
    await expect(readPreferencesBlob(new Blob([new Uint8Array(damaged)]), { file: "x.gz" })).rejects.toThrow(
      "x.gz: has damaged gzip data",
    );
    let pulled = 0;
    const endless = new Blob([]);
    endless.stream = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          pulled++;
          controller.enqueue(new TextEncoder().encode("a > b\n> >\n".repeat(10_000)));
        },
      });
    await expect(readPreferencesBlob(endless, { file: "endless" })).rejects.toThrow(/^endless:2/);
    expect(pulled).toBeLessThan(10);
  });
});

test("readRatingsBlob returns what readRatings returns, also without a header", async () => {
  const path = join(folder, "plain.csv");
  writeFileSync(path, csv.slice(csv.indexOf("\n") + 1));
  const options = { file: "plain.csv", duplicates: "last" as const };
  expect(await readRatingsBlob(await openAsBlob(path), options)).toEqual(await readRatings(path, options));
});
