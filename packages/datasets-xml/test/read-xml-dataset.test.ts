import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DatasetError } from "@tierwise/data";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { readSplit, readXmlDataset, select } from "../src/index.ts";
import { datasetOf, fixture } from "./fixture.ts";

const folder = temporaryFolder();
const uncached = { cache: false };

test("column 1 of the split files reproduces the ready-made train and test files", async () => {
  const all = await readXmlDataset(fixture("garden_data.txt"), uncached);
  expect(all).toMatchObject({ numRows: 6, numFeatures: 4, numLabels: 5 });
  for (const [part, split] of [
    ["train", "trSplit"],
    ["test", "tstSplit"],
  ]) {
    const rows = await readSplit(fixture(`garden_${split}.txt`), 1);
    expect(select(all, rows)).toEqual(await readXmlDataset(fixture(`garden_${part}.txt`), uncached));
  }
});

test("the same file with CRLF, gzipped or not, gives the same dataset", async () => {
  const text = readFileSync(fixture("garden_data.txt"), "utf8").replaceAll("\n", "\r\n");
  const expected = await readXmlDataset(fixture("garden_data.txt"), uncached);
  writeFileSync(join(folder, "crlf.txt"), text);
  expect(await readXmlDataset(join(folder, "crlf.txt"), uncached)).toEqual(expected);
  // Gzipped files are recognized by their first bytes, not by their names, and may consist of several members.
  const half = Math.floor(text.length / 2);
  writeFileSync(
    join(folder, "gzipped.txt"),
    Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))]),
  );
  expect(await readXmlDataset(join(folder, "gzipped.txt"), uncached)).toEqual(expected);
});

describe("a pair of files", () => {
  const expected = datasetOf("3 4 5\n0,3 0:1 2:0.5\n\n4 3:0.25\n");
  const features = fixture("pair/trn_X_Xf.txt");
  const labels = fixture("pair/trn_X_Y.txt");
  test.each([
    ["by both paths", { features, labels }],
    ["by the path of its features", features],
    ["by the path of its labels", labels],
  ])("can be read %s", async (_, source) => {
    expect(await readXmlDataset(source, uncached)).toEqual(expected);
  });

  test("is read as labels without features if there is no feature file", async () => {
    const alone = join(folder, "trn_X_Y.txt");
    writeFileSync(alone, readFileSync(labels));
    for (const source of [alone, { labels }]) {
      const dataset = await readXmlDataset(source, uncached);
      expect(dataset.labels).toEqual(expected.labels);
      expect(dataset.numFeatures).toBe(0);
    }
  });

  test("is rejected if its label file is missing", async () => {
    const alone = join(folder, "tst_X_Xf.txt");
    writeFileSync(alone, readFileSync(features));
    await expect(readXmlDataset(alone, uncached)).rejects.toThrow("tst_X_Y.txt: there is no such file");
  });
});

describe("readXmlDataset throws an error that names the file:", () => {
  mkdirSync(join(folder, "directory"));
  writeFileSync(join(folder, "empty.txt"), "");
  writeFileSync(join(folder, "bad.txt"), "2 2 2\n0 0:1\n0 2:1\n");
  writeFileSync(
    join(folder, "binary.txt"),
    Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256),
  );
  const packed = gzipSync(`200 2 2\n${"0 0:1 1:0.5\n".repeat(200)}`);
  writeFileSync(join(folder, "cut.txt.gz"), packed.subarray(0, packed.length - 12));
  const damaged = Buffer.from(packed);
  damaged[20] ^= 0xff;
  writeFileSync(join(folder, "damaged.txt.gz"), damaged);
  test.each([
    ["directory", "directory: is a directory, not a file"],
    ["absent.txt", "absent.txt: there is no such file"],
    ["empty.txt", "empty.txt:1: expected a header of 3 counts"],
    ["bad.txt", "bad.txt:3: feature index 2 is not below 2"],
    ["binary.txt", "binary.txt:1: expected a header of 3 counts"],
    ["cut.txt.gz", "cut.txt.gz: ends in the middle of its gzip data"],
    ["damaged.txt.gz", "damaged.txt.gz: has damaged gzip data"],
  ])("%s", async (name, message) => {
    for (const cache of [false, true]) {
      const reading = readXmlDataset(join(folder, name), { cache });
      await expect(reading).rejects.toThrow(message);
      await expect(reading).rejects.toBeInstanceOf(DatasetError);
    }
  });
});
