import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import {
  extendVocabulary,
  type FileRows,
  type MatchTarget,
  matchRows,
  parsePreferences,
  parsePrefLib,
  parseTiersJsonl,
  readAllScores,
  readItemNames,
  readLines,
  readNames,
  readPreferences,
  readPreferencesBlob,
  readScores,
  readVocabulary,
} from "../../src/index.ts";
import type { ErrorCase } from "./error-case.ts";

const scores = (content: string): Pick<ErrorCase, "read"> => ({
  read: (file) => readAllScores(file("f.json", content)),
});
const vocabulary = (content: string): Pick<ErrorCase, "read"> => ({
  read(file) {
    file("vocabulary.json", content);
    return readVocabulary(file("f.txt", ""));
  },
});
/** The SHA-256 of an empty file. */
const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const described = (part: object): string =>
  JSON.stringify({ format: "tierwise-vocabulary", version: 1, files: { "f.txt": empty }, ...part });

const oneRow = { indptr: Int32Array.of(0, 1), indices: Int32Array.of(0), values: Float32Array.of(1) };
const rows: FileRows["rows"] = { numRows: 1, numFeatures: 1, numLabels: 1, features: oneRow, labels: oneRow };
const match = (names: readonly string[] | undefined, target: Partial<MatchTarget>): Pick<ErrorCase, "read"> => ({
  read: () =>
    matchRows(
      { path: "f.txt", rows, vocabulary: names && { featureNames: names, itemNames: ["i"] } },
      { title: "the model m", featureCount: 1, itemCount: 1, ...target },
    ),
});

/** A Parquet file with one text column, whose data is overwritten with invalid bytes. */
function damagedParquet(): Uint8Array {
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "winner", data: ["a", "b", "a"] }] }));
  return bytes.fill(255, 4, 40);
}

/** The errors about encodings, memory and files, and about the files that accompany data: names, scores and vocabularies. */
export const fileErrors: readonly ErrorCase[] = [
  {
    message: "f.csv: there is no such file",
    read: (file) => readPreferences(file("f.csv", "").replace("f.csv", "none/f.csv")),
  },
  {
    message: "f: is a directory, not a file",
    read: (file) => readPreferences(file("f/inside.csv", "").replace("/inside.csv", "")),
  },
  {
    message: "f.csv: ends in the middle of its gzip data",
    read: (file) => readPreferences(file("f.csv", gzipSync("winner,loser\na,b\n").subarray(0, 20))),
  },
  {
    message: "f.csv: has damaged gzip data",
    read: (file) => readPreferences(file("f.csv", gzipSync("winner,loser\na,b\n").fill(0, 12, 20))),
  },
  {
    message: "f.csv: has damaged gzip data",
    read: () => readPreferencesBlob(new Blob([gzipSync("a > b").subarray(0, 15)]), { file: "f.csv" }),
  },
  {
    message: "f.parquet: cannot be read as Parquet: …",
    read: (file) => readPreferences(file("f.parquet", "PAR1 only")),
  },
  {
    message: "f.parquet: cannot be read as Parquet: …",
    read: (file) => readPreferences(file("f.parquet", damagedParquet())),
  },
  {
    message: "f.xlsx: is not a text file but a spreadsheet or ZIP archive; save the sheet as CSV first",
    read: (file) => readPreferences(file("f.xlsx", Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0))),
  },
  {
    message: "f.csv: is not a text file: it contains bytes that do not occur in text",
    read: (file) => readPreferences(file("f.csv", Uint8Array.of(1, 0, 0, 2, 65, 10))),
  },
  {
    message:
      'f.csv:3: expected text in UTF-8, found "the <e9>,tea"; if the file has a different encoding, such as windows-1252, specify it',
    option: "encoding",
    read: (file) =>
      readPreferences(file("f.csv", Buffer.from("winner,loser\nth\xc3\xa9,tea\nthe \xe9,tea\n", "latin1"))),
  },
  {
    message: 'f.txt:1: expected text in UTF-8, found "caf<e9>"',
    read: (file) => readLines(file("f.txt", Buffer.from("caf\xe9\n", "latin1")), () => {}),
  },
  {
    message: "f.csv:2: a quote is not closed",
    read: () => parsePreferences('winner,loser\na,"b\n', { file: "f.csv" }),
  },
  {
    message: "f.csv:2: a quote is not closed, or is followed by other text",
    read: () => parsePreferences('winner,loser\na,"b"c\n', { file: "f.csv" }),
  },
  {
    message: "f.toi:1: 99 alternatives need 9900 bytes of memory; the limit, maxBytes, is 1000 bytes",
    limit: "maxBytes",
    read: () => parsePrefLib("# NUMBER ALTERNATIVES: 99\n", { file: "f.toi", maxBytes: 1000 }),
  },
  {
    message: "f.jsonl:1: the data read so far need 4404 bytes of memory; the limit, maxBytes, is 1000 bytes",
    limit: "maxBytes",
    read: () => parseTiersJsonl(`{"tiers": [["${"a".repeat(2000)}"]]}`, { file: "f.jsonl", maxBytes: 1000 }),
  },
  {
    message: "f.csv:3: the line is longer than 1024 bytes, a sixteenth of maxBytes",
    limit: "maxBytes",
    read: () => parsePreferences(`winner,loser\na,b\na,${"b".repeat(2000)}\n`, { file: "f.csv", maxBytes: 16_384 }),
  },

  {
    message: "f.txt: the number of names is 1; expected 2, one line per item",
    read: (file) => readNames(file("f.txt", "a\n"), { expected: 2 }),
  },
  {
    message: "f.csv: has one column; expected two, such as movieId,title",
    read: (file) => readItemNames(file("f.csv", "title\nHeat\n")),
  },
  {
    message: 'f.csv:3: item "1" has two names, "Heat" and "Ran"',
    read: (file) => readItemNames(file("f.csv", "movieId,title\n1,Heat\n1,Ran\n")),
  },
  {
    message: 'f.json: there is no score for "b"; expected one for every item',
    read: (file) => readScores(file("f.json", '{"a": 1}'), ["b"]),
  },
  { message: "f.json:1: an item has no name", ...scores('{"items": [{"utility": 1}]}') },
  { message: 'f.json:1: the score of "a" is "x"; expected a number', ...scores('{"a": "x"}') },
  { message: 'f.json:2: "a" has two scores', ...scores("a\t1\na\t2\n") },
  { message: "f.json:1: expected JSON: …", ...scores("{") },

  { message: "vocabulary.json: is not JSON; the file is damaged", ...vocabulary("{") },
  { message: "vocabulary.json: version is 2; expected 1", ...vocabulary(described({ version: 2 })) },
  {
    message: 'vocabulary.json: groups["f.txt"] is not an array of integers; the file is damaged',
    ...vocabulary(described({ groups: { "f.txt": ["a"] } })),
  },
  {
    message: "vocabulary.json: itemNames is not an array of names; the file is damaged",
    ...vocabulary(described({ itemNames: [1] })),
  },
  {
    message: 'f.txt: none of its features ("a") is a feature of the model m ("b")',
    ...match(["a"], { featureNames: ["b"] }),
  },
  {
    message: "f.txt: its features and items are only numbered, but the model m has names for them …",
    ...match(undefined, { featureNames: ["b"] }),
  },
  {
    message: 'f.txt: its features have names ("a"), but those of the model m are only numbered; …',
    ...match(["a"], {}),
  },
  {
    message: "f.txt: found 1 features and 1 labels; expected 5 and 1, as in the model m",
    ...match(undefined, { featureCount: 5 }),
  },
  {
    message: "f.txt: found 1 features and 1 labels; expected at least 5 and 1, as in the model m",
    read: () =>
      extendVocabulary(
        { path: "f.txt", rows, vocabulary: undefined },
        { title: "the model m", featureCount: 5, itemCount: 1 },
      ),
  },
];
