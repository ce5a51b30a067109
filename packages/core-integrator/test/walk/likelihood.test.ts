import { centralDifferences, preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exact, logLikelihood, logLikelihoodGradient, type Preference } from "../../src/index.ts";
import { enumeratedProbability, orderedPartitions, orderProbability } from "../enumeration.ts";

const { exp, log } = Math;

describe("closed forms", () => {
  const table: [string, number[], Preference, number][] = [
    ["one item above one: log σ(w₀ − w₁)", [3, 1], { tiers: [[0]] }, log(exp(3) / (exp(3) + exp(1)))],
    ["one item above two: log softmax", [0, 1, 2], { tiers: [[1]] }, log(exp(1) / (exp(0) + exp(1) + exp(2)))],
    [
      "two items above one: both orders",
      [0, 1, 2],
      { tiers: [[0, 1]] },
      log(
        (1 / (1 + exp(1) + exp(2))) * (exp(1) / (exp(1) + exp(2))) +
          (exp(1) / (1 + exp(1) + exp(2))) * (1 / (1 + exp(2))),
      ),
    ],
    [
      "a full order, equation 1",
      [0, 1, 2],
      { tiers: [[2], [0], [1]] },
      log(exp(2) / (1 + exp(1) + exp(2))) + log(1 / (1 + exp(1))),
    ],
    ["3 of 7 equal items: 3!·4!/7!", [4, 4, 4, 4, 4, 4, 4], { tiers: [[0, 3, 5]] }, log((6 * 24) / 5040)],
    ["unobserved items are ignored", [0, 1, 100], { tiers: [[0], [1]], rest: "unobserved" }, log(1 / (1 + exp(1)))],
    ["an empty tier has no effect", [0, 1, 2], { tiers: [[], [1], []] }, log(exp(1) / (1 + exp(1) + exp(2)))],
    ["all items in one tier", [0, 1, 2], { tiers: [[2, 0, 1]] }, 0],
    ["no tiers", [0, 1, 2], { tiers: [] }, 0],
    ["one item", [5], { tiers: [[0]] }, 0],
    ["no items", [], { tiers: [] }, 0],
  ];
  test.each(table)("%s", (_, scores, preference, expected) => {
    const { logLikelihood: value, gradient } = logLikelihoodGradient(scores, preference);
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(8 * Number.EPSILON);
    expect(gradient).toHaveLength(scores.length);
    expect(Math.abs(gradient.reduce((sum, g) => sum + g, 0))).toBeLessThanOrEqual(8 * Number.EPSILON);
  });

  const extreme: [string, number[], Preference, number][] = [
    ["one item above one, 2e4 apart in the right order", [1e4, -1e4], { tiers: [[0]] }, 0],
    ["one item above one, 2e4 apart in the wrong order", [-1e4, 1e4], { tiers: [[0]] }, -2e4],
    ["two items above one, 2e4 apart in the wrong order", [-1e4, -1e4, 1e4], { tiers: [[0, 1]] }, -4e4 + log(2)],
    ["equal scores of 1e4", [1e4, 1e4, 1e4, 1e4], { tiers: [[0, 1]] }, log(1 / 6)],
    ["denormal scores", [5e-324, 1e-310, 0, -5e-324], { tiers: [[0, 1]] }, log(1 / 6)],
    [
      "ten items above one, nearly impossible",
      [...new Array(10).fill(-1e4), 1e4],
      { tiers: [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]] },
      -2e5 + log(3628800),
    ],
    [
      "ten items above one, nearly certain",
      [...new Array(10).fill(1e4), -1e4],
      { tiers: [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]] },
      0,
    ],
    ["a full order in steps of 2e4", [2e4, 0, -2e4], { tiers: [[0], [1]] }, 0],
  ];
  test.each(extreme)("extreme scores: %s", (_, scores, preference, expected) => {
    const { logLikelihood: value, gradient } = logLikelihoodGradient(scores, preference);
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected)));
    expect(gradient.every(Number.isFinite)).toBe(true);
  });
});

const close = (a: number, b: number, tolerance: number): void => {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(a), Math.abs(b)));
};

describe("properties", () => {
  test("adding a constant to every score changes nothing", () => {
    fc.assert(
      fc.property(
        preferenceProblems(60, 30),
        fc.double({ min: -1000, max: 1000, noNaN: true }),
        ({ scores, preference }, c) => {
          const shifted = scores.map((w) => w + c);
          // Adding the shift rounds each score by up to half an ulp of 1030.
          close(logLikelihood(shifted, preference), logLikelihood(scores, preference), 60 * 1030 * Number.EPSILON);
        },
      ),
    );
  });

  test("the order within a tier does not matter", () => {
    fc.assert(
      fc.property(preferenceProblems(200, 30), fc.infiniteStream(fc.nat()), ({ scores, preference }, keys) => {
        const shuffled = preference.tiers.map((tier) =>
          Array.from(tier, (item) => [Number(keys.next().value), item])
            .sort((a, b) => a[0] - b[0])
            .map(([, item]) => item),
        );
        close(logLikelihood(scores, { ...preference, tiers: shuffled }), logLikelihood(scores, preference), 1e-13);
      }),
    );
  });

  test("the gradient sums to zero and equals central differences", () => {
    fc.assert(
      fc.property(preferenceProblems(30, 10), ({ scores, preference }) => {
        const { gradient } = logLikelihoodGradient(scores, preference);
        const size = gradient.reduce((sum, g) => sum + Math.abs(g), 1);
        expect(Math.abs(gradient.reduce((sum, g) => sum + g, 0))).toBeLessThanOrEqual(1e-13 * size);
        const differences = centralDifferences((w) => logLikelihood(w, preference), Float64Array.from(scores));
        for (const [i, g] of gradient.entries()) close(g, differences[i], 1e-7);
      }),
    );
  });

  test("enumeration, the exact rule and the adaptive rule agree", () => {
    fc.assert(
      fc.property(preferenceProblems(7, 5), ({ scores, preference }) => {
        const enumerated = log(enumeratedProbability(scores, preference));
        close(logLikelihood(scores, preference), enumerated, 1e-13);
        close(logLikelihood(scores, preference, { rule: exact() }), enumerated, 1e-13);
      }),
      { numRuns: 40 },
    );
  });

  test("the exact rule and the adaptive rule agree on tiers of up to 12 items, gradients included", () => {
    fc.assert(
      fc.property(preferenceProblems(24, 100), ({ scores, preference }) => {
        fc.pre(preference.tiers.every((tier) => tier.length <= 12));
        const one = logLikelihoodGradient(scores, preference);
        const other = logLikelihoodGradient(scores, preference, { rule: exact() });
        close(one.logLikelihood, other.logLikelihood, 1e-12);
        for (const [i, g] of one.gradient.entries()) close(g, other.gradient[i], 1e-12);
      }),
    );
  });

  test("the probabilities of all ordered partitions with given tier sizes sum to one", () => {
    const sizes = [
      [1, 1],
      [1, 2],
      [2, 1, 1],
      [1, 3],
      [2, 2],
      [1, 1, 1, 1],
      [2, 3],
      [1, 2, 2],
      [3, 1, 1],
      [4, 1],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...sizes),
        fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (tierSizes, five) => {
          const scores = five.slice(
            0,
            tierSizes.reduce((sum, size) => sum + size, 0),
          );
          const partitions = orderedPartitions([...scores.keys()], tierSizes);
          close(
            partitions.reduce((sum, tiers) => sum + exp(logLikelihood(scores, { tiers })), 0),
            1,
            1e-13,
          );
        },
      ),
    );
  });

  test("merging adjacent tiers never lowers the probability", () => {
    fc.assert(
      fc.property(preferenceProblems(80, 50), ({ scores, preference }) => {
        const [a, b, c] = preference.tiers.map((tier) => Array.from(tier));
        const before = logLikelihood(scores, preference);
        const slack = 1e-12 * Math.max(1, Math.abs(before));
        expect(logLikelihood(scores, { ...preference, tiers: [[...a, ...b], c] })).toBeGreaterThanOrEqual(
          before - slack,
        );
        expect(logLikelihood(scores, { ...preference, tiers: [a, [...b, ...c]] })).toBeGreaterThanOrEqual(
          before - slack,
        );
      }),
    );
  });

  test("tiers of one item each reproduce equation 1", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (scores) => {
          const order = [...scores.keys()].reverse();
          close(
            logLikelihood(scores, { tiers: order.map((item) => [item]) }),
            log(orderProbability(scores, order)),
            1e-13,
          );
        },
      ),
    );
  });
});

describe("the rounding error does not grow with the number of items or tiers", () => {
  test("an item above 200,000 equal items has a log-likelihood of −log(1 + N·e^{−w})", () => {
    const scores = new Float64Array(200_001);
    scores[0] = 1.25;
    const { logLikelihood: value, error } = logLikelihoodGradient(scores, { tiers: [[0]] });
    const truth = -Math.log1p(200_000 * exp(-1.25));
    expect(Math.abs(value - truth)).toBeLessThanOrEqual(4e-15 * Math.abs(truth));
    expect(Math.abs(value - truth)).toBeLessThanOrEqual(error);
  });

  test("a full order of 10,000 equal items has a log-likelihood of −log N!", () => {
    const scores = new Float64Array(10_000).fill(1234.5);
    const { logLikelihood: value, error } = logLikelihoodGradient(scores, {
      tiers: Array.from(scores.keys(), (i) => [i]),
    });
    let truth = 0;
    for (let i = 2; i <= 10_000; i++) truth -= log(i);
    expect(Math.abs(value - truth)).toBeLessThanOrEqual(1e-13 * Math.abs(truth));
    expect(Math.abs(value - truth)).toBeLessThanOrEqual(error);
  });

  test("adding 1e4 to all scores changes nothing if the sums are exact", () => {
    const scores = Float64Array.from({ length: 60 }, (_, i) => Math.round(64 * Math.sin(i)) / 64);
    const preference: Preference = {
      tiers: [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        [20, 21],
      ],
    };
    const moved = scores.map((w) => w + 10_000);
    expect(logLikelihood(moved, preference)).toBe(logLikelihood(scores, preference));
  });
});

describe("maxTier", () => {
  const scores = [0.3, -1, 2, 0.5, 1, -0.2, 0.1];
  const tiers = [[0, 1], [2, 3, 4], [5]];

  test("omits the terms of larger tiers, whose items still count as below the higher tiers", () => {
    const first = logLikelihood(scores, { tiers: [[0, 1]] });
    const third = logLikelihood(scores, { tiers: [[5], [6]], rest: "unobserved" });
    close(logLikelihood(scores, { tiers }, { maxTier: 2 }), first + third, 1e-14);
  });

  test("omits the same terms from the gradient", () => {
    const { gradient } = logLikelihoodGradient(scores, { tiers }, { maxTier: 2 });
    const differences = centralDifferences(
      (w) => logLikelihood(w, { tiers }, { maxTier: 2 }),
      Float64Array.from(scores),
    );
    for (const [i, g] of gradient.entries()) close(g, differences[i], 1e-9);
  });

  test("maxTier must be at least 1", () => {
    expect(() => logLikelihood(scores, { tiers }, { maxTier: 0 })).toThrow(
      "maxTier is 0; expected a number of at least 1",
    );
  });
});

describe("the error for a nonfinite score names its index", () => {
  const bad: [string, number[], string][] = [
    ["NaN in a tier", [0, Number.NaN, 1], "scores[1] is NaN; expected a finite number"],
    ["NaN in the rest", [0, 1, Number.NaN], "scores[2] is NaN; expected a finite number"],
    ["+∞", [Number.POSITIVE_INFINITY, 0, 1], "scores[0] is Infinity; expected a finite number"],
    ["−∞", [0, 1, Number.NEGATIVE_INFINITY], "scores[2] is -Infinity; expected a finite number"],
  ];
  test.each(bad)("%s", (_, scores, message) => {
    expect(() => logLikelihood(scores, { tiers: [[0, 1]] })).toThrow(message);
    expect(() => logLikelihoodGradient(scores, { tiers: [[0, 1]] })).toThrow(message);
    expect(() => logLikelihood(scores, { tiers: [[0], [1]], rest: "unobserved" })).toThrow(message);
  });

  test("rejects scores that are not numbers or whose differences would overflow", () => {
    const tiers = [[0]];
    expect(() => logLikelihood([1, null as never, 3], { tiers })).toThrow(
      "scores[1] is null; expected a finite number",
    );
    expect(() => logLikelihood([1, "2" as never, 3], { tiers })).toThrow("scores[1] is 2; expected a finite number");
    expect(() => logLikelihood([1, 1.7e308], { tiers })).toThrow("scores[1] is 1.7e+308; expected a finite number");
    expect(() => logLikelihood(Float64Array.of(-1.7e308, 1), { tiers })).toThrow("scores[0] is -1.7e+308");
    expect(logLikelihood([1e300, -1e300], { tiers: [[1]] })).toBe(-2e300);
  });

  test("rejects missing scores", () => {
    expect(() => logLikelihood(undefined as never, { tiers: [] })).toThrow(
      "scores is undefined; expected an array of numbers",
    );
  });

  test("rejects an item that is repeated or out of range", () => {
    expect(() => logLikelihood([0, 1], { tiers: [[0, 0]] })).toThrow("tiers[0] contains item 0 twice");
    expect(() => logLikelihood([0, 1], { tiers: [[2]] })).toThrow("tiers[0][0] is 2, not an item");
  });
});
