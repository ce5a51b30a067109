import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { readLines, readPreferences, readRatings } from "../../src/index.ts";

const folder = temporaryFolder();
const path = join(folder, "r.csv");

test.each([
  ["Latin-1", Buffer.from("u,tea,1\nu,caf\xe9,5\nu,caf\xe8,3\n", "latin1"), "windows-1252"],
  ["UTF-16 with a byte order mark", Buffer.from("\ufeffu,tea,1\nu,café,5\nu,cafè,3\n", "utf16le"), "utf-16le"],
  ["UTF-16 without a byte order mark", Buffer.from("u,tea,1\nu,café,5\nu,cafè,3\n", "utf16le"), "utf-16le"],
])("recognizes %s and states the encoding in the reading", async (_, bytes, encoding) => {
  for (const stored of [bytes, gzipSync(bytes)]) {
    writeFileSync(path, stored);
    const { itemNames, reading } = await readRatings(path);
    expect([itemNames, reading.encoding]).toEqual([["cafè", "café", "tea"], encoding]);
  }
});

test.each([
  ["a surrogate in UTF-8", Buffer.from([117, 44, 0xed, 0xa0, 0x80, 44, 53, 10]), "r.csv:1: expected text in UTF-8"],
  ["a truncated sequence", Buffer.from([117, 44, 97, 44, 53, 10, 0xe2, 0x82]), "r.csv:2: expected text in UTF-8"],
  ["UTF-8 with a byte of Latin-1", Buffer.from("u,caf\xc3\xa9,5\nu,caf\xe9,1\n", "latin1"), 'found "u,caf<e9>,1"'],
])("rejects %s and names the file and line, so that different names never become equal", async (_, bytes, message) => {
  for (const stored of [bytes, gzipSync(bytes)]) {
    writeFileSync(path, stored);
    await expect(readRatings(path)).rejects.toThrow(message);
    await expect(readRatings(path)).rejects.toThrow(expect.objectContaining({ option: "encoding" }));
  }
});

test("a byte order mark is removed at the start of the file and kept inside a name, for any chunk boundaries", async () => {
  const lines = Array.from({ length: 40_000 }, (_, i) => `u,${i % 2 === 0 ? "\ufeff" : ""}item ${i >> 1},1\n`);
  writeFileSync(path, `\ufeff${lines.join("")}`);
  const { users, itemNames } = await readRatings(path);
  expect(users).toEqual(["u"]);
  expect(itemNames).toHaveLength(40_000);
});

test("a lone byte order mark is not a line, but one with a line ending is an empty line", async () => {
  const lines: string[] = [];
  for (const text of ["\ufeff", "\ufeff\n", "\ufeffa\r"]) {
    writeFileSync(path, text);
    await readLines(path, (line) => void lines.push(line));
  }
  expect(lines).toEqual(["", "a"]);
});

test("multi-byte characters are decoded correctly for any chunk boundaries", async () => {
  const lines = Array.from({ length: 30_000 }, (_, i) => `${i === 0 ? "winner,loser\n" : ""}𝔸é${i},€${i}\n`);
  for (const stored of [Buffer.from(lines.join("")), gzipSync(lines.join(""))]) {
    writeFileSync(path, stored);
    const { itemNames } = await readPreferences(path);
    expect(itemNames).toEqual(expect.arrayContaining(["𝔸é29999", "€29999"]));
    expect(itemNames).toHaveLength(60_000);
  }
});

test("readLines passes lines to the callback until it returns false", async () => {
  writeFileSync(path, "a\r\n\nb\nc");
  const seen: [string, number][] = [];
  await readLines(path, (text, line) => void seen.push([text, line]));
  expect(seen).toEqual([
    ["a", 1],
    ["", 2],
    ["b", 3],
    ["c", 4],
  ]);
  seen.length = 0;
  await readLines(path, (text, line) => seen.push([text, line]) < 2);
  expect(seen).toHaveLength(2);
});
