import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parseLetor } from "@tierwise/data";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { generateDocuments, parseDocuments, readDocuments, writeDocuments } from "../../src/index.ts";

const directory = mkdtempSync(join(tmpdir(), "tierwise-"));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

/** LETOR lines with random features, in random order of queries. */
function randomLetor(seed: number, lines: number): string {
  const random = randomStream(seed);
  return Array.from({ length: lines }, (_, i) => {
    const features = Array.from({ length: 40 }, (_, f) => f)
      .filter(() => random() < 0.3)
      .map(
        (f) => `${f}:${[(random() * 100 - 50).toFixed(4), random().toExponential(), Math.floor(random() * 9)][f % 3]}`,
      );
    const comment = random() < 0.3 ? ` # docid = D${i} inc = 1` : "";
    return `${Math.floor(random() * 5)} qid:${Math.floor(random() * 6)} ${features.join(" ")}${comment}\n`;
  }).join("");
}

test("parseDocuments reads the same numbers as parseLetor, but groups them by query", () => {
  const text = randomLetor(7, 300);
  const { offsets, features, grades, listNames, documentNames, featureCount } = parseDocuments(text);
  const letor = parseLetor(text);
  expect(listNames).toEqual(letor.queries);
  expect(featureCount).toBe(letor.numFeatures);
  for (const [q, { tiers }] of letor.preferences.entries()) {
    const members = tiers.flatMap((tier) => Array.from(tier)).sort((a, b) => a - b);
    expect(offsets[q + 1] - offsets[q]).toBe(members.length);
    for (const [k, document] of members.entries()) {
      const i = offsets[q] + k;
      const row = new Float32Array(featureCount);
      for (let at = letor.features.indptr[document]; at < letor.features.indptr[document + 1]; at++) {
        row[letor.features.indices[at]] = letor.features.values[at];
      }
      expect(features.slice(i * featureCount, (i + 1) * featureCount)).toEqual(row);
      expect(grades[i]).toBe(letor.relevance[document]);
      const name = letor.itemNames[document];
      if (name.startsWith("D")) expect(documentNames?.[i]).toBe(name);
    }
  }
});

describe("readDocuments", () => {
  test("reads plain and gzipped files, with CRLF and without a final line break", async () => {
    const text = randomLetor(8, 5000);
    const expected = parseDocuments(text);
    const crlf = text.replaceAll("\n", "\r\n").trimEnd();
    for (const path of [file("a.txt", crlf), file("b.txt.gz", gzipSync(text))]) {
      expect(await readDocuments(path)).toEqual(expected);
    }
  });

  test("reads long lines that start in one chunk and end in the next", async () => {
    const seed = 9;
    const random = randomStream(seed);
    const features = Array.from({ length: 3000 }, (_, f) => f);
    const line = (_: unknown, i: number): string =>
      `${i % 3} qid:${i >> 3} ${features.map((f) => `${f}:${random().toFixed(1 + (f % 9))}`).join(" ")}\n`;
    const text = Array.from({ length: 150 }, line).join("");
    expect(text.length).toBeGreaterThan(4 * 2 ** 20);
    expect(await readDocuments(file("long.txt", text)), `seed ${seed}`).toEqual(parseDocuments(text));
    const broken = `${text}1 qid:99 1:x\n`;
    await expect(readDocuments(file("broken.txt", broken))).rejects.toThrow(/151/);
  });

  test("groups documents by a .query file", async () => {
    const path = file("rank.train", "1 1:1\n0 1:2\n2 1:3\n");
    await expect(readDocuments(path)).rejects.toThrow("rank.train:1: the lines have no qid; expected a file");
    file("rank.train.query", "2\n0\n1\n");
    expect(Array.from((await readDocuments(path)).offsets)).toEqual([0, 2, 3]);
    const queryFile = file("short.query", "2\n");
    await expect(readDocuments(path, { queryFile })).rejects.toThrow(
      "the number of documents is 3, but the sizes of the queries add up to 2",
    );
  });

  test("pads rows to the model's number of features, and rejects larger feature indices", async () => {
    const path = file("test.txt", "1 qid:1 3:1\n");
    expect((await readDocuments(path, { featureCount: 6 })).features).toEqual(Float32Array.of(0, 0, 0, 1, 0, 0));
    await expect(readDocuments(path, { featureCount: 3 })).rejects.toThrow("feature index 3 is not below 3");
  });

  test("reads CSV with a query column", async () => {
    const text = 'qid;label;doc;"bm25; title";clicks\nb;2;"d""1";0.5;3\na;0;d2;1;4\nb;1;d3;2;5\n';
    const lists = await readDocuments(file("lists.csv", text));
    expect(lists.listNames).toEqual(["b", "a"]);
    expect(lists.featureNames).toEqual(["bm25; title", "clicks"]);
    expect(lists.documentNames).toEqual(['d"1', "d3", "d2"]);
    expect(Array.from(lists.features)).toEqual([0.5, 3, 2, 5, 1, 4]);
    expect(Array.from(lists.grades)).toEqual([2, 1, 0]);
    const named = parseDocuments("user,stars,x\n1,5,2\n", { queryColumn: "user", gradeColumn: "stars" });
    expect(named.featureNames).toEqual(["x"]);
  });

  test("ignores CSV columns with text, and returns their names", () => {
    const lists = parseDocuments(
      "query,title,grade,bm25,url,date\ntea,Green tea,1,0.5,https://a/1,2024-05-01\ntea,7,0,2,b,x\n",
    );
    expect(lists.featureNames).toEqual(["bm25"]);
    expect(lists.ignoredColumns).toEqual(["title", "date"]);
    expect(lists.documentNames).toEqual(["https://a/1", "b"]);
  });

  test("matches the features of a model by name, with or without grades", () => {
    const options = { featureNames: ["x", "y"], unrated: true };
    const lists = parseDocuments("y,query,new,x\n1,tea,9,2\n3,tea,9,4\n", options);
    expect(Array.from(lists.features)).toEqual([2, 1, 4, 3]);
    expect(Array.from(lists.grades)).toEqual([0, 0]);
    expect(() => parseDocuments("query,x\ntea,2\n", options)).toThrow(
      'input:1: the header has "query", "x"; expected the feature "y"',
    );
  });
});

test.each([
  ["x qid:1 1:1\n", 'input:1: expected a nonnegative grade, found "x"'],
  ["-1 qid:1 1:1\n", 'input:1: expected a nonnegative grade, found "-1"'],
  ["1 qid:1 1:1\n1 1:1\n", "input:2: some lines have a qid and some have none"],
  ["1 qid:1 1:nan\n", 'input:1: value "nan" of feature 1 is not a finite number'],
  ["1 qid:1 1:1 1:2\n", "input:1: feature 1 occurs twice"],
  ["1 qid:1 x:1\n", 'input:1: expected feature:value, found "x:1"'],
  ["1 qid:1 7\n", 'input:1: expected feature:value, found "7"'],
  ["# nothing\n", "input: the file has no documents"],
  ["query,grade,x\n1,2\n", "input:2: the number of fields is 2; expected 3, as in the header"],
  ["query,grade,x\n1,2,\n", 'input:2: feature "x" is empty; expected a number; replace missing values first'],
  ["query,grade,x\n1,2,3\n1,0,new\n", 'input:3: feature "x" is "new"; expected a finite number'],
  ["query;grade;x\n1;2;1,5\n", 'input:2: feature "x" is "1,5"; expected a finite number'],
  ["query,grade,title\n1,2,tea\n", 'input: every feature column contains text: "title"; expected numbers'],
  ["query,stars,x\n1,2,3\n", "expected a column for the grade (grade, relevance, label, rating)"],
])("parseDocuments reports the line of a problem, case %#", (text, message) => {
  expect(() => parseDocuments(text)).toThrow(message);
});

test("readDocuments returns exactly the lists that writeDocuments wrote", async () => {
  const { lists } = generateDocuments({ lists: 20, documents: 10, features: 7, seed: 9 });
  const named = { ...lists, documentNames: Array.from(lists.grades, (_, i) => `d${i}`) };
  const path = join(directory, "written.txt.gz");
  await writeDocuments(path, named);
  const read = await readDocuments(path, { featureCount: 7 });
  expect(Buffer.from(read.features.slice().buffer).equals(Buffer.from(lists.features.slice().buffer))).toBe(true);
  expect([read.offsets, read.grades, read.documentNames]).toEqual([lists.offsets, lists.grades, named.documentNames]);
});

describe("large files, which the kernel parses", () => {
  const plain = (i: number): string => `${i % 3} qid:${Math.floor(i / 9)} 1:${i / 8} 3:-0.5\n`;
  const lines = (count: number): string => Array.from({ length: count }, (_, i) => plain(i)).join("");

  test("may have more features, in any order, in a later line", () => {
    const { featureCount, features, offsets } = parseDocuments(`${lines(2000)}1 qid:0 70:2 5:4\n${lines(2000)}`);
    expect(featureCount).toBe(71);
    const row = offsets[1] - 9 - 1; // nine more documents of query 0 follow
    expect(Array.from(features.subarray(71 * row, 71 * (row + 1)).entries()).filter(([, x]) => x !== 0)).toEqual([
      [5, 4],
      [70, 2],
    ]);
    expect(features.filter((x) => x === -0.5).length).toBe(4000);
  });

  test.each([
    ["1 qid:5 1:x\n", 'input:2003: value "x" of feature 1 is not a finite number'],
    ["1 qid:5 1:1e400\n", 'input:2003: value "1e400" of feature 1 is not a finite number'],
    ["-1 qid:5 1:1\n", "input:2003: expected a nonnegative grade"],
    ["1 1:1\n", "input:2003: some lines have a qid and some have none"],
    ["1 qid:5 1:1 1:2\n", "input:2003: feature 1 occurs twice"],
    ["1 qid:5 1:1 2\n", 'input:2003: expected feature:value, found "2"'],
  ])("lead to errors that state the number of the invalid line: %j", (line, message) => {
    expect(() => parseDocuments(`# comment\n\n${lines(2000)}${line}${lines(10)}`)).toThrow(message);
  });

  test("give the same numbers as small files", () => {
    const text = randomLetor(11, 3000).replaceAll(/(\.\d{1,8})\d*e/g, "$1e");
    const whole = parseDocuments(text);
    const rows = text.split(/(?<=\n)/);
    const queries = whole.listNames ?? [];
    for (const [q, query] of queries.entries()) {
      const own = rows.filter((row) => row.includes(` qid:${query} `)).slice(0, 90);
      const { features } = parseDocuments(own.join(""), { featureCount: whole.featureCount });
      const from = whole.offsets[q] * whole.featureCount;
      expect(whole.features.slice(from, from + features.length)).toEqual(features);
    }
  });

  test("may have no grades", () => {
    const text = lines(3000);
    const unrated = parseDocuments(text.replaceAll(/^\d+ /gm, ""), { unrated: true });
    const { features, offsets } = parseDocuments(text);
    expect(unrated).toMatchObject({ features, offsets });
    expect(unrated.grades.every((grade) => grade === 0)).toBe(true);
  });
});
