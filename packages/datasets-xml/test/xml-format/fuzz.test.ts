import { DatasetError } from "@tierwise/data";
import { csrProblem } from "@tierwise/data/reading";
import fc from "fast-check";
import { expect, test } from "vitest";
import { generateXmlDataset, parseXmlDataset } from "../../src/index.ts";
import { formatXml } from "../../src/xml-format/format-xml.ts";
import { bytesOf } from "../fixture.ts";

const lines = bytesOf(
  "4 500 983\n76,332,333,453 6:1.000000 7:1.000000 11:0.084556 499:-1.5e-3 \r\n 3:1\n982\n0,1 0:0.123456789012345\n",
);

/** Parses the input and checks that the result is valid or the error is a DatasetError. */
function parseOrRefuse(bytes: Uint8Array): "read" | "refused" {
  try {
    const { features, labels, numRows, numFeatures, numLabels } = parseXmlDataset(bytes);
    expect(csrProblem(features, numRows, numFeatures)).toBeUndefined();
    expect(csrProblem(labels, numRows, numLabels)).toBeUndefined();
    expect(features.values.every(Number.isFinite)).toBe(true);
    return "read";
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    expect(error.message).toMatch(/^input:\d+: ./);
    return "refused";
  }
}

test("every prefix of a file is rejected unless it contains the start of the last row", () => {
  const lastLine = lines.lastIndexOf(10, lines.length - 2) + 1;
  for (let length = 0; length <= lastLine; length++) {
    expect(parseOrRefuse(lines.subarray(0, length))).toBe("refused");
  }
  expect(parseOrRefuse(lines.subarray(0, lines.length - 1))).toBe("read");
});

test("random bytes are rejected", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(parseOrRefuse(bytes)).toBe("refused");
    }),
  );
});

test("no memory is allocated for the counts in a header", () => {
  const before = process.memoryUsage().arrayBuffers;
  expect(parseOrRefuse(bytesOf("40000000 40000000 40000000\n5 5:1\n"))).toBe("refused");
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5e6);
});

test("generated datasets are unchanged after formatting and parsing", () => {
  const { truth: _, ...dataset } = generateXmlDataset({ preset: "eurlex-4k", rows: 200, seed: 3 });
  expect(parseXmlDataset(formatXml(dataset, rowsOf(dataset)))).toEqual(dataset);
});

function* rowsOf({ features, labels, numRows }: ReturnType<typeof parseXmlDataset>) {
  for (let row = 0; row < numRows; row++) {
    yield {
      labels: labels.indices.slice(labels.indptr[row], labels.indptr[row + 1]),
      indices: features.indices.slice(features.indptr[row], features.indptr[row + 1]),
      values: features.values.slice(features.indptr[row], features.indptr[row + 1]),
    };
  }
}
