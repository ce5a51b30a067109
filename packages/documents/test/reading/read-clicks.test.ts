import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { parseClicks, readClicks, splitClicks } from "../../src/index.ts";

const rows = ["tea,a,1,1,0.5,x", "tea,b,2,0,0.9,y", "tea,b,1,true,0.9,y", "tea,a,3,no,0.5,x", "milk,a,4,0,0.1,z"];
const csv = (...lines: string[]): string => `query,document,position,click,match,title\n${lines.join("\n")}\n`;

describe("parseClicks", () => {
  test("starts a new page where the query changes or the position does not increase", () => {
    const { lists, log, documents } = parseClicks(csv(...rows));
    expect([...lists.offsets]).toEqual([0, 2, 4, 5]);
    expect(log.offsets).toEqual(lists.offsets);
    expect([...log.positions]).toEqual([1, 2, 1, 3, 4]);
    expect([...log.clicks]).toEqual([1, 0, 1, 0, 0]);
    // The same document of the same query has the same number.
    expect([...documents]).toEqual([0, 1, 1, 0, 2]);
    expect(lists).toMatchObject({
      featureNames: ["match"],
      listNames: ["tea", "tea", "milk"],
      ignoredColumns: ["title"],
    });
    expect([...lists.features]).toEqual([0.5, 0.9, 0.9, 0.5, 0.1].map(Math.fround));
    expect([...lists.grades]).toEqual([0, 0, 0, 0, 0]);
  });

  test("groups rows into pages by the page column, in any order, and identifies documents without names by their features", () => {
    const text =
      "qid\tsession\tpos\tclicked\tgrade\tmatch\nt\tp\t2\t0\t3\t0.5\nt\tq\t1\t1\t\t0.7\nt\tp\t1\t1\t1\t0.7\n";
    const { lists, log, documents } = parseClicks(text);
    expect([...log.positions]).toEqual([2, 1, 1]);
    expect([...lists.offsets]).toEqual([0, 2, 3]);
    expect([...documents]).toEqual([0, 1, 1]);
    expect(lists.featureNames).toEqual(["match"]);
  });

  test("reads columns by other names, matches features by name, and reads gzipped files", async () => {
    const path = join(temporaryFolder(), "log.csv.gz");
    writeFileSync(path, gzipSync("q,at,hit,b,a\nt,1,0,5,6\nt,2,1,7,8\n"));
    const names = { queryColumn: "q", positionColumn: "at", clickColumn: "hit", featureNames: ["a", "b"] };
    const { lists, log } = await readClicks(path, names);
    expect([...lists.features]).toEqual([6, 5, 8, 7]);
    expect([...log.clicks]).toEqual([0, 1]);
  });

  test.each([
    [csv("tea,a,0,1,0.5,x"), 'input:2: the position is "0"; expected an integer of at least 1, where 1 is the top'],
    [csv("tea,a,1,2,0.5,x"), 'input:2: the click is "2"; expected 0 or 1'],
    [csv("tea,a,1,,0.5,x"), 'input:2: the click is ""; expected 0 or 1'],
    [csv(), "the file has no documents"],
    ["query,position,match\nt,1,2\n", "expected a column for clicks (click, clicked, is_click, is_clicked)"],
    [
      "query,page,position,click,match\nt,p,1,0,2\nt,p,1,0,3\n",
      'page "p" of query "t" has position 1 twice; expected each position once per page',
    ],
  ])("rejects %j", (text, message) => {
    expect(() => parseClicks(text)).toThrow(message);
  });
});

test("splitClicks keeps the pages of a query together", () => {
  const lines = Array.from({ length: 60 }, (_, i) => `q${i % 10},d${i},${1 + (i % 2)},${i % 2},${i},x`);
  const all = parseClicks(csv(...lines));
  const { train, validation } = splitClicks(all, { validation: 0.3, seed: 2 });
  const [kept, held] = [train, validation].map(({ lists }) => new Set(lists.listNames));
  expect([kept.size, held.size]).toEqual([7, 3]);
  expect([...held].some((query) => kept.has(query))).toBe(false);
  for (const { lists, log, documents } of [train, validation]) {
    expect(log.offsets).toEqual(lists.offsets);
    for (let i = 0; i < documents.length; i++) {
      const number = lists.features[i];
      expect([log.positions[i], log.clicks[i], documents[i]]).toEqual([1 + (number % 2), number % 2, number]);
    }
  }
  expect(() => splitClicks(parseClicks(csv(...rows.slice(0, 3))))).toThrow(
    "the number of queries is 1; expected at least 2",
  );
});
