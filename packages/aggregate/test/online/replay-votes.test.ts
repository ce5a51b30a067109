import { readFileSync } from "node:fs";
import { join } from "node:path";
import { randomStream } from "@tierwise/random";
import { describeWithRealData } from "@tierwise/testing";
import { expect, test } from "vitest";
import { fitUtilities } from "../../src/fit-utilities.ts";
import { createRating } from "../../src/online/create-rating.ts";
import { replayVotes } from "../../src/online/replay-votes.ts";
import { drawRanking } from "../draw-preferences.ts";

const truth = Float64Array.from({ length: 9 }, (_, i) => i / 4 - 1);
const random = randomStream(8);
/** Rankings of four out of nine items, divided into tiers of one, two and one items. */
const preferences = Array.from({ length: 150 }, () => {
  const [a, b, c, d] = drawRanking(truth, random).filter(() => random() < 0.7);
  return {
    tiers: [[a], [b, c], [d]].map((tier) => tier.filter((item) => item !== undefined)),
    rest: "unobserved" as const,
  };
});
const itemNames = Array.from(truth, (_, i) => `item ${i}`);
const votes = preferences.map(({ tiers }) => ({ tiers: tiers.map((tier) => tier.map((item) => itemNames[item])) }));
const fit = fitUtilities({ itemNames, preferences }, { prior: 0.25 });

/** The largest distance between replayed and fitted utilities, both centered. */
function distanceFrom(
  utilities: Float64Array,
  names: readonly string[],
  rating: ReturnType<typeof createRating>,
): number {
  const replayed = names.map((name) => rating.get(name)?.utility ?? Number.NaN);
  const mean = replayed.reduce((sum, value) => sum + value / replayed.length, 0);
  return Math.max(...replayed.map((value, i) => Math.abs(value - mean - utilities[i])));
}

test("one pass gives the same result as updating a rating vote by vote", () => {
  const rating = createRating();
  for (const vote of votes) rating.update(vote);
  const replayed = replayVotes(votes);
  for (const { name, utility, variance, votes: count } of rating.items()) {
    const other = replayed.get(name);
    expect(other?.utility).toBeCloseTo(utility, 12);
    expect(other?.variance).toBeCloseTo(variance, 12);
    expect(other?.votes).toBe(count);
  }
});

test("passes converge to the full fit with the same prior", () => {
  const distances = [1, 2, 4, 30].map((passes) =>
    distanceFrom(fit.utilities, itemNames, replayVotes(votes, { passes })),
  );
  expect(distances[0]).toBeLessThan(0.1);
  expect(distances[1]).toBeLessThan(0.02);
  expect(distances[3]).toBeLessThan(1e-7);
  expect(distances[3]).toBeLessThan(distances[2]);
});

test("a replayed rating can be updated with further votes", () => {
  const rating = replayVotes(votes, { passes: 2 });
  rating.update({ tiers: [["newcomer"], ["item 0"]] });
  expect(rating.get("newcomer")?.utility).toBeGreaterThan(rating.get("item 0")?.utility ?? Number.NaN);
});

test("rejects a number of passes below 1", () => {
  expect(() => replayVotes(votes, { passes: 0 })).toThrow("passes is 0; expected a positive integer");
});

describeWithRealData("nascar2002", "the 36 races of NASCAR 2002", (folder) => {
  test("ratings are within the stated distance of the full fit", () => {
    const rows = readFileSync(join(folder, "nascar2002.txt"), "utf8").trim().split("\n").slice(1);
    const races = new Map<number, [place: number, driver: number][]>();
    for (const [driver, race, place] of rows.map((row) => row.trim().split(/\s+/).map(Number))) {
      races.set(race, [...(races.get(race) ?? []), [place, driver - 1]]);
    }
    const orders = [...races.values()].map((race) => race.sort(([a], [b]) => a - b).map(([, driver]) => driver));
    const names = Array.from({ length: 83 }, (_, i) => `driver ${i}`);
    const { utilities } = fitUtilities(
      orders.map((order) => ({ tiers: order.map((driver) => [driver]), rest: "unobserved" as const })),
      { items: 83, prior: 0.25 },
    );
    const stream = orders.map((order) => ({ tiers: order.map((driver) => [names[driver]]) }));
    expect(distanceFrom(utilities, names, replayVotes(stream, { passes: 2 }))).toBeLessThan(0.05);
  });
});
