import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseXmlDataset, readXmlDataset, writeXmlDataset, type XmlDataset } from "../src/index.ts";
import { bytesOf, datasetOf } from "./fixture.ts";

const folder = temporaryFolder();

const row = fc.record({
  labels: fc.uniqueArray(fc.nat(30), { maxLength: 5 }),
  indices: fc.uniqueArray(fc.nat(40), { maxLength: 6 }),
});
const datasets = fc.array(row, { maxLength: 6 }).chain((rows): fc.Arbitrary<XmlDataset> => {
  const entries = rows.flatMap(({ indices }) => indices);
  const float = fc.oneof(
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.nat(3_000_000).map((n) => Math.fround(n / 1e6)),
  );
  return fc.array(float, { minLength: entries.length, maxLength: entries.length }).map((values) => ({
    features: {
      indptr: offsets(rows.map(({ indices }) => indices)),
      indices: Int32Array.from(entries),
      values: Float32Array.from(values),
    },
    labels: {
      indptr: offsets(rows.map(({ labels }) => labels)),
      indices: Int32Array.from(rows.flatMap(({ labels }) => labels)),
    },
    numRows: rows.length,
    numFeatures: 41,
    numLabels: 31,
  }));
});

function offsets(lists: readonly number[][]): Int32Array {
  let end = 0;
  return Int32Array.from([0, ...lists.map((list) => (end += list.length))]);
}

test("a dataset is bit-identical after being written and read back", async () => {
  for (const name of ["plain.txt", "gzipped.txt.gz"]) {
    await fc.assert(
      fc.asyncProperty(datasets, async (dataset) => {
        await writeXmlDataset(join(folder, name), dataset);
        expect(await readXmlDataset(join(folder, name), { cache: false })).toEqual(dataset);
      }),
      { numRuns: 60 },
    );
  }
});

test("values are written with as few digits as possible", async () => {
  const text = "1 9 2\n1 0:1 1:0.1 2:-0.5 3:0.084556 4:16777216 5:1e-7 6:3.4028235e+38 7:0.33333334 8:-0\n";
  await writeXmlDataset(join(folder, "short.txt"), datasetOf(text));
  expect(readFileSync(join(folder, "short.txt"), "utf8")).toBe(text);
});

test("values are written with the requested number of decimals", async () => {
  const dataset = datasetOf("1 5 2\n1 0:1 1:0.1 2:-0.5 3:0.0845566 4:1e12\n");
  await writeXmlDataset(join(folder, "fixed.txt"), dataset, { decimals: 6 });
  const values = "0:1.000000 1:0.100000 2:-0.500000 3:0.084557 4:999999995904.000000";
  expect(readFileSync(join(folder, "fixed.txt"), "utf8")).toBe(`1 5 2\n1 ${values}\n`);
});

test("an invalid dataset is rejected, and nothing is written", async () => {
  const dataset = datasetOf("1 3 4\n0,3 1:0.5\n");
  const { features, labels } = dataset;
  const valued = parseXmlDataset({ labels: bytesOf("1 4\n0:0.5\n") });
  const before = readdirSync(folder);
  const write = (wrong: XmlDataset, options = {}) => writeXmlDataset(join(folder, "wrong.txt"), wrong, options);
  await expect(write({ ...dataset, numFeatures: 1 })).rejects.toThrow(
    "features: indices[0] is 1; expected an integer from 0 to 0",
  );
  await expect(write({ ...dataset, numRows: 2 })).rejects.toThrow("features: indptr has length 2; expected 3");
  await expect(write({ ...dataset, labels: { ...labels, indptr: Int32Array.of(0, 1) } })).rejects.toThrow(
    "indptr ends at 1",
  );
  const infinite = { ...features, values: Float32Array.of(Number.POSITIVE_INFINITY) };
  await expect(write({ ...dataset, features: infinite })).rejects.toThrow(
    "features contain a value that is not finite",
  );
  await expect(write(valued)).rejects.toThrow("labels have values other than 1");
  await expect(write(dataset, { decimals: 1.5 })).rejects.toThrow("decimals is 1.5; expected an integer from 0 to 20");
  expect(readdirSync(folder)).toEqual(before);
});

test("no temporary files remain if the file cannot be written", async () => {
  const before = readdirSync(folder);
  await expect(writeXmlDataset(folder, datasetOf("0 1 1\n"))).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(before);
});
