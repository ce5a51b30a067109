import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import {
  type Battles,
  bootstrap,
  control,
  davidson,
  drop,
  fitBattles,
  fitSlices,
  fitUtilities,
  half,
  position,
  sandwich,
} from "../../src/index.ts";
import { battlesOf, readFixture, withoutClusters } from "../read-battles.ts";

const two = ["a", "b"];

describe("a fit to battles between two items", () => {
  test.each([
    [30, 10, 0],
    [8, 2, 4],
    [1, 1e9, 3],
    [1e12, 1, 1],
    [2e-9, 1e-9, 3e-9],
  ])("matches the closed form for %d wins, %d losses and %d ties", (a, b, t) => {
    const battles = battlesOf(two, [
      [0, 1, 0, a],
      [1, 0, 0, b],
      [1, 0, 2, t],
    ]);
    const close = (found: number | undefined, expected: number): void => {
      expect(Math.abs((found ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
    };
    const halves = fitBattles(battles, { ties: half() });
    close(halves.utilities[0], Math.log((a + t / 2) / (b + t / 2)) / 2);
    close((halves.standardErrors?.[0] ?? 0) / (Math.sqrt(1 / (a + t / 2) + 1 / (b + t / 2)) / 2), 1);
    const dropped = fitBattles(battles, { ties: drop() });
    close(dropped.utilities[0], Math.log(a / b) / 2);
    close((dropped.standardErrors?.[0] ?? 0) / (Math.sqrt(1 / a + 1 / b) / 2), 1);
    const own = fitBattles(battles, { ties: davidson() });
    close(own.utilities[0], Math.log(a / b) / 2);
    close(own.ties.nu, t / Math.sqrt(a * b));
    // log ν = log t − (log a + log b)/2, with variance 1/t + (1/a + 1/b)/4.
    if (t > 0) {
      const error = Math.sqrt(1 / t + (1 / a + 1 / b) / 4);
      close((own.ties.standardError ?? 0) / ((own.ties.nu ?? 1) * error), 1);
    }
    expect(own.ties).toMatchObject({ method: "davidson", count: t });
  });

  test("with ties as half wins, the sandwich variance includes the variance of ties", () => {
    // The score y − p has mean 0, and Σ (y − p)² = a(1 − p)² + b·p² + t(1/2 − p)².
    const [a, b, t] = [40, 25, 35];
    const battles = battlesOf(two, [
      [0, 1, 0, a],
      [0, 1, 1, b],
      [0, 1, 3, t],
    ]);
    const p = (a + t / 2) / 100;
    const squares = a * (1 - p) ** 2 + b * p ** 2 + t * (0.5 - p) ** 2;
    const { standardErrors } = fitBattles(battles, { interval: sandwich() });
    expect(standardErrors?.[0]).toBeCloseTo(Math.sqrt(squares) / (100 * p * (1 - p)) / 2, 12);
  });
});

describe("battles that may have no finite estimate", () => {
  const three = ["a", "b", "c"];

  test("a fit without a finite estimate names the items that never lose or have no battles", () => {
    const separated = battlesOf(three, [
      [0, 1, 0, 5],
      [1, 2, 0, 5],
      [2, 1, 0, 5],
    ]);
    const fit = fitBattles(separated);
    expect(fit).toMatchObject({ converged: false, unbeatenItems: Int32Array.of(0) });
    expect(fit.problem).toBe(
      '"a" is never beaten by the others, so the most likely utilities are infinite; set a prior',
    );
    expect(fit).not.toHaveProperty("standardErrors");
    const alone = battlesOf(three, [
      [0, 1, 0, 5],
      [0, 1, 1, 5],
    ]);
    expect(fitBattles(alone).problem).toBe('"c" has no battles; set a prior, or omit this item');
    expect(fitBattles(alone, { prior: 0.1 })).toMatchObject({ converged: true });
    const halves = battlesOf(
      ["a", "b", "c", "d"],
      [
        [0, 1, 0, 5],
        [0, 1, 1, 5],
        [2, 3, 0, 1],
        [2, 3, 1, 1],
      ],
    );
    expect(fitBattles(halves).problem).toContain("2 items, the first of them");
  });

  test("estimates are finite with zero weights, with at most one item, and if all battles are ties that count as half wins", () => {
    const zero = battlesOf(two, [
      [0, 1, 0, 3],
      [0, 1, 1, 1],
      [1, 0, 0, 0],
    ]);
    expect(fitBattles(zero).utilities[0]).toBeCloseTo(Math.log(3) / 2, 12);
    expect(fitBattles(battlesOf(["only"], []))).toMatchObject({ converged: true, utilities: new Float64Array(1) });
    expect(fitBattles(battlesOf([], []))).toMatchObject({ converged: true });
    const ties = battlesOf(two, [[0, 1, 2, 4]]);
    expect(fitBattles(ties)).toMatchObject({ converged: true, utilities: new Float64Array(2) });
    expect(fitBattles(ties, { ties: davidson() }).problem).toContain("every battle is a tie");
    const decided = battlesOf(two, [
      [0, 1, 0, 3],
      [0, 1, 1, 1],
    ]);
    expect(fitBattles(decided, { ties: davidson() }).ties).toEqual({ method: "davidson", count: 0, share: 0, nu: 0 });
  });
});

describe("the data", () => {
  const battles = withoutClusters(readFixture());

  test("the fit does not depend on the order of rows, on which item is on the left, or on merging equal rows", () => {
    const fit = fitBattles(battles);
    const random = randomStream(5);
    const order = Int32Array.from(battles.left.keys()).sort(() => random() - 0.5);
    const shuffled: Battles = {
      itemNames: battles.itemNames,
      left: order.map((r) => (r % 2 === 0 ? battles.left[r] : battles.right[r])),
      right: order.map((r) => (r % 2 === 0 ? battles.right[r] : battles.left[r])),
      outcomes: Uint8Array.from(order, (r) => {
        return r % 2 === 0 || battles.outcomes[r] === 2 ? battles.outcomes[r] : 1 - battles.outcomes[r];
      }),
      weights: battles.weights,
    };
    const other = fitBattles(shuffled);
    for (const [i, utility] of fit.utilities.entries()) expect(other.utilities[i]).toBeCloseTo(utility, 12);
    const doubled = fitBattles({ ...battles, weights: battles.weights.map((weight) => 2 * weight) });
    for (const [i, error] of (fit.standardErrors ?? []).entries()) {
      expect((doubled.standardErrors?.[i] ?? 0) * Math.SQRT2).toBeCloseTo(error, 12);
    }
  });

  test("battles give the same fit as duels in which a tie is two half wins", () => {
    const preferences = [...battles.left].flatMap((left, r) => {
      const [a, b] = [[left], [battles.right[r]]];
      const duel = (tiers: number[][]) => ({ tiers, rest: "unobserved" as const });
      const all = [duel([a, b]), duel([b, a])];
      return battles.outcomes[r] === 2 ? all : [all[battles.outcomes[r]], all[battles.outcomes[r]]];
    });
    const weights = preferences.map(() => 0.5);
    const [fit, expected] = [
      fitBattles(battles, { prior: 0.3 }),
      fitUtilities(preferences, { items: 8, weights, prior: 0.3 }),
    ];
    for (const [i, utility] of expected.utilities.entries()) expect(fit.utilities[i]).toBeCloseTo(utility, 12);
    expect(fit.logLikelihood).toBeCloseTo(expected.logLikelihood, 8);
  });

  test("a control that is determined by the items cannot be distinguished from the utilities", () => {
    const numbers = { skill: Float64Array.from(battles.left, (left, r) => left - battles.right[r]) };
    const fit = fitBattles({ ...battles, numbers }, { controls: [control("skill")] });
    expect(fit.converged).toBe(false);
    expect(fit.problem).toContain("has not converged");
  });

  test("the estimated position effect is exact", () => {
    const home = battlesOf(two, [
      [0, 1, 0, 30],
      [0, 1, 1, 10],
      [1, 0, 0, 20],
      [1, 0, 1, 20],
    ]);
    const { utilities, effects } = fitBattles(home, { controls: [position()] });
    // The left side's log-odds are log 3 and 0, that is, the position effect plus and minus the difference between the utilities.
    expect(effects?.[0].estimate).toBeCloseTo(Math.log(3) / 2, 12);
    expect(utilities[0] - utilities[1]).toBeCloseTo(Math.log(3) / 2, 12);
  });

  test("the unit of a control does not matter", () => {
    const { length_a, length_b } = battles.numbers ?? {};
    const kilo = { length_a: length_a.map((x) => x * 1e-9), length_b: length_b.map((x) => x * 1e-9) };
    const [one, other] = [battles, { ...battles, numbers: kilo }].map((data) => {
      return fitBattles(data, { controls: [control("length_a-length_b")] }).effects?.[0];
    });
    expect((other?.estimate ?? 0) * 1e-9).toBeCloseTo(one?.estimate ?? Number.NaN, 14);
    expect((other?.standardError ?? 0) * 1e-9).toBeCloseTo(one?.standardError ?? Number.NaN, 14);
  });

  test("the fit of a slice equals a fit of its rows alone", () => {
    const codes = battles.left.map((_, r) => r % 2);
    const sliced = fitSlices({ ...battles, factors: { half: { codes, names: ["even", "odd"] } } }, "half", {
      prior: 1,
    });
    expect(sliced.map(({ name, battles: count }) => [name, count])).toEqual([
      ["even", 300],
      ["odd", 300],
    ]);
    const keep = (_: number, r: number): boolean => r % 2 === 1;
    const odd = fitBattles(
      {
        itemNames: battles.itemNames,
        left: battles.left.filter(keep),
        right: battles.right.filter(keep),
        outcomes: battles.outcomes.filter(keep),
        weights: battles.weights.filter(keep),
      },
      { prior: 1 },
    );
    expect(sliced[1].fit.utilities).toEqual(odd.utilities);
  });
});

describe("bothBad", () => {
  test('"below" ranks a virtual item among the real items, which has a closed form for two equal items', () => {
    // Left and right are each best 30 times, and the bar is best 20 times, so the odds of being the best of three are 3 to 3 to 2.
    const battles = battlesOf(two, [
      [0, 1, 0, 30],
      [0, 1, 1, 30],
      [0, 1, 3, 20],
    ]);
    const { acceptable, utilities, ties } = fitBattles(battles, { bothBad: "below" });
    expect(utilities[0]).toBeCloseTo(0, 12);
    expect(acceptable?.utility).toBeCloseTo(Math.log(2 / 3), 10);
    // For a multinomial with three outcomes, Var(log p₃ − (log p₁ + log p₂)/2) = 1/20 + (1/30 + 1/30)/4.
    expect(acceptable?.standardError).toBeCloseTo(Math.sqrt(1 / 20 + 1 / 60), 8);
    expect(acceptable?.share).toBeCloseTo(0.6, 10);
    expect(acceptable?.place).toBe(3);
    expect(ties).toMatchObject({ count: 0, share: 0 });
  });

  test('"both good" puts both sides above the virtual item, which lowers its utility', () => {
    const rows: [number, number, number, number][] = [
      [0, 1, 0, 30],
      [0, 1, 1, 20],
      [0, 1, 3, 20],
    ];
    const before = fitBattles(battlesOf(two, rows), { bothBad: "below" }).acceptable;
    const after = fitBattles(battlesOf(two, [...rows, [0, 1, 4, 30]]), { bothBad: "below" }).acceptable;
    expect(after?.utility).toBeLessThan(before?.utility ?? Number.NaN);
    expect(after?.share).toBeGreaterThan(before?.share ?? Number.NaN);
  });

  test('"below" gives no estimate if no answer is better than "acceptable"', () => {
    const fit = fitBattles(battlesOf(two, [[0, 1, 3, 20]]), { bothBad: "below" });
    expect(fit.converged).toBe(false);
    expect(fit.problem).toContain("acceptable");
    expect(() => fitBattles(battlesOf(two, []), { bothBad: "below", ties: davidson() })).toThrow(
      'bothBad: "below" cannot be combined with davidson()',
    );
  });
});

describe("reports the offending argument:", () => {
  const good = battlesOf(two, [
    [0, 1, 0, 1],
    [1, 0, 0, 1],
  ]);
  test.each<[string, () => unknown, string]>([
    [
      "an item",
      () => fitBattles(battlesOf(two, [[0, 2, 0, 1]])),
      "right[0] is 2; expected the index of an item, from 0 to 1",
    ],
    ["itself", () => fitBattles(battlesOf(two, [[1, 1, 0, 1]])), "left[0] and right[0] are both item 1"],
    ["an outcome", () => fitBattles(battlesOf(two, [[0, 1, 5, 1]])), "outcomes[0] is 5; expected 0 to 4"],
    ["a weight", () => fitBattles(battlesOf(two, [[0, 1, 0, -1]])), "weights[0] is -1"],
    ["a length", () => fitBattles({ ...good, weights: Float64Array.of(1) }), "weights has length 1; expected 2"],
    ["ties", () => fitBattles(good, { ties: "quarter" as "half" }), 'ties is "quarter"; expected half()'],
    ["an interval", () => fitBattles(good, { interval: "no" as "none" }), 'interval is "no"; expected information()'],
    [
      "a control",
      () => fitBattles(good, { controls: [control("x-y")] }),
      'control is "x-y"; expected no control, because the battles have no numeric columns',
    ],
    ["an option", () => fitBattles(good, { solver: 1 } as object), "solver is not an option of fitBattles"],
    ["clusters", () => fitBattles(good, { interval: sandwich({ clustered: true }) }), "needs data with clusters"],
    ["a slice", () => fitSlices(good, "language"), 'by is "language"; expected a factor of the battles: none'],
    ["resamples", () => bootstrap({ resamples: 1 }), "resamples is 1; expected an integer of at least 2"],
  ])("%s", (_, call, message) => {
    expect(call).toThrow(message);
  });

  test("rejects a bootstrap in which nearly all resamples lack a finite maximum", () => {
    const rare = battlesOf(two, [
      [0, 1, 0, 1e-3],
      [0, 1, 1, 1e-3],
    ]);
    expect(() => fitBattles(rare, { interval: bootstrap({ resamples: 5 }) })).toThrow("set a prior, or use sandwich()");
  });
});
