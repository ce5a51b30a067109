import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import {
  generateRatings,
  type LabeledRows,
  parseRatings,
  readRatingTimes,
  recommenderRows,
  rowIndices,
} from "../../src/index.ts";

const text = generateRatings({ userCount: 60, itemCount: 30, ratingsPerUser: 10, seed: 4 });
const ratings = parseRatings(text);

/** The visible and hidden items of a row. */
const itemsOf = ({ features, labels, numLabels }: LabeledRows, row: number) => ({
  seen: Array.from(rowIndices(features, row), (feature) => feature % numLabels),
  hidden: Array.from(rowIndices(labels, row)),
});

test("generateRatings returns half-star ratings by the requested number of users, the same for the same seed", () => {
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

test("the vocabulary contains the name of every feature and the item it refers to", () => {
  const { users, vocabulary } = recommenderRows(ratings, { liked: 4 });
  const { itemNames, featureNames, featureItems } = vocabulary;
  expect([itemNames, featureNames.length]).toEqual([ratings.itemNames, users.numFeatures]);
  for (let user = 0; user < users.numRows; user++) {
    const liked = new Set(rowIndices(users.labels, user));
    for (const feature of rowIndices(users.features, user)) {
      const item = featureItems[feature];
      expect(featureNames[feature]).toBe(`${liked.has(item) ? "liked" : "not liked"}: ${itemNames[item]}`);
    }
  }
});

test("with times, the latest ratings are hidden", async () => {
  const path = join(temporaryFolder(), "ratings.csv");
  writeFileSync(path, text);
  const times = await readRatingTimes(path, ratings, "time");
  const { train } = recommenderRows(ratings, { times, rowsPerUser: 1, testUsers: 0 });
  expect(train.numRows).toBeGreaterThan(20);
  for (let row = 0; row < train.numRows; row++) {
    const { seen, hidden } = itemsOf(train, row);
    const isLater = times.some((of) =>
      hidden.every((item) => seen.every((other) => (of.get(item) ?? 0) > (of.get(other) ?? Infinity))),
    );
    expect(isLater).toBe(true);
  }
});
