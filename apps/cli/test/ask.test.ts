import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nextQuestions } from "@tierwise/aggregate";
import { readPreferences } from "@tierwise/data";
import { expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const votes = [
  "model_a,model_b,winner",
  "tea,coffee,model_a",
  "coffee,tea,model_a",
  "tea,water,model_a",
  "milk,tea,tie",
];
writeFileSync(join(folder, "votes.csv"), `${votes.join("\n")}\n`);

test("`ask` proposes the same sets as the library function", async () => {
  const data = await readPreferences(join(folder, "votes.csv"));
  const expected = nextQuestions(data, { sets: 3, size: 3, seed: 4 });
  const args = ["ask", "votes.csv", "--sets", "3", "--size", "3", "--seed", "4"];
  const { questions, meanError, expectedMeanError } = JSON.parse((await run(...args, "--json")).stdout);
  expect(questions).toEqual(expected.questions.map(({ names, gain, reason }) => ({ items: names, gain, reason })));
  expect([meanError, expectedMeanError]).toEqual([expected.meanError, expected.expectedMeanError]);
  const { stdout, stderr } = await run(...args);
  for (const { names = [] } of expected.questions) expect(stdout).toContain(names.join(", "));
  expect(stderr).toContain(
    `${meanError.toFixed(3)} now, about ${expectedMeanError.toFixed(3)} after one answer to each`,
  );
});

test("a first round connects all items given as a list or in a file", async () => {
  writeFileSync(join(folder, "names.txt"), "tea\ncoffee\nwater\nmilk\njuice\n");
  for (const items of ["tea,coffee,water,milk,juice", "names.txt"]) {
    const { questions } = JSON.parse(
      (await run("ask", "--items", items, "--sets", "2", "--size", "3", "--json")).stdout,
    );
    expect(questions.every(({ reason }: { reason: string }) => reason === "connects")).toBe(true);
    expect(new Set(questions.flatMap(({ items }: { items: string[] }) => items)).size).toBe(5);
  }
});

test("items without votes are asked about first", async () => {
  const { stdout } = await run("ask", "votes.csv", "--items", "juice", "--sets", "1");
  expect(stdout).toBe("");
  const both = await run("ask", "votes.csv", "--items", "juice,tea", "--sets", "1");
  expect(both.stdout).toMatch(/juice.*connects separate items/);
});

test.each([
  [[], "expected a file of votes, or the items of a first round"],
  [["--items", "tea"], "--items contains only tea; expected at least two names"],
  [["--items", "tea,tea"], "--items contains tea twice"],
  [["--items", "tea,milk", "--size", "3"], "--size is 3; expected at most 2, the number of items"],
] as const)("`ask` with the arguments %j exits with code 2", async (flags, problem) => {
  const { code, stderr } = await run("ask", ...flags);
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
});
