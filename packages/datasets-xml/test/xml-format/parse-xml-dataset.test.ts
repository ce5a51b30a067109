import { DatasetError } from "@tierwise/data";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseXmlDataset, parseXmlStream, type XmlDataset } from "../../src/index.ts";
import { bytesOf, datasetOf } from "../fixture.ts";

/** The labels and features of each row as plain arrays. */
function rows({ features, labels, numRows }: XmlDataset): [number[], [number, number][]][] {
  return Array.from({ length: numRows }, (_, row) => [
    [...labels.indices.slice(labels.indptr[row], labels.indptr[row + 1])],
    Array.from({ length: features.indptr[row + 1] - features.indptr[row] }, (_, k) => {
      const at = features.indptr[row] + k;
      return [features.indices[at], features.values[at]];
    }),
  ]);
}

describe("parseXmlDataset", () => {
  const both: ReturnType<typeof rows> = [
    [
      [0, 3],
      [
        [1, 0.5],
        [2, 1],
      ],
    ],
    [[], [[0, 2]]],
  ];
  const accepted: [string, string, ReturnType<typeof rows>][] = [
    ["the plain format", "2 3 4\n0,3 1:0.5 2:1\n 0:2\n", both],
    ["CRLF", "2 3 4\r\n0,3 1:0.5 2:1\r\n 0:2\r\n", both],
    ["trailing spaces", "2 3 4  \n0,3 1:0.5 2:1  \n 0:2 \n", both],
    ["trailing spaces before CRLF", "2 3 4 \r\n0,3 1:0.5 2:1 \r\n 0:2 \r\n", both],
    ["tabs", "2\t3\t4\n0,3\t1:0.5\t2:1\n\t0:2\n", both],
    ["a missing final line feed", "2 3 4\n0,3 1:0.5 2:1\n 0:2", both],
    ["empty lines at the end", "2 3 4\n0,3 1:0.5 2:1\n 0:2\n\n \r\n\n", both],
    ["a row without labels and without a leading space", "2 3 4\n0,3 1:0.5 2:1\n0:2\n", both],
    ["many spaces", "2   3 4\n0,3   1:0.5   2:1\n    0:2\n", both],
    ["a byte order mark", "\ufeff2 3 4\n0,3 1:0.5 2:1\n 0:2\n", both],
    ["a row without features", "1 3 4\n0,3\n", [[[0, 3], []]]],
    [
      "an empty row",
      "2 3 4\n\n1\n",
      [
        [[], []],
        [[1], []],
      ],
    ],
    ["a row of one space", "1 3 4\n \n", [[[], []]]],
    ["no rows", "0 3 4\n", []],
    [
      "columns in any order",
      "1 9 9\n8,2 7:1 3:2\n",
      [
        [
          [8, 2],
          [
            [7, 1],
            [3, 2],
          ],
        ],
      ],
    ],
    ["leading zeros", "1 9 9\n008 007:01\n", [[[8], [[7, 1]]]]],
  ];
  test.each(accepted)("accepts %s", (_, text, expected) => {
    expect(rows(datasetOf(text))).toEqual(expected);
  });
});

describe("a value", () => {
  const spelled = [
    "0", "-0", "1.000000", "0.1", "-0.1", "123456789", "1234567890", "0.123456789", "0.1234567890123456789", "5.", ".5",
    "+1.5", "1e3", "1E-3", "-2.5e+2", "3.4028234e38", "1e-45", "1e-60", "16777217", "0.30000001192092896", "9007199254740993",
    "00000000000000000000001", "2.50000000000000000000000000000000000000000001",
  ]; // biome-ignore format: one list
  test.each(spelled)("is the nearest single-precision number to %s", (text) => {
    expect(datasetOf(`1 1 1\n0 0:${text}\n`).features.values[0]).toBe(Math.fround(Number(text)));
  });

  test("is the nearest single-precision number for random digits and exponents", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 25 });
    const exponent = fc.option(fc.integer({ min: -60, max: 12 }), { nil: undefined });
    fc.assert(
      fc.property(
        digits,
        fc.option(digits, { nil: undefined }),
        exponent,
        fc.boolean(),
        (whole, part, power, minus) => {
          const text = `${minus ? "-" : ""}${whole}${part === undefined ? "" : `.${part}`}${power === undefined ? "" : `e${power}`}`;
          expect(datasetOf(`1 1 1\n0 0:${text}\n`).features.values[0]).toBe(Math.fround(Number(text)));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("parseXmlDataset on invalid input", () => {
  const refused: [string, string, string][] = [
    ["a feature index that is too large", "1 500 983\n3 500:1\n", "train.txt:2: feature index 500 is not below 500, the number of features in the header"],
    ["a label that is too large", "2 5 983\n1 0:1\n3,983 0:1\n", "train.txt:3: label 983 is not below 983, the number of labels in the header"],
    ["an index beyond 32 bits", "1 5 5\n1 4294967296:1\n", "train.txt:2: feature index 4294967296 is not below 5, the number of features in the header"],
    ["a label beyond 32 bits", "1 5 5\n4294967297 0:1\n", "train.txt:2: label 4294967297 is not below 5, the number of labels in the header"],
    ["a repeated feature", "1 5 5\n1 2:1 2:3\n", "train.txt:2: feature 2 occurs twice"],
    ["a feature repeated later in the row", "1 5 5\n1 2:1 3:1 0:1 2:3\n", "train.txt:2: feature 2 occurs twice"],
    ["a repeated label", "1 5 5\n1,4,1 2:1\n", "train.txt:2: label 1 occurs twice"],
    ["a negative feature", "1 5 5\n1 -2:1\n", "train.txt:2: feature index -2 is negative"],
    ["a negative label", "1 5 5\n1,-2 2:1\n", "train.txt:2: label -2 is negative"],
    ["a value that is a word", "1 5 5\n1 2:abc 3:1\n", 'train.txt:2: value "abc" of feature 2 is not a number'],
    ["two dots", "1 5 5\n1 2:1.2.3\n", 'train.txt:2: value "1.2.3" of feature 2 is not a number'],
    ["two signs", "1 5 5\n1 2:--1\n", 'train.txt:2: value "--1" of feature 2 is not a number'],
    ["a hexadecimal value", "1 5 5\n1 2:0x10\n", 'train.txt:2: value "0x10" of feature 2 is not a number'],
    ["a lone dot", "1 5 5\n1 2:.\n", 'train.txt:2: value "." of feature 2 is not a number'],
    ["infinity", "1 5 5\n1 2:inf\n", 'train.txt:2: value "inf" of feature 2 is not finite'],
    ["NaN", "1 5 5\n1 2:nan\n", 'train.txt:2: value "nan" of feature 2 is not finite'],
    ["an infinite exponent", "1 5 5\n1 2:1e999\n", 'train.txt:2: value "1e999" of feature 2 is not finite'],
    ["a value that exceeds single precision", "1 5 5\n1 2:1e39\n", 'train.txt:2: value "1e39" of feature 2 exceeds single precision'],
    ["a missing value", "1 5 5\n1 2: 3:1\n", "train.txt:2: the value of feature 2 is missing"],
    ["a missing colon", "1 5 5\n1 2 3:1\n", 'train.txt:2: expected feature:value, found "2"'],
    ["a feature that is a word", "1 5 5\n1 x:1\n", 'train.txt:2: expected feature:value, found "x:1"'],
    ["a label that is a word", "1 5 5\nx 2:1\n", 'train.txt:2: expected a label, found "x"'],
    ["a label followed by a letter", "1 5 5\n12x 2:1\n", 'train.txt:2: expected a label, found "12x"'],
    ["a trailing comma", "1 5 5\n1, 2:1\n", 'train.txt:2: expected a label, found ""'],
    ["a carriage return inside a line", "1 5 5\n1 2:1\r3:1\n", "train.txt:2: a carriage return is inside the line; expected it only at the end"],
    ["too few rows", "3 5 5\n1 2:1\n1 2:1\n", "train.txt:4: the file ends after 2 rows; the header says 3"],
    ["too many rows", "1 5 5\n1 2:1\n\n3 2:1\n", "train.txt:3: the number of rows exceeds 1, the number in the header"],
    ["an empty file", "", 'train.txt:1: expected a header of 3 counts, "rows features labels", found nothing'],
    ["an empty header", "\n1 2:1\n", 'train.txt:1: expected a header of 3 counts, "rows features labels", found nothing'],
    ["a missing header", "1,2 2:1\n3 4:1\n", 'train.txt:1: expected a header of 3 counts, "rows features labels", found "1,2 2:1"'],
    ["a header of two counts", "5 5\n1:1\n", 'train.txt:1: expected a header of 3 counts, "rows features labels", found 2; to read a pair of matrices, pass { features, labels }'],
    ["a header of four counts", "5 5 5 5\n", 'train.txt:1: expected a header of 3 counts, "rows features labels", found 4'],
    ["a negative count", "-1 5 5\n", 'found "-1 5 5"'],
    ["a count that is too large", "1 99999999999 5\n1 0:1\n", "found a count above 999999999"],
    ["binary data", "\u0000\u0001\u0002\n\u0003", 'found "\\u0000\\u0001\\u0002"'],
  ]; // biome-ignore format: a table
  test.each(refused)("throws an error that names the file and line of %s", (_, text, message) => {
    expect(() => datasetOf(text)).toThrow(DatasetError);
    expect(() => datasetOf(text)).toThrow(message);
  });

  test("throws an error with the properties `file` and `line`", () => {
    try {
      datasetOf("1 5 5\n1 9:1\n");
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ name: "DatasetError", file: "train.txt", line: 2 });
    }
  });

  test("throws an error for a first line that is too long before the line is collected in memory", () => {
    let served = 0;
    function* endless(): Generator<Uint8Array> {
      for (; served < 1000; served++) yield new Uint8Array(1 << 16);
    }
    expect(() => parseXmlDataset(endless())).toThrow("expected a header");
    expect(served).toBe(0);
  });
});

test("the result does not depend on how the bytes are split into chunks", async () => {
  const text = bytesOf("3 30 40\r\n0,13 1:0.5 12:1.25e1 29:0.123456789012 \r\n 0:2\r\n7,8,39\r\n");
  const whole = parseXmlDataset(text);
  const cuts = fc
    .array(fc.nat(text.length), { maxLength: 8 })
    .map((at) => [0, ...at.sort((a, b) => a - b), text.length]);
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      const chunks = at.slice(1).map((end, i) => text.slice(at[i], end));
      expect(parseXmlDataset(chunks)).toEqual(whole);
      // A reader may reuse the same memory for the next chunk.
      async function* reused(): AsyncGenerator<Uint8Array> {
        const memory = new Uint8Array(text.length);
        for (const chunk of chunks) {
          memory.fill(0x41);
          memory.set(chunk);
          yield memory.subarray(0, chunk.length);
        }
      }
      expect(await parseXmlStream(reused())).toEqual(whole);
    }),
  );
});

test("a line may be longer than the pieces in which text is processed", () => {
  const entries = Array.from({ length: 100_000 }, (_, k) => `${k}:0.25`).join(" ");
  const dataset = datasetOf(`2 100000 2\n1 ${entries}\n0 5:1\n`);
  expect(dataset.features.indptr).toEqual(Int32Array.of(0, 100_000, 100_001));
  expect(dataset.features.indices[99_999]).toBe(99_999);
});

test("a file may have many one-byte rows", () => {
  const dataset = datasetOf(`50000 2 2\n${"\n".repeat(50_000)}`);
  expect(dataset.features.indptr).toEqual(new Int32Array(50_001));
});

describe("a pair of matrices", () => {
  test("is parsed into features and labels", () => {
    const features = bytesOf("2 3\n1:0.5 2:1\n\n");
    const labels = bytesOf("2 4\n0:1 3:1.0\n2:1\n");
    const pair = parseXmlDataset({ features, labels });
    expect(pair).toEqual(datasetOf("2 3 4\n0,3 1:0.5 2:1\n2\n"));
    expect(pair.labels.values).toBeUndefined();
  });

  test("keeps label values unless all of them are 1", () => {
    expect(parseXmlDataset({ labels: bytesOf("1 4\n0:0.5 3:1\n") }).labels.values).toEqual(Float32Array.of(0.5, 1));
  });

  test("may consist of labels alone", () => {
    const { features, numFeatures } = parseXmlDataset({ labels: bytesOf("2 4\n0:1\n1:1\n") });
    expect(numFeatures).toBe(0);
    expect(features.indptr).toEqual(new Int32Array(3));
  });

  const file = { features: "X.txt", labels: "Y.txt" };
  const refused: [string, string, string, string][] = [
    ["different row counts", "2 3\n\n\n", "1 4\n0:1\n", "X.txt:1: the header says 2 rows; Y.txt has 1"],
    ["a label that is too large", "1 3\n\n", "1 4\n4:1\n", "Y.txt:2: label 4 is not below 4, the number of labels in the header"],
    ["a feature index that is too large", "1 3\n3:1\n", "1 4\n2:1\n", "X.txt:2: feature index 3 is not below 3"],
    ["a label with the value 0", "2 3\n\n\n", "2 4\n1:1\n2:0\n", "Y.txt:3: label 2 has the value 0; expected a positive number"],
    ["a header of three counts", "1 3 4\n\n", "1 4\n2:1\n", 'X.txt:1: expected a header of 2 counts, "rows features", found 3'],
  ]; // biome-ignore format: a table
  test.each(refused)("is rejected for %s", (_, features, labels, message) => {
    const source = { features: bytesOf(features), labels: bytesOf(labels) };
    expect(() => parseXmlDataset(source, { file })).toThrow(message);
  });
});
