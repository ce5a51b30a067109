import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTranscoder } from "../../src/encoding/text-encoding.ts";
import { cellTexts } from "../../src/records/cells.ts";
import { createDelimitedScanner, type Delimiter } from "../../src/records/delimited-records.ts";
import { createRecordFeed } from "../../src/records/record-feed.ts";

/** A table as text, and the sizes of the chunks into which it is cut. */
interface Table {
  readonly text: string;
  readonly delimiter: Delimiter;
  readonly cuts: readonly number[];
}

/** Characters with a meaning in CSV, and characters of one, two, three and four bytes. */
const characters = ["a", "B", "7", ".", "-", "#", "'", "é", "→", "😀", " ", "\t", ",", ";", "|", '"', "\n", "\r\n"];

/** One cell as text, in quotes if `quoted` is set or quotes are required, for example before #, which would start a comment. */
function cellText(value: string, quoted: boolean, delimiter: string): string {
  const needsQuotes = /["\n\r]|^#/.test(value) || value.includes(delimiter);
  return quoted || needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}

const tables = fc
  .record({
    width: fc.integer({ min: 2, max: 5 }),
    delimiter: fc.constantFrom<Delimiter>(",", ";", "\t", "|"),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    hasMark: fc.boolean(),
    endsWithLine: fc.boolean(),
    cuts: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
  })
  .chain(({ width, delimiter, lineEnd, hasMark, endsWithLine, cuts }) => {
    const value = fc.array(fc.constantFrom(...characters), { maxLength: 6 }).map((parts) => parts.join("").trim());
    const cell = fc.tuple(value, fc.boolean());
    const row = fc.array(cell, { minLength: width, maxLength: width });
    return fc.array(row, { minLength: 1, maxLength: 8 }).map((rows): Table => {
      const lines = rows.map((cells) =>
        cells.map(([text, quoted]) => cellText(text, quoted, delimiter)).join(delimiter),
      );
      const body = lines.join(lineEnd) + (endsWithLine ? lineEnd : "");
      return { text: `${hasMark ? "\ufeff" : ""}${body}`, delimiter, cuts };
    });
  });

/** The cells of all records, from bytes that arrive in chunks of the given sizes. */
function scanned({ text, delimiter, cuts }: Table): string[][] {
  const records: string[][] = [];
  const scanner = createDelimitedScanner({
    delimiter,
    file: "f.csv",
    skipLines: 0,
    onRecord: (cells) => void records.push(cellTexts(cells, "f.csv")),
  });
  const feed = createRecordFeed(scanner, "f.csv", 2 ** 30);
  const transcoder = createTranscoder("utf-8");
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  for (const size of [...cuts, bytes.length]) {
    feed.push(transcoder.convert(bytes.slice(at, at + size)));
    at += size;
  }
  feed.push(transcoder.finish());
  feed.finish();
  return records;
}

const seed = Number(process.env["TIERWISE_FUZZ_SEED"] ?? Date.now() % 2 ** 31);

test(`reads the same cells as csv-parse for any delimiters, quotes, line endings and chunks (seed ${seed})`, () => {
  fc.assert(
    fc.property(tables, (table) => {
      const expected = parse(table.text, {
        bom: true,
        delimiter: table.delimiter,
        relax_column_count: true,
      }) as string[][];
      expect(scanned(table)).toEqual(expected.map((cells) => cells.map((cell) => cell.trim())));
    }),
    { numRuns: 2000, seed },
  );
});
