import { createFeatureLineParser, loadKernelModule } from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { random as randomStream } from "../random.ts";

const module = await loadKernelModule();
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("createFeatureLineParser", () => {
  test("reads numbers exactly as Number and Math.fround do", () => {
    const seed = 5;
    const random = randomStream(seed);
    const numbers = Array.from({ length: 20_000 }, (_, i) => {
      const digits = 1 + Math.floor(random() * 15);
      const x = (random() - 0.5) * 10 ** Math.floor(random() * 14 - 7);
      return [x.toPrecision(digits), x.toFixed(digits % 9), x.toExponential(digits - 1), `${Math.round(1e6 * x)}`][
        i % 4
      ];
    });
    const parser = createFeatureLineParser(module, { featureCount: 2 });
    let left = 0;
    for (const [i, number] of numbers.entries()) {
      parser.load(encode(`0 1:${number}\n`));
      const { rows } = parser.parse(0);
      if (rows === 0) left++;
      else expect(parser.values[1], `number ${i} of seed ${seed}: ${number}`).toBe(Math.fround(Number(number)));
    }
    expect(left).toBeLessThan(numbers.length / 20);
  });

  test("records positions, grades and lines", () => {
    const parser = createFeatureLineParser(module, { featureCount: 3 });
    const text = "# head\n\n 1.5 qid:ab 0:1\t2:4 # docid = x\r\n2 1:3\r\n";
    parser.load(encode(text));
    expect(parser.parse(0)).toEqual({ rows: 2, lines: 4, bytes: text.length });
    expect(Array.from(parser.grades.subarray(0, 2))).toEqual([1.5, 2]);
    expect(Array.from(parser.values.subarray(0, 6))).toEqual([1, 0, 4, 0, 3, 0]);
    const at = (words: string): number => text.indexOf(words);
    const [query, queryEnd, comment, , features, lines] = parser.records;
    expect([query, queryEnd, comment, features, lines]).toEqual([at("ab"), at("ab") + 2, at("# doc"), 3, 2]);
    expect(Array.from(parser.records.subarray(6, 9))).toEqual([0, 0, 0]);
    expect(Array.from(parser.records.subarray(10, 12))).toEqual([2, 3]);
  });

  test.each([
    "-1 1:1",
    "x 1:1",
    "1 1:nan",
    "1 1:",
    "1 1:1 1:2",
    "1 1:2 0:1",
    "1 9:1",
    "1 1",
    "1 :1",
    "1 1:1234567890123456",
    "1 1:1e99",
    "1 1:1e",
    "1 1:.5",
    "1 1:1x",
    "1 1:1/2",
    "1 1:1.2.3",
    "1 1:1..2",
    "1 1:12345678.12345678.1",
    "1 1:1\rx",
    "",
  ])("stops before a line that is not in the plain form: %j", (line) => {
    const parser = createFeatureLineParser(module, { featureCount: 3 });
    parser.load(encode(`3 2:7\n${line}\n3 2:7\n`));
    const expected = line === "" ? { rows: 2, lines: 3, bytes: 13 } : { rows: 1, lines: 1, bytes: 6 };
    expect(parser.parse(0)).toEqual(expected);
    expect(parser.parse(7 + line.length)).toEqual({ rows: 1, lines: 1, bytes: 6 });
  });

  test("stops when its rows are full and continues from any position", () => {
    const parser = createFeatureLineParser(module, { featureCount: 10_000 });
    const text = "1 9999:2\n".repeat(40);
    parser.load(encode(text));
    let [from, rows] = [0, 0];
    for (let calls = 0; from < text.length; calls++) {
      expect(calls).toBeLessThan(10);
      const read = parser.parse(from);
      from += read.bytes;
      rows += read.rows;
    }
    expect(rows).toBe(40);
  });

  test("rejects bytes that do not end with a line feed, and too many bytes", () => {
    const parser = createFeatureLineParser(module, { featureCount: 1, mostBytes: 10 });
    expect(() => parser.load(encode("1 0:1"))).toThrow(
      "bytes.length is 5; expected at most 10 bytes that end with a line feed",
    );
    expect(() => parser.load(encode("1 0:123456\n"))).toThrow("bytes.length is 11;");
  });
});
