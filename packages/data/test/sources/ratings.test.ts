import { randomPermutation, randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { generateRatings, parseRatings, type RatingsOptions } from "../../src/index.ts";

const named = (text: string, options: RatingsOptions = {}) => {
  const { itemNames, users, preferences } = parseRatings(text, { file: "r.csv", ...options });
  return Object.fromEntries(
    users.map((user, i) => [
      user,
      preferences[i].tiers.map((tier) => Array.from(tier, (item) => itemNames[item]).join()),
    ]),
  );
};

describe("parseRatings", () => {
  const expected = { ann: ["rice,tea", "milk"], bob: ["tea"] };
  const lines = ["ann,tea,5", "bob,tea,1", "ann,milk,2.5", "ann,rice,5.0"];
  const withDelimiter = (delimiter: string) => lines.map((line) => line.replaceAll(",", delimiter)).join("\n");
  test.each([
    ["commas", withDelimiter(",")],
    ["a header", `userId,movieId,rating\n${withDelimiter(",")}`],
    ["CRLF", `${withDelimiter(",").replaceAll("\n", "\r\n")}\r\n`],
    ["tabs", withDelimiter("\t")],
    ["semicolons", withDelimiter(";")],
    ["double colons", withDelimiter("::")],
    ["white space", withDelimiter("   ")],
    ["additional columns", lines.map((line) => `${line},964982703`).join("\n")],
    ["quotes", lines.map((line) => line.replace(/^(\w+),(\w+)/, '"$1","$2"')).join("\n")],
    ["empty lines", `\n${lines.join("\n\n")}\n\n`],
    ["a byte order mark", `\ufeff${lines.join("\n")}`],
  ])("reads ratings with %s", (_, text) => {
    expect(named(text)).toEqual(expected);
  });

  test("reads names that contain a delimiter or a quote", () => {
    expect(named('u,"Good, the ""Bad""",5\nu,"x",1')).toEqual({ u: ['Good, the "Bad"', "x"] });
  });

  test("finds columns by name and by number, and reads ranks, where lower is better", () => {
    const races = "DriverID Race Place\n83 1 1\n18 1 2\n18 2 1\n";
    const columns = { user: "Race", item: 0, rating: "Place" };
    expect(named(races, { columns, better: "lower" })).toEqual({ "1": ["83", "18"], "2": ["18"] });
  });

  test("keeps only users with enough ratings, and treats unrated items as specified by `rest`", () => {
    const { users, preferences, weights } = parseRatings(lines.join("\n"), { minRatings: 2, rest: "lowest" });
    expect(users).toEqual(["ann"]);
    expect(preferences[0].rest).toBe("lowest");
    expect(weights).toEqual(Float64Array.of(1));
    expect(parseRatings(lines.join("\n")).preferences[0].rest).toBe("unobserved");
  });

  test("returns the rating of every tier, whether higher or lower is better", () => {
    const text = "ann,tea,5\nann,milk,2.5\nann,rice,5\nbob,milk,-1\n";
    expect(parseRatings(text).ratings).toEqual([Float64Array.of(5, 2.5), Float64Array.of(-1)]);
    expect(parseRatings(text, { better: "lower" }).ratings[0]).toEqual(Float64Array.of(2.5, 5));
    expect(parseRatings(text, { minRatings: 2 }).ratings).toHaveLength(1);
  });

  test("numbers the given items first", () => {
    expect(parseRatings(lines.join("\n"), { itemNames: ["milk", "salt"] }).itemNames).toEqual([
      "milk",
      "salt",
      "rice",
      "tea",
    ]);
  });
});

describe("parseRatings on invalid input", () => {
  test.each([
    [
      "a rating that is not a number",
      "user,item,rating\na,b,3\na,d,4\na,e,5\na,c,x\n",
      'r.csv:5: rating "x" in column "rating" is not a number',
    ],
    ["an empty rating", "a,b,3\na,c,\n", "r.csv:2: the rating is missing (column 2)"],
    [
      "an infinite rating",
      "a,b,3\na,d,4\na,e,5\na,c,Infinity\n",
      'r.csv:4: rating "Infinity" in column 2 is not a number',
    ],
    ["a missing field", "a,b,3\na,c\n", "r.csv:2: the number of fields is 2; expected 3, as in the first line"],
    ["an unclosed quote", 'a,b,3\na,"c,3\n', "r.csv:2: a quote is not closed"],
    ["an item rated twice", "a,b,3\nc,b,3\na,b,4\n", 'r.csv: "a" gives item "b" two different ratings'],
  ])("rejects %s, naming the file and line", (_, text, message) => {
    expect(() => named(text)).toThrow(message);
  });

  test("rejects a missing column", () => {
    expect(() => named("a,b,c\n1,2,3\n", { columns: { user: "x" } })).toThrow('r.csv:1: there is no column "x"');
  });
});

test("the order of rows and columns and the quotes around fields do not affect the result", () => {
  const rows = generateRatings({ userCount: 40, itemCount: 25, seed: 3 })
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const { reading: _, ...expected } = parseRatings(rows.map((row) => row.join(",")).join("\n"));
  for (const [seed, order] of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ].entries()) {
    const shuffled = Array.from(randomPermutation(rows.length - 1, randomStream(seed, 7)), (k) => rows[k + 1]);
    const text = [rows[0], ...shuffled].map((row) => order.map((k) => `"${row[k]}"`).join(";")).join("\r\n");
    const { reading, ...found } = parseRatings(text);
    expect(found).toEqual(expected);
    expect(reading.columns).toEqual({ user: "user", item: "item", rating: "rating", time: "time" });
  }
});

const columnNames = ["userId", "movieId", "rating", "timestamp"];
const orders = permutations([0, 1, 2, 3]);

function permutations(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first) => permutations(list.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}

test.each(orders.map((order) => [order.map((k) => columnNames[k]).join(), order] as const))(
  "columns in the order %s give the same ratings",
  (_, order) => {
    const rows = Array.from({ length: 60 }, (_, k) => [
      1 + (k % 6),
      100 + ((7 * k) % 25),
      1 + ((3 * k) % 9) / 2,
      964_982_703 + k,
    ]);
    const csv = (places: readonly number[]): string =>
      [columnNames, ...rows].map((row) => places.map((k) => row[k]).join()).join("\n");
    const { reading, ...found } = parseRatings(csv(order), { duplicates: "last" });
    const { reading: expected, ...same } = parseRatings(csv([0, 1, 2, 3]), { duplicates: "last" });
    expect(found).toEqual(same);
    expect(reading.columns).toEqual(expected.columns);
  },
);
