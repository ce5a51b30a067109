import { normal, randomStream } from "@tierwise/random";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBelief, expectedGain, meanError, observe } from "../../src/design/belief.ts";
import { expectedInformation } from "../../src/design/expected-information.ts";
import { nextQuestions } from "../../src/design/next-questions.ts";
import { fitUtilities } from "../../src/fit-utilities.ts";

const fit = fitUtilities(
  [
    { tiers: [[0], [1], [2], [3], [4]] },
    { tiers: [[2], [0], [1], [4], [3]] },
    { tiers: [[4], [1], [0], [3], [2]] },
    { tiers: [[0], [3], [2], [1], [4]] },
  ],
  { items: 5, prior: 0.25 },
);

function orders(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) => orders(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}

test("the information in an answer about a pair is the product of the win probabilities, both for a ranking and for the best item", () => {
  const pq = 0.8 * 0.2;
  const expected = [pq, -pq, -pq, pq].map((value) => expect.closeTo(value, 15));
  for (const answer of ["ranking", "best"] as const) {
    expect(Array.from(expectedInformation([Math.log(4), 0], answer))).toEqual(expected);
  }
});

test("the information in a ranking equals the expected square of the gradient of its log-likelihood, summed over all orders", () => {
  const utilities = [0.3, -0.8, 1.1, 0.2];
  const mass = utilities.map(Math.exp);
  const expected = new Float64Array(16);
  for (const order of orders([0, 1, 2, 3])) {
    const score = new Float64Array(4);
    let probability = 1;
    for (let m = 0; m < 4; m++) {
      const left = order.slice(m);
      const total = left.reduce((sum, item) => sum + mass[item], 0);
      probability *= mass[order[m]] / total;
      score[order[m]]++;
      for (const item of left) score[item] -= mass[item] / total;
    }
    for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) expected[i * 4 + j] += probability * score[i] * score[j];
  }
  const found = expectedInformation(utilities, "ranking");
  for (let at = 0; at < 16; at++) expect(found[at]).toBeCloseTo(expected[at], 13);
});

test("the closed-form gain of a pair agrees with the gain computed from matrices", () => {
  const covariance = fit.covariance as Float64Array;
  const belief = createBelief(fit.utilities, covariance);
  for (const [i, j] of [
    [0, 1],
    [3, 2],
    [4, 0],
  ]) {
    const before = createBelief(fit.utilities, covariance);
    const gain = expectedGain(before, [i, j], "ranking");
    // Computes the gain as the change in the trace, with weights from the derivative of the standard errors.
    const errors = Array.from({ length: 5 }, (_, k) => Math.sqrt(before.covariance[k * 5 + k]));
    observe(before, [i, j], "ranking");
    const change = errors.reduce(
      (sum, error, k) => sum + (belief.covariance[k * 5 + k] - before.covariance[k * 5 + k]) / (2 * error),
      0,
    );
    expect(gain).toBeCloseTo(change, 12);
  }
});

test("the updated covariance equals (Σ⁻¹ + M)⁻¹", () => {
  // Σ is singular, so the inverse of Σ⁻¹ + M is checked by multiplying: Σ'·(1 + M·Σ) = Σ.
  const belief = createBelief(fit.utilities, fit.covariance as Float64Array);
  const before = belief.covariance.slice();
  const set = [0, 2, 4];
  const m = expectedInformation(
    set.map((item) => fit.utilities[item]),
    "ranking",
  );
  const sensitivity = belief.sensitivity.slice();
  observe(belief, set, "ranking");
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      let product = belief.covariance[i * 5 + j];
      for (const [a, row] of set.entries()) {
        for (const [b, column] of set.entries())
          product += belief.covariance[i * 5 + row] * m[a * 3 + b] * before[column * 5 + j];
      }
      expect(product).toBeCloseTo(before[i * 5 + j], 12);
    }
  }
  // G = Σ·W·Σ with the weights of the initial belief.
  const weights = Array.from({ length: 5 }, (_, k) => 1 / (2 * Math.sqrt(before[k * 5 + k])));
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      let [now, then] = [0, 0];
      for (let k = 0; k < 5; k++) {
        now += belief.covariance[i * 5 + k] * weights[k] * belief.covariance[k * 5 + j];
        then += before[i * 5 + k] * weights[k] * before[k * 5 + j];
      }
      expect(belief.sensitivity[i * 5 + j]).toBeCloseTo(now, 12);
      expect(sensitivity[i * 5 + j]).toBeCloseTo(then, 12);
    }
  }
});

test("the first pair is the best of all pairs, and a batch does not repeat sets", () => {
  const belief = createBelief(fit.utilities, fit.covariance as Float64Array);
  const gains: number[] = [];
  for (let i = 0; i < 5; i++) for (let j = 0; j < i; j++) gains.push(expectedGain(belief, [i, j], "ranking"));
  const { questions, meanError: before, expectedMeanError } = nextQuestions(fit, { sets: 10 });
  expect(questions[0].gain).toBeCloseTo(Math.max(...gains) / 5, 14);
  expect(new Set(questions.map(({ items }) => items.join())).size).toBe(10);
  expect(before).toBeCloseTo(meanError(belief), 14);
  expect(expectedMeanError).toBeLessThan(before);
  // There are only ten pairs, so the eleventh question repeats a pair.
  expect(nextQuestions(fit, { sets: 11 }).questions).toHaveLength(11);
});

test("for sets of three, exchanging items finds the best of all ten sets", () => {
  const belief = createBelief(fit.utilities, fit.covariance as Float64Array);
  const gains: number[] = [];
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) gains.push(expectedGain(belief, [i, j, k], "ranking"));
  }
  expect(nextQuestions(fit, { size: 3 }).questions[0].gain).toBeCloseTo(Math.max(...gains) / 5, 14);
});

test("a first round without votes connects all items with as few sets as possible", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 30 }),
      fc.integer({ min: 2, max: 5 }),
      fc.integer(),
      (items, wanted, seed) => {
        const size = Math.min(items, wanted);
        const sets = Math.ceil((items - 1) / (size - 1));
        const { questions } = nextQuestions({ items, preferences: [] }, { sets, size, seed });
        const component = Array.from({ length: items }, (_, i) => i);
        for (const { items: set, reason } of questions) {
          expect(reason).toBe("connects");
          expect(new Set(set).size).toBe(size);
          const joined = new Set(set.map((item) => component[item]));
          for (const [item, c] of component.entries()) if (joined.has(c)) component[item] = component[set[0]];
        }
        expect(new Set(component).size).toBe(1);
        // No item occurs in more than half of the questions.
        const named = new Float64Array(items);
        for (const { items: set } of questions) for (const item of set) named[item]++;
        expect(Math.max(...named)).toBeLessThanOrEqual(3);
      },
    ),
    { numRuns: 40 },
  );
});

test("the seed decides among equally good sets, and the same seed gives the same sets", () => {
  const first = (seed: number): string =>
    JSON.stringify(nextQuestions({ items: 12, preferences: [] }, { sets: 4, size: 4, seed }));
  expect(first(1)).toBe(first(1));
  expect(new Set([1, 2, 3, 4].map(first)).size).toBeGreaterThan(1);
});

test("the first question includes a new item if all other items are well known", () => {
  const known = [0, 1, 2, 3].flatMap((i) =>
    [0, 1, 2, 3].filter((j) => j !== i).map((j) => ({ tiers: [[i], [j]], rest: "unobserved" as const })),
  );
  const votes = { itemNames: [..."abcde"], preferences: known, weights: known.map(() => 50) };
  for (const { names } of nextQuestions(votes, { sets: 3 }).questions) expect(names).toContain("e");
});

test("only candidates are proposed", () => {
  const { questions } = nextQuestions(fit, { sets: 3, size: 2, candidates: [4, 1, 3] });
  expect(questions.map(({ items }) => items.join()).sort()).toEqual(["1,3", "1,4", "3,4"]);
});

test("questions about the best item allow large sets", () => {
  const random = randomStream(2);
  const utilities = Float64Array.from({ length: 14 }, () => normal(random));
  const covariance = Float64Array.from({ length: 196 }, (_, at) => (at % 15 === 0 ? 1 : 0));
  const { questions } = nextQuestions({ utilities, covariance }, { size: 12, answer: "best" });
  expect(questions[0].items).toHaveLength(12);
});

test.each([
  [{ sets: 0 }, "sets is 0; expected a positive integer"],
  [{ size: 6 }, "size is 6; expected an integer from 2 to 5, the number of items to choose from"],
  [{ candidates: [0, 0] }, "candidates[1] is 0; expected distinct items from 0 to 4"],
  [{ answer: "worst" as "best" }, 'answer is "worst"; expected "ranking" or "best"'],
])("rejects %j", (options, message) => {
  expect(() => nextQuestions(fit, options)).toThrow(message);
});

test("rejects rankings of more than ten items, and votes with a prior of 0", () => {
  expect(() => nextQuestions({ items: 20, preferences: [] }, { size: 11 })).toThrow(
    'size is 11; expected at most 10 for rankings; set answer: "best" for more',
  );
  expect(() => nextQuestions({ items: 2, preferences: [] }, { prior: 0 })).toThrow(
    "prior is 0; expected a positive number",
  );
});
