import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { readInLittleMemory } from "@tierwise/testing/promised-memory";
import { expect, test } from "vitest";
import { parseXmlDataset, readSplit, readXmlDataset } from "../src/index.ts";
import { bytesOf } from "./fixture.ts";

const folder = temporaryFolder();

test("files whose headers claim gigabytes are handled in a process with a heap of 64 MB", () => {
  const script = join(import.meta.dirname, "fuzzing", "promised-memory.ts");
  const { outcomes, arrayBuffers, peak } = readInLittleMemory(script, folder);
  expect(outcomes).toEqual({
    "one.txt": "one.txt:3: the file ends after 1 rows; the header says 44000000",
    "huge.txt": expect.stringMatching(/^huge\.txt:1: the rows, features and labels in the header need 14\.9 GB/),
    "d_X_Xf.txt": "d_X_Xf.txt:3: the file ends after 1 rows; the header says 60000000",
    "split.txt": "read",
  });
  expect(arrayBuffers).toBeLessThan(2e7);
  expect(peak).toBeLessThan(2.5e8);
});

test.each<[string, (maxBytes: number) => unknown]>([
  ["rows", (maxBytes) => parseXmlDataset(bytesOf(`9 1 1\n${"0 0:1\n".repeat(9)}`), { maxBytes })],
  ["a header", (maxBytes) => parseXmlDataset(bytesOf("1 1 99\n0 0:1\n"), { maxBytes })],
])("the parser rejects %s of more than maxBytes, and accepts the same input with a larger limit", (_, parse) => {
  expect(() => parse(100)).toThrow(
    expect.objectContaining({
      limit: "maxBytes",
      message: expect.stringMatching(/^input:\d+: .* maxBytes, is 100 bytes$/),
    }),
  );
  expect(() => parse(1e6)).not.toThrow();
});

test("the error for a line that is too long names the line", () => {
  const row = `1 9 1\n0${" 0:1".repeat(2000)}\n`;
  expect(() => parseXmlDataset(bytesOf(row), { maxBytes: 20_000 })).toThrow("input:2: the line is longer than 1250");
});

test("gzipped data that exceed the limit are rejected before they are fully decompressed", async () => {
  const path = join(folder, "bomb.txt");
  writeFileSync(path, gzipSync("1\n".repeat(3e6)));
  await expect(readSplit(path, 1, { maxBytes: 1e6 })).rejects.toThrow(
    "bomb.txt:250001: the data read so far need 1 MB of memory; the limit, maxBytes, is 1 MB",
  );
  writeFileSync(path, gzipSync(`1000000 1 1\n${"0 0:1\n".repeat(1e6)}`));
  await expect(readXmlDataset(path, { maxBytes: 9e6, cache: false })).rejects.toThrow(
    /bomb\.txt:\d+: the rows read so far/,
  );
});

test("a cache is subject to the same size limit as its text", async () => {
  const path = join(folder, "wide.txt");
  writeFileSync(path, "1 1000 1000\n0 0:1\n");
  await readXmlDataset(path);
  await expect(readXmlDataset(path, { maxBytes: 10_000 })).rejects.toThrow("wide.txt:1: the rows, features and labels");
});
