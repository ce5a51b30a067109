import { describe, expect, test } from "vitest";
import { type ComparisonsOptions, parseComparisons } from "../../src/index.ts";

const named = (text: string, options: ComparisonsOptions = {}) => {
  const { itemNames, users, userOf, preferences, weights } = parseComparisons(text, { file: "c.csv", ...options });
  return preferences.map(({ tiers }, i) => {
    const prefix = users[userOf[i]] === "" ? "" : `${users[userOf[i]]}: `;
    return `${prefix}${tiers.map((tier) => itemNames[tier[0]]).join(" > ")} × ${weights[i]}`;
  });
};

describe("parseComparisons reads", () => {
  test.each([
    ["two fields", "tea,milk\nmilk,rice\n", ["tea > milk × 1", "milk > rice × 1"]],
    ["three fields", "ann tea milk\nbob milk tea\n", ["ann: tea > milk × 1", "bob: milk > tea × 1"]],
    ["a header in any order", "Loser\tWinner\tcount\nmilk\ttea\t3\n", ["tea > milk × 3"]],
    ["a header with users", "user;better;worse\r\nann;tea;milk\r\n", ["ann: tea > milk × 1"]],
    ["quotes and empty lines", '\n"tea, green",milk\n\n', ["tea, green > milk × 1"]],
    ["an empty file", "", []],
  ])("%s", (_, text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  test("columns by number and by name", () => {
    expect(named("milk,tea\n", { columns: { better: 1, worse: 0 } })).toEqual(["tea > milk × 1"]);
    const columns = { better: "up", worse: "down", count: "n" };
    expect(named("down,n,up\nmilk,2.5,tea\n", { columns })).toEqual(["tea > milk × 2.5"]);
  });

  test("given items first, and treats items that a line does not compare as unobserved", () => {
    const { itemNames, preferences } = parseComparisons("tea,milk\n", { itemNames: ["rice", "milk"] });
    expect(itemNames).toEqual(["rice", "milk", "tea"]);
    expect(preferences[0]).toEqual({ tiers: [Int32Array.of(2), Int32Array.of(1)], rest: "unobserved" });
  });
});

test.each([
  ["a missing field", "tea,milk\ntea\n", "c.csv:2: expected at least 2 fields, found 1"],
  ["an item compared with itself", "tea,tea\n", 'c.csv:1: "tea" is compared with itself'],
  ["a count that is not a number", "better,worse,count\na,b,x\n", 'c.csv:2: count "x" is not a number of at least 0'],
  ["a negative count", "better,worse,count\na,b,-1\n", 'c.csv:2: count "-1" is not a number of at least 0'],
  ["a missing count", "better,worse,count\na,b\n", 'c.csv:2: count "" is not a number of at least 0'],
  ["half a header", "model_a,model_b,winner\nx,y,x\n", 'c.csv:1: the header has "winner" but neither worse nor loser'],
  ["text after a quote", '"a"x,"b"\n', "c.csv:1: a quote is not closed, or is followed by other text"],
  ["an unclosed quote", 'a,"b\n', "c.csv:1: a quote is not closed"],
])("parseComparisons reports file and line of %s", (_, text, message) => {
  expect(() => named(text)).toThrow(message);
});

test("parseComparisons reports which column is missing", () => {
  expect(() => named("a,b\n", { columns: { better: "up" } })).toThrow('c.csv:1: there is no column "up"');
});
