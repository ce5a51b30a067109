import { DatasetError, feedBytes } from "@tierwise/data/reading";
import { type Csr, rowIndices } from "@tierwise/data/rows";
import { type FuzzShares, type FuzzTarget, orRefused, randomPieces } from "@tierwise/testing";
import { expect } from "vitest";
import { parseXmlDataset, type XmlDataset } from "../../src/index.ts";
import { formatXml } from "../../src/xml-format/format-xml.ts";
import { createSplitParser } from "../../src/xml-format/parse-split.ts";
import { bytesOf } from "../fixture.ts";
import { type ReferenceRows, referenceXml } from "./reference-xml.ts";

/** A low memory limit, because fuzzing generates headers with large counts. */
const maxBytes = 2 ** 20;

const oneFile = [
  "4 500 983\n76,332,333,453 6:1.000000 7:1.000000 11:0.084556 499:-1.5e-3 \r\n 3:1\n982\n0,1 0:0.123456789012345\n",
  "2 3 4\n0,3 1:0.5 2:1\n 0:2\n",
  "3 2 2\n\n\n\n",
  "0 0 0\n",
  "1 3 4\n2:1 0:1\t1:3.4028235e38\r\n\n \n",
  "\ufeff1 1 1\n0 0:1",
  "1 999999999 999999999\n0 0:1\n",
  "1 6 1\n0 0:-0 1:1e-45 2:3.4028235e38 3:+0.1 4:-7. 5:.5\n",
  "1 1 1\n0 0:3.5e38\n",
];
const pairFeatures = "3 4\n0:1 1:0.5\n\n2:1e-3 3:-1\n";
const pairLabels = "3 5\n0:1 3:2\n\n4:1\n";

/** Reads a single file with labels and features in pieces, and compares the result with the reference. */
const xmlTarget: FuzzTarget = {
  name: "XML, one file",
  corpus: oneFile,
  read(input, random) {
    const reference = referenceXml(input, 3, maxBytes);
    const dataset = orRefused(DatasetError, () => parseXmlDataset(randomPieces(input, random), { maxBytes }));
    if (dataset === undefined) {
      expect(reference).toBeUndefined();
      return "refused";
    }
    expectRows(
      dataset.features,
      reference?.entries.map((row) => row.map(([index]) => index)),
    );
    expect([...dataset.features.values]).toEqual(reference?.entries.flatMap((row) => row.map(([, value]) => value)));
    expectRows(dataset.labels, reference?.labels);
    expect([dataset.numRows, dataset.numFeatures, dataset.numLabels]).toEqual(reference?.counts);
    expect(parseXmlDataset(formatXml(dataset, rowsOf(dataset)), { maxBytes })).toEqual(dataset);
    return "read";
  },
};

/** Reads a pair of files, one of them mutated, and compares the result with the reference. */
const pairTarget: FuzzTarget = {
  name: "XML, a pair of files",
  corpus: [pairFeatures, pairLabels, "3 5\n1:1 3:1\n\n\n", "3 4\n\n\n\n", "3 5\n0:0.5 4:1\n2:1\n1:-1\n"],
  read(input, random) {
    const isLabels = random() < 0.5;
    const labels = isLabels ? input : bytesOf(pairLabels);
    const features = isLabels ? bytesOf(pairFeatures) : input;
    const [expectedLabels, expectedFeatures] = [labels, features].map((file) => referenceXml(file, 2, maxBytes));
    const dataset = orRefused(DatasetError, () =>
      parseXmlDataset({ labels: randomPieces(labels, random), features: randomPieces(features, random) }, { maxBytes }),
    );
    if (dataset === undefined) {
      expect(isPair(expectedLabels, expectedFeatures)).toBe(false);
      return "refused";
    }
    expect(isPair(expectedLabels, expectedFeatures)).toBe(true);
    expectRows(
      dataset.features,
      expectedFeatures?.entries.map((row) => row.map(([index]) => index)),
    );
    expectRows(
      dataset.labels,
      expectedLabels?.entries.map((row) => row.map(([index]) => index)),
    );
    const weights = expectedLabels?.entries.flatMap((row) => row.map(([, value]) => value)) ?? [];
    expect([...(dataset.labels.values ?? weights.map(() => 1))]).toEqual(weights);
    return "read";
  },
};

function isPair(labels: ReferenceRows | undefined, features: ReferenceRows | undefined): boolean {
  if (labels === undefined || features === undefined || labels.counts[0] !== features.counts[0]) return false;
  return labels.entries.every((row) => row.every(([, value]) => value > 0));
}

function expectRows(matrix: Csr, rows: readonly number[][] | undefined): void {
  const found = Array.from({ length: matrix.indptr.length - 1 }, (_, row) => [...rowIndices(matrix, row)]);
  expect(found).toEqual(rows);
}

function* rowsOf({ features, labels, numRows }: XmlDataset) {
  for (let row = 0; row < numRows; row++) {
    yield {
      labels: rowIndices(labels, row),
      indices: rowIndices(features, row),
      values: features.values.subarray(features.indptr[row], features.indptr[row + 1]),
    };
  }
}

/** Reads split files in pieces. Writing and rereading the result must not change it. */
const splitTarget: FuzzTarget = {
  name: "splits",
  corpus: ["3 1\n1 4\n", "1\r\n2147483647\r\n", "\t7  8 \n\n5 6"],
  read(input, random) {
    const rows = orRefused(DatasetError, () => readSplitBytes(input, random));
    if (rows === undefined) return "refused";
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(input)).not.toThrow();
    expect(rows.every((row) => row >= 0 && row < 2 ** 31)).toBe(true);
    const written = Array.from(rows, (row) => `${row + 1}\n`).join("");
    expect(readSplitBytes(bytesOf(written), random)).toEqual(rows);
    return "read";
  },
};

function readSplitBytes(input: Uint8Array, random: () => number): Int32Array {
  const options = { maxBytes: 2 ** 22 };
  const feed = feedBytes(createSplitParser(1, "input", options), "input", options);
  for (const piece of randomPieces(input, random)) feed.push(piece);
  return feed.finish();
}

/** Every reader in this package, with the fraction of the fuzzing inputs that it receives. */
export const xmlTargets: FuzzShares = [
  [0.25, xmlTarget],
  [0.12, pairTarget],
  [0.06, splitTarget],
];
