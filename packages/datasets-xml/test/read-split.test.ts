import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { readSplit } from "../src/index.ts";
import { fixture } from "./fixture.ts";

const path = join(temporaryFolder(), "split.txt");

test("readSplit expects 1-based columns and rows, and returns 0-based rows", async () => {
  expect(await readSplit(fixture("garden_trSplit.txt"), 1)).toEqual(Int32Array.of(4, 0, 3, 1));
  expect(await readSplit(fixture("garden_trSplit.txt"), 2)).toEqual(Int32Array.of(0, 1, 2, 5));
});

test("readSplit accepts CRLF, tabs and trailing spaces", async () => {
  writeFileSync(path, "1\t2 \r\n3  4\t\r\n\r\n");
  expect(await readSplit(path, 2)).toEqual(Int32Array.of(1, 3));
});

test.each([
  ["1 2\n3\n", 2, "split.txt:2: the number of columns is 1; expected at least 2"],
  ["1 2\n0 3\n", 1, 'split.txt:2: expected a row number, a positive integer, found "0"'],
  ["1 x\n", 2, 'split.txt:1: expected a row number, a positive integer, found "x"'],
  ["1\n", 0, "column is 0; expected a positive integer"],
])("readSplit rejects %j, column %i", async (text, column, message) => {
  writeFileSync(path, text);
  await expect(readSplit(path, column)).rejects.toThrow(message);
});
