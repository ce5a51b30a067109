import { gzipSync } from "node:zlib";
import type { SampleFile } from "./sample-file.ts";

const ratings = "user,item,rating\nann,tea,5\nann,café,2\n";
const read = { format: "ratings", items: 2, samples: ["user ann: {tea} above {café}"] };

/** Files that contain the same ratings with various formatting problems, and files without any data. */
export const dirtyFiles: readonly SampleFile[] = [
  { title: "a byte order mark", content: `\ufeff${ratings}`, reading: { ...read, encoding: "utf-8" } },
  { title: "CRLF", content: ratings.replaceAll("\n", "\r\n"), reading: read },
  { title: "carriage returns alone", content: ratings.replaceAll("\n", "\r"), reading: read },
  { title: "no line feed at the end", content: ratings.trimEnd(), reading: read },
  { title: "empty lines", content: `\n${ratings.replaceAll("\n", "\n\n")}`, reading: read },
  { title: "gzip without .gz", content: gzipSync(ratings), reading: { ...read, gzip: true } },
  {
    title: "UTF-16 with a byte order mark",
    content: Buffer.from(`\ufeff${ratings}`, "utf16le"),
    reading: { ...read, encoding: "utf-16le" },
  },
  {
    title: "UTF-16, the other order of bytes",
    content: Buffer.from(`\ufeff${ratings}`, "utf16le").swap16(),
    reading: { ...read, encoding: "utf-16be" },
  },
  {
    title: "UTF-16 without a byte order mark",
    content: Buffer.from(ratings, "utf16le"),
    reading: { ...read, encoding: "utf-16le" },
  },
  { title: "Latin-1", content: Buffer.from(ratings, "latin1"), reading: { ...read, encoding: "windows-1252" } },
  {
    title: "Latin-1 on request",
    content: Buffer.from(ratings, "latin1"),
    options: { encoding: "windows-1252" },
    reading: read,
  },
  {
    title: "UTF-8 with a damaged byte",
    content: Buffer.from("user,item,rating\nann,th\xc3\xa9,5\nann,caf\xe9,2\n", "latin1"),
    error: /:3: expected text in UTF-8, found "ann,caf<e9>,2"|:3: expected text in UTF-8, found "caf<e9>"/,
    option: "encoding",
  },
  { title: "tabs", name: "r.tsv", content: ratings.replaceAll(",", "\t"), reading: { ...read, container: "tsv" } },
  { title: "vertical bars", content: ratings.replaceAll(",", "|"), reading: { ...read, delimiter: "|" } },
  { title: "white space", content: ratings.replaceAll(",", "   "), reading: { ...read, delimiter: " " } },
  { title: "spaces around fields", content: " user , item , rating \n ann , tea , 5 \nann, café ,2\n", reading: read },
  { title: "quotes around all fields", content: ratings.replaceAll(/[^,\n]+/g, '"$&"'), reading: read },
  { title: "a space before a quote", content: 'user, item, rating\nann, "tea", 5\nann, "café", 2\n', reading: read },
  {
    title: "names with delimiters, quotes and line breaks",
    content: 'user,item,rating\nann,"Good, the ""Bad""",5\nann,"two\nlines",1\n',
    reading: { samples: ['user ann: {Good, the "Bad"} above {two\\nlines}'] },
  },
  {
    title: "names with control characters",
    content: "user,item,rating\nann,tea\u001b[2J,5\nann,milk,1\n",
    reading: { items: 2, samples: ["user ann: {tea\\u001b[2J} above {milk}"] },
  },
  {
    title: "comments above, between and below",
    content:
      "# exported today, by me\n# twice\nuser,item,rating\nann,tea,5\n# note\nann,café,2\n# end, of, file, really\n",
    reading: { ...read, rows: 2 },
  },
  { title: "a header in a comment", content: "#user,item,rating\nann,tea,5\nann,café,2\n", reading: read },
  {
    title: "names that start with #",
    content: "item,user,rating\n#1 Dad,ann,5\ntea,ann,2\n",
    reading: { items: 2, samples: ["user ann: {#1 Dad} above {tea}"] },
  },
  { title: "an index column without a name", content: ",user,item,rating\n0,ann,tea,5\n1,ann,café,2\n", reading: read },
  {
    title: "an index column that pandas named",
    content: "Unnamed: 0,user,item,rating\n0,ann,tea,5\n1,ann,café,2\n",
    reading: read,
  },
  {
    title: "row names that R wrote",
    content: '"user" "item" "rating"\n"1" "ann" "tea" 5\n"2" "ann" "café" 2\n',
    reading: read,
  },
  {
    title: "a delimiter at the end of each line",
    content: "user,item,rating,\nann,tea,5,\nann,café,2,\n",
    reading: read,
  },
  {
    title: "a delimiter at the end of data lines only",
    content: "user,item,rating\nann,tea,5,\nann,café,2,\n",
    reading: read,
  },
  {
    title: "a name with an unquoted comma",
    content: "user,item,rating\nann,tea,5\nann,café,2\nann,Good, Bad,3\n",
    error:
      /:4: the number of fields is 4; expected 3, as in the first line; names that contain the delimiter need quotes/,
    option: "missing",
  },
  {
    title: "a short line",
    content: "user,item,rating\nann,tea,5\nann,café\n",
    error:
      /:3: the number of fields is 2; expected 3, as in the first line; such rows can be skipped with missing: "skip"/,
    option: "missing",
  },
  {
    title: "a short line, skipped",
    content: "user,item,rating\nann,tea,5\nann,café,2\nbob,milk\n",
    options: { missing: "skip" },
    reading: { ...read, skippedBecause: { "wrong number of fields": 1 } },
  },
  {
    title: "column names that contain commas, in the proposed columns",
    content: '"who, when","what, exactly","how ""good"""\nann,tea,5\nbob,milk,4\n',
    error: /the columns are not recognized/,
    option: "columns",
    choices: [
      { columns: 'user="who, when",item="what, exactly",rating=how "good"' },
      { columns: 'a="who, when",b="what, exactly",winner=how "good"' },
    ],
  },
  { title: "a quote that is not closed", content: 'user,item,rating\nann,"tea,5\n', error: /a quote is not closed/ },
  {
    title: "text after a quote",
    content: 'user,item,rating\nann,"tea"x,5\n',
    error: /:2: a quote is not closed, or is followed by other text/,
  },
  {
    title: "capital letters and spaces in the header",
    content: "User ID,Movie ID,RATING\nann,tea,5\nann,café,2\n",
    reading: { ...read, columns: { user: "User ID", item: "Movie ID", rating: "RATING" } },
  },
  {
    title: "JSON that is damaged",
    name: "r.jsonl",
    content: '{"user": 1, "item": "a", "rating": 2}\n{"user": 1, "item": \n',
    error: /a JSON object is not closed|expected a JSON object/,
  },
  {
    title: "JSON records that lack a value",
    name: "r.jsonl",
    content: '{"user": "ann", "item": "tea", "rating": 5}\n{"user": "ann", "item": "milk"}\n',
    error: /:2: the rating is missing/,
    option: "missing",
  },
  { title: "a JSON array without objects", name: "r.json", content: "[]", error: /contains no JSON object/ },
  { title: "an empty file", content: "", error: /file\.csv: is empty; expected data/ },
  { title: "a file with white space only", content: "\n  \n\t\n", error: /is empty; expected data/ },
  {
    title: "a header without rows",
    content: "user,item,rating\n",
    error: /contains a header \("user", "item", "rating"\) but no rows; expected data/,
  },
  {
    title: "a header without rows, of battles",
    content: "model_a,model_b,winner\n\n",
    error: /but no rows; expected data/,
  },
  { title: "comments only", content: "# user\n# item\n", error: /no rows|is empty|not recognized/ },
  {
    title: "a picture",
    content: Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001", "hex"),
    error: /is not a text file/,
  },
  {
    title: "prose",
    content: "Dear all,\nplease find attached the ratings.\nBest, Ann\n",
    error: /not recognized|unclear/,
    option: "columns",
  },
  { title: "a list of names", content: "tea\nmilk\nrice\n", error: /not recognized|unclear/ },
  {
    title: "rows that all lack a value",
    content: "user,item,rating\nann,tea,\nann,milk,NA\n",
    options: { missing: "skip" },
    error: /contains no observations \(2 rows skipped: rating missing\)/,
  },
];
