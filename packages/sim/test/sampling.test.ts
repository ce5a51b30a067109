import { randomStream } from "@tierwise/random";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plackettLuceSampler, samplePlackettLuce } from "../src/index.ts";

const scores = [1, 0, -0.5, 2];
const samplers: [string, (seed: number) => (top: number) => Int32Array][] = [
  [
    "samplePlackettLuce",
    (seed) => {
      const random = randomStream(seed);
      return (top) => samplePlackettLuce(scores, random, { top });
    },
  ],
  [
    "plackettLuceSampler",
    (seed) => {
      const random = randomStream(seed);
      const sample = plackettLuceSampler(scores);
      return (top) => sample(random, top);
    },
  ],
];

/** The probability of the first places of a ranking (equation 1). */
function probability(ranking: readonly number[]): number {
  const left = new Set(scores.keys());
  return ranking.reduce((product, item) => {
    const mass = [...left].reduce((sum, j) => sum + Math.exp(scores[j]), 0);
    left.delete(item);
    return (product * Math.exp(scores[item])) / mass;
  }, 1);
}

describe.each(samplers)("%s", (_, sampler) => {
  test.each([1, 2, 3, 4])("the first %d places pass a chi-square test against equation 1, seed 5", (top) => {
    const draws = 40_000;
    const sample = sampler(5);
    const counts = new Map<string, number>();
    for (let i = 0; i < draws; i++) {
      const key = sample(top).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    let chiSquare = 0;
    for (const [key, count] of counts) {
      const expected = draws * probability(key.split(",").map(Number));
      chiSquare += (count - expected) ** 2 / expected;
    }
    const freedom = [3, 11, 23, 23][top - 1];
    expect(counts.size).toBe(freedom + 1);
    // The mean is `freedom` and the standard deviation √(2·freedom); five standard deviations are allowed.
    expect(chiSquare).toBeLessThan(freedom + 5 * Math.sqrt(2 * freedom));
  });

  test("the frequencies of the best item match the softmax, seed 6", () => {
    const draws = 100_000;
    const sample = sampler(6);
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < draws; i++) counts[sample(1)[0]]++;
    for (const [item, count] of counts.entries()) {
      const p = probability([item]);
      expect(Math.abs(count / draws - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / draws));
    }
  });

  test("draws no items if top is 0", () => {
    expect(sampler(1)(0)).toHaveLength(0);
  });

  test("rejects a number of places above the number of items", () => {
    expect(() => sampler(1)(5)).toThrow("top is 5; expected an integer from 0 to 4, the number of items");
    expect(() => sampler(1)(1.5)).toThrow("top is 1.5; expected an integer from 0 to 4");
  });
});

test("plackettLuceSampler gives every item one place, for any scores and on repeated calls", () => {
  const any = fc.array(fc.double({ min: -500, max: 500, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(any, fc.nat(), (w, seed) => {
      const sample = plackettLuceSampler(w);
      const random = randomStream(seed);
      for (const top of [w.length, 1, w.length]) {
        const ranking = sample(random, top);
        expect(new Set(ranking).size).toBe(top);
      }
    }),
  );
});

test("rejects scores that are not finite", () => {
  expect(() => samplePlackettLuce([0, Number.NaN], randomStream(1))).toThrow(
    "scores[1] is NaN; expected a finite number",
  );
  expect(() => plackettLuceSampler([Number.POSITIVE_INFINITY])).toThrow(
    "scores[0] is Infinity; expected a finite number",
  );
});
