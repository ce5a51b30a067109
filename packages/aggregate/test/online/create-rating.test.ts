import fc from "fast-check";
import { expect, test } from "vitest";
import { fitUtilities } from "../../src/fit-utilities.ts";
import { createRating, type Rating, restoreRating } from "../../src/online/create-rating.ts";
import type { Battle, Vote } from "../../src/online/named-vote.ts";

const names = [..."abcdefgh"];

/** Items in a random order, divided into tiers. */
const votes: fc.Arbitrary<Vote> = fc
  .record({
    order: fc.shuffledSubarray(names, { minLength: 1 }),
    cuts: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    weight: fc.constantFrom(1, 1, 1, 0.5, 20),
  })
  .map(({ order, cuts, weight }) => {
    const tiers: string[][] = [[]];
    for (const [i, name] of order.entries()) {
      if (cuts[i]) tiers.push([]);
      tiers[tiers.length - 1].push(name);
    }
    return { tiers, weight };
  });

const battles: fc.Arbitrary<Battle> = fc
  .record({
    sides: fc.shuffledSubarray(names, { minLength: 2, maxLength: 2 }),
    outcome: fc.constantFrom("left" as const, "right" as const, "tie" as const),
  })
  .map(({ sides: [left, right], outcome }) => ({ left, right, outcome }));

const streams = fc.array(fc.oneof(votes, battles), { maxLength: 12 });

function play(stream: readonly (Battle | Vote)[]): Rating {
  const rating = createRating({ items: names });
  for (const vote of stream) rating.update(vote);
  return rating;
}

const tiersOf = (vote: Battle | Vote): readonly (readonly string[])[] =>
  "tiers" in vote
    ? vote.tiers
    : vote.outcome === "tie"
      ? [[vote.left, vote.right]]
      : vote.outcome === "left"
        ? [[vote.left], [vote.right]]
        : [[vote.right], [vote.left]];

/** Makes some utilities equal without changing the variances; votes alone rarely lead to equal utilities. */
function withEqualItems(rating: Rating, equal: readonly string[]): Rating {
  const saved = rating.toJSON();
  return restoreRating({
    ...saved,
    items: saved.items.map((item) => (equal.includes(item.name) ? { ...item, utility: 0.125 } : item)),
  });
}

test("among items with equal utilities, none ends below an item that it beat, and tied items stay equal", () => {
  fc.assert(
    fc.property(streams, fc.subarray(names), fc.oneof(votes, battles), (stream, equal, vote) => {
      const rating = withEqualItems(play(stream), equal);
      const before = new Map(rating.items().map((item) => [item.name, item.utility]));
      rating.update(vote);
      const after = new Map(rating.items().map((item) => [item.name, item.utility]));
      const tiers = tiersOf(vote);
      for (const [m, tier] of tiers.entries()) {
        for (const name of tier) {
          for (const [k, other] of tiers.entries()) {
            for (const rival of other) {
              if (before.get(name) !== before.get(rival)) continue;
              const [mine, theirs] = [after.get(name) as number, after.get(rival) as number];
              if (k === m) expect(mine).toBe(theirs);
              if (k > m) expect(mine).toBeGreaterThanOrEqual(theirs);
            }
          }
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("among items with equal utilities and variances, a vote moves the better item strictly above the worse", () => {
  fc.assert(
    fc.property(votes, (vote) => {
      const rating = createRating();
      rating.update(vote);
      const tiers = vote.tiers.filter(({ length }) => length > 0);
      for (let m = 1; m < tiers.length; m++) {
        const [above, below] = [tiers[m - 1][0], tiers[m][0]].map((name) => rating.get(name)?.utility ?? Number.NaN);
        expect(above).toBeGreaterThan(below);
      }
    }),
  );
});

test("reordering the items within a tier, or swapping the sides of a battle and its outcome, does not change a single digit of the result", () => {
  const swapped = { left: "right", right: "left", tie: "tie" } as const;
  const mirror = (vote: Battle | Vote): Battle | Vote =>
    "tiers" in vote
      ? { ...vote, tiers: vote.tiers.map((tier) => tier.toReversed()) }
      : { ...vote, left: vote.right, right: vote.left, outcome: swapped[vote.outcome] };
  fc.assert(
    fc.property(streams, (stream) => {
      const rating = createRating();
      const mirrored = createRating();
      for (const vote of stream) {
        rating.update(vote);
        mirrored.update(mirror(vote));
      }
      expect(mirrored.toJSON()).toEqual(rating.toJSON());
    }),
  );
});

test("a rating that is saved and restored in the middle of a stream gives bit-identical results", () => {
  fc.assert(
    fc.property(streams, streams, (first, second) => {
      const rating = play(first);
      const restored = restoreRating(JSON.parse(JSON.stringify(rating)));
      for (const vote of second) {
        rating.update(vote);
        restored.update(vote);
      }
      expect(restored.toJSON()).toEqual(rating.toJSON());
    }),
  );
});

test("an informative vote lowers the variances of its items, and no vote raises a variance", () => {
  fc.assert(
    fc.property(streams, fc.oneof(votes, battles), (stream, vote) => {
      const rating = play(stream);
      const before = new Map(rating.items().map((item) => [item.name, item]));
      rating.update(vote);
      const tiers = tiersOf(vote).filter(({ length }) => length > 0);
      const informs = tiers.length > 1 || !("tiers" in vote);
      for (const { name, variance, utility, votes: count } of rating.items()) {
        const old = before.get(name) as NonNullable<ReturnType<Rating["get"]>>;
        const named = tiers.some((tier) => tier.includes(name));
        if (named && informs) expect(variance).toBeLessThan(old.variance);
        else expect([variance, utility]).toEqual([old.variance, old.utility]);
        expect(count).toBe(old.votes + (named ? (vote.weight ?? 1) : 0));
      }
    }),
  );
});

test("a single vote on new items gives the same ratings as the full fit with the same prior", () => {
  fc.assert(
    fc.property(votes, fc.constantFrom(0.01, 0.25, 3), ({ tiers, weight = 1 }, prior) => {
      const present = tiers.flat().sort();
      const rating = createRating({ prior });
      rating.update({ tiers, weight });
      const preference = { tiers: tiers.map((tier) => tier.map((name) => present.indexOf(name))) };
      const { utilities } = fitUtilities([preference], {
        items: present.length,
        prior,
        weights: [weight],
        interval: false,
      });
      for (const [i, name] of present.entries()) expect(rating.get(name)?.utility).toBeCloseTo(utilities[i], 6);
    }),
    { numRuns: 60 },
  );
});

test("a duel of new items has a closed form", () => {
  // With variance v each, u = v·σ(−2u); the precision grows by h/(1 + h·v), h = σ(2u)·σ(−2u).
  const rating = createRating({ prior: 0.5 });
  rating.update({ tiers: [["a"], ["b"]] });
  const { utility: u, variance } = rating.get("a") as NonNullable<ReturnType<Rating["get"]>>;
  const lose = 1 / (1 + Math.exp(2 * u));
  expect(u).toBeCloseTo(2 * lose, 14);
  const h = lose * (1 - lose);
  expect(1 / variance).toBeCloseTo(0.5 + h / (1 + 2 * h), 14);
  expect(rating.get("b")).toEqual({ name: "b", utility: -u, variance, votes: 1 });
});

test("ratings stay finite on adversarial streams", () => {
  const rating = createRating({ prior: 1e-3 });
  for (let k = 0; k < 3000; k++) rating.update({ tiers: [["winner"], [`loser ${k % 3}`]], weight: 1e9 });
  for (let k = 0; k < 50; k++) rating.update({ tiers: [[`loser ${k % 3}`], ["winner"]] });
  rating.update({ tiers: [Array.from({ length: 400 }, (_, i) => `new ${i}`), ["winner", "loser 1"]] });
  for (let k = 0; k < 100; k++) rating.update({ left: "winner", right: `new ${k}`, outcome: "tie", weight: 1e-9 });
  for (const { utility, variance } of rating.items()) {
    expect(Number.isFinite(utility)).toBe(true);
    expect(variance).toBeGreaterThan(0);
    expect(variance).toBeLessThanOrEqual(1000);
  }
});

test("a vote with a single tier adds its items and changes no rating", () => {
  const rating = createRating();
  rating.update({ tiers: [["a", "b"], []] });
  expect(rating.items()).toEqual([
    { name: "a", utility: 0, variance: 4, votes: 1 },
    { name: "b", utility: 0, variance: 4, votes: 1 },
  ]);
  rating.update({ left: "a", right: "b", outcome: "tie" });
  expect(rating.get("a")?.variance).toBeLessThan(4);
  expect(rating.get("c")).toBeUndefined();
});

test.each([
  [{ tiers: [["a"], ["a"]] }, 'tiers[1] contains "a" again; expected distinct names'],
  [{ tiers: [["x"], ["y"]], weight: 0 }, "weight is 0; expected a positive number of at most 1000000000"],
  [{ left: "x", right: "y", outcome: "draw" as "tie" }, 'outcome is "draw"; expected "left", "right" or "tie"'],
  [{ left: "x", right: "x", outcome: "left" as const }, 'tiers[1] contains "x" again; expected distinct names'],
  [{ tiers: [[1 as unknown as string]] }, "tiers[0] contains 1; expected names of items"],
])("rejects %j and changes nothing", (vote, message) => {
  const rating = createRating({ items: ["a"] });
  expect(() => rating.update(vote)).toThrow(message);
  expect(rating.items()).toEqual([{ name: "a", utility: 0, variance: 4, votes: 0 }]);
});

test("rejects invalid priors and saved ratings", () => {
  expect(() => createRating({ prior: 0 })).toThrow("prior is 0; expected a positive number");
  const item = { name: "a", utility: 0, variance: 4, votes: 0 };
  const restore = (change: object): unknown => restoreRating({ version: 1, prior: 0.25, items: [item], ...change });
  expect(() => restore({ version: 2 })).toThrow("the saved rating is not a rating of version 1");
  expect(() => restore({ prior: "x" })).toThrow("prior is x; expected a positive number");
  expect(() => restore({ items: [{ ...item, variance: 0 }] })).toThrow(
    "items[0].variance is 0; expected a positive number",
  );
  expect(() => restore({ items: [{ ...item, utility: null }] })).toThrow(
    "items[0].utility is null; expected a finite number",
  );
  expect(() => restore({ items: [item, item] })).toThrow('items[1].name is "a", which occurs twice');
});
