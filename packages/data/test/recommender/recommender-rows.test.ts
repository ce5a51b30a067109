import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomPermutation, randomStream } from "@tierwise/random";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import {
  generateRatings,
  heldOutRows,
  type LabeledRows,
  naturalOrder,
  parseRatings,
  ratingsInNameOrder,
  ratingsOfItems,
  readRatingTimes,
  recommenderRows,
  rowIndices,
} from "../../src/index.ts";

/** Shuffles all lines of a file except the header. */
function shuffled(lines: readonly string[], seed: number): string[] {
  return Array.from(randomPermutation(lines.length, randomStream(seed)), (i) => lines[i]);
}

const text = generateRatings({ userCount: 60, itemCount: 30, ratingsPerUser: 10, seed: 4 });
const ratings = parseRatings(text);

/** The visible and hidden items of a row. */
const itemsOf = ({ features, labels, numLabels }: LabeledRows, row: number) => ({
  seen: Array.from(rowIndices(features, row), (feature) => feature % numLabels),
  hidden: Array.from(rowIndices(labels, row)),
});

test("generateRatings returns ratings in half stars from the requested number of users, and the seed determines the ratings", () => {
  expect(ratings.users).toHaveLength(60);
  for (const all of ratings.ratings)
    for (const stars of all) expect([2 * stars, stars >= 0.5, stars <= 5]).toEqual([Math.round(2 * stars), true, true]);
  expect(generateRatings({ userCount: 60, itemCount: 30, ratingsPerUser: 10, seed: 4 })).toBe(text);
  expect(generateRatings({ userCount: 60, itemCount: 30, ratingsPerUser: 10, seed: 5 })).not.toBe(text);
});

test("no row has a label among its features, and the test users have no training rows", () => {
  const { train, test: held, users } = recommenderRows(ratings, { testUsers: 0.25, rowsPerUser: 3 });
  expect([users.numRows, users.numFeatures, users.numLabels]).toEqual([60, 60, 30]);
  expect(held.numRows).toBeLessThanOrEqual(15);
  expect(train.numRows).toBeLessThanOrEqual(45 * 3);
  for (const rows of [train, held]) {
    for (let row = 0; row < rows.numRows; row++) {
      const { seen, hidden } = itemsOf(rows, row);
      expect(hidden.length).toBeGreaterThan(0);
      expect(hidden.filter((item) => seen.includes(item))).toEqual([]);
    }
  }
});

const [header, ...lines] = text.trimEnd().split("\n");
const fields = lines.map((line) => line.split(","));

test.each<[string, string, Parameters<typeof parseRatings>[1]]>([
  ["shuffled", [header, ...shuffled(lines, 7)].join("\n"), {}],
  ["reversed", [header, ...lines.toReversed()].join("\n"), {}],
  ["without a header", lines.join("\n"), {}],
  [
    "with the columns in another order",
    shuffled(
      fields.map(([user, item, stars]) => `${stars},${user},${item}`),
      8,
    ).join("\n"),
    { columns: { user: 1, item: 2, rating: 0 } },
  ],
  ["with quoted names", fields.map(([user, item, stars]) => `"${user}","${item}",${stars}`).join("\n"), {}],
])("the rows of a file stay the same if the file is %s", (_, other, options) => {
  const chosen = { liked: 4, testUsers: 0.2, seed: 3 };
  expect(recommenderRows(parseRatings(other, options), chosen)).toEqual(recommenderRows(ratings, chosen));
});

test("renaming users and items without changing their natural order gives the same rows", () => {
  const renamed = fields
    .map(([user, item, stars]) => `u${user.slice(5)},${item.replace("-", " ")},${stars}`)
    .join("\n");
  const { vocabulary: _, ...rows } = recommenderRows(parseRatings(renamed), { liked: 4 });
  const { vocabulary: __, ...original } = recommenderRows(ratings, { liked: 4 });
  for (const part of ["train", "test", "users"] as const) {
    const { userNames: _names, ...numbers } = rows[part];
    const { userNames: __names, ...expected } = original[part];
    expect(numbers).toEqual(expected);
  }
});

test("groups are the users of the training rows, and a user has at most rowsPerUser rows", () => {
  const { train } = recommenderRows(ratings, { liked: 4, rowsPerUser: 3 });
  expect(train.groups).toHaveLength(train.numRows);
  const users = [...new Set(train.userNames)];
  const rowCounts = users.map((user) => train.userNames.filter((name) => name === user).length);
  expect(Math.max(...rowCounts)).toBe(3);
  expect(new Set(train.groups).size).toBe(users.length);
});

test("heldOutRows hides the same ratings as recommenderRows does for a test user", () => {
  const options = { liked: 4, seed: 5 };
  const { test: held, vocabulary } = recommenderRows(ratings, { ...options, testUsers: 0.3 });
  const kept = new Set(held.userNames);
  const { ratings: same } = ratingsOfItems(ratings, vocabulary.itemNames);
  expect(heldOutRows(same, { ...options, isKept: (name) => kept.has(name) })).toEqual(held);
});

test("rejects a scale without a default threshold unless `liked` is given", () => {
  const percents = parseRatings("ann,tea,87\nann,milk,12\nann,rice,90\n");
  expect(() => recommenderRows(percents)).toThrow("liked is missing; expected the worst rating that counts as liked");
  expect(recommenderRows(percents, { liked: 80 }).users.labels.indices).toHaveLength(2);
});

test("the vocabulary contains the name of every feature and the item it refers to", () => {
  const { users, vocabulary } = recommenderRows(ratings, { liked: 4 });
  const { itemNames, featureNames, featureItems } = vocabulary;
  expect([itemNames, featureNames.length]).toEqual([[...ratings.itemNames].sort(naturalOrder), users.numFeatures]);
  for (let user = 0; user < users.numRows; user++) {
    const liked = new Set(rowIndices(users.labels, user));
    for (const feature of rowIndices(users.features, user)) {
      const item = featureItems[feature];
      expect(featureNames[feature]).toBe(`${liked.has(item) ? "liked" : "not liked"}: ${itemNames[item]}`);
    }
  }
});

test("the latest ratings are hidden if times are given", async () => {
  const path = join(temporaryFolder(), "ratings.csv");
  writeFileSync(path, text);
  const ordered = ratingsInNameOrder(ratings);
  const times = await readRatingTimes(path, ordered, "time");
  const { train } = recommenderRows(ordered, { times, rowsPerUser: 1, testUsers: 0 });
  expect(train.numRows).toBeGreaterThan(20);
  const inFileOrder = await readRatingTimes(path, ratings, "time");
  expect(recommenderRows(ratings, { times: inFileOrder, rowsPerUser: 1, testUsers: 0 }).train).toEqual(train);
  for (let row = 0; row < train.numRows; row++) {
    const { seen, hidden } = itemsOf(train, row);
    const isLater = times.some((of) =>
      hidden.every((item) => seen.every((other) => (of.get(item) ?? 0) > (of.get(other) ?? Infinity))),
    );
    expect(isLater).toBe(true);
  }
});
