import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { readTitles } from "../../src/index.ts";

const folder = temporaryFolder();
const read = (text: string, names = ["1", "2"]) => {
  const path = join(folder, "movies.csv");
  writeFileSync(path, text);
  return readTitles(path, names);
};

test.each([
  ["a header in any order", "genres,title,movieId\nDrama,Heat,2\nCrime,Alien,1\n"],
  ["no header", "1,Alien,Crime\n2,Heat,Drama\n"],
  ["tabs", "id\ttitle\n1\tAlien\n2\tHeat\n"],
  ["quotes and unknown items", 'item,name\n"2","Heat"\n3,Cats\n"1","Alien"\n'],
])("reads titles with %s", async (_, text) => {
  expect(await read(text)).toEqual({ titles: ["Alien", "Heat"], missing: 0 });
});

test("an item without a title keeps its name and is counted", async () => {
  expect(await read("id,title\n2,Heat\n")).toEqual({ titles: ["1", "Heat"], missing: 1 });
});

test.each([
  ["no column of titles", "id,year\n1,1979\n", 'its first line is "id", "year"; expected a header'],
  ["no known item", "id,title\n7,Heat\n", 'has a title for none of 2 items, such as "1"'],
  ["an open quote", 'id,title\n1,"Alien\n', "a quote is not closed"],
])("refuses a file with %s", async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});
