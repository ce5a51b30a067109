import { chooseMixture, fitMixture, fitUtilities } from "@tierwise/aggregate";
import { logLikelihood, type Preference } from "@tierwise/core-integrator";
import { gumbel, randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";

const SEED = 11;
// The data resemble PrefLib's sushi data, with ten items and a minority with nearly the opposite taste.
const majority = [2, 1.5, 1, 0.5, 0, 0, -0.5, -1, -1.5, -2];
const minority = [-1.5, -1, -2, 0, 0.5, 1, -0.5, 1.5, 2, 0];

/** Voters who sort ten items into tiers: a few ranked items at the top, then two tiers. A voter is in the minority with probability 0.3. */
function simulate(voters: number, seed: number): { readonly votes: Preference[]; readonly groups: number[] } {
  const random = randomStream(seed);
  const groups: number[] = [];
  const votes = Array.from({ length: voters }, () => {
    const group = random() < 0.3 ? 1 : 0;
    groups.push(group);
    const keys = (group === 1 ? minority : majority).map((u) => u + gumbel(random));
    const order = keys.map((_, i) => i).sort((a, b) => keys[b] - keys[a]);
    return { tiers: [[order[0]], [order[1]], order.slice(2, 5)] };
  });
  return { votes, groups };
}

const correlation = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
    Array.from(x, (value, i) => value * y[i]).reduce((sum, value) => sum + value, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe("fitMixture", () => {
  const { votes, groups } = simulate(1500, SEED);
  const fit = fitMixture(votes, { items: 10, components: 2 });

  test("recovers the shares, utilities and members of two simulated groups", () => {
    const [large, small] = fit.components;
    const share = groups.filter((group) => group === 1).length / groups.length;
    expect(Math.abs(small.share - share), `seed ${SEED}`).toBeLessThan(0.03);
    const centered = minority.map((u) => u - minority.reduce((sum, x) => sum + x, 0) / 10);
    expect(correlation(large.utilities, majority)).toBeGreaterThan(0.99);
    expect(correlation(small.utilities, centered)).toBeGreaterThan(0.98);
    const right = groups.filter((group, v) => fit.memberships[2 * v + group] > 0.5).length;
    expect(right / groups.length).toBeGreaterThan(0.93);
  });

  test("the objective never falls, and the fit converges", () => {
    expect(fit.converged).toBe(true);
    for (let n = 1; n < fit.history.length; n++) {
      expect(fit.history[n]).toBeGreaterThanOrEqual(fit.history[n - 1] - 1e-12 * Math.abs(fit.history[n]));
    }
  });

  test("the log-likelihood is the sum over voters of the logarithms of the mixture probabilities", () => {
    const sum = votes.reduce(
      (total, vote) =>
        total +
        Math.log(
          fit.components.reduce((p, { share, utilities }) => p + share * Math.exp(logLikelihood(utilities, vote)), 0),
        ),
      0,
    );
    expect(Math.abs(fit.logLikelihood / sum - 1)).toBeLessThan(1e-12);
  });

  test("a mixture of one group equals the fit with the same prior", () => {
    const one = fitMixture(votes, { items: 10, components: 1, tolerance: 1e-14 });
    const { utilities } = fitUtilities(votes, { items: 10, prior: 1 });
    one.components[0].utilities.forEach((u, i) => {
      expect(Math.abs(u - utilities[i])).toBeLessThan(1e-5);
    });
    expect(one.logLikelihood).toBeLessThan(fit.logLikelihood - 100);
  });

  test("a weight of 3 counts as three voters", () => {
    const few = votes.slice(0, 60);
    const tripled = fitMixture([...few, ...few, ...few], { items: 10, seed: 2 });
    const weighted = fitMixture(few, { items: 10, weights: new Float64Array(60).fill(3), seed: 2 });
    expect(Math.abs(tripled.logLikelihood / weighted.logLikelihood - 1)).toBeLessThan(1e-4);
  });

  test("all preferences from one voter belong to the same group", () => {
    const duels = votes.flatMap(({ tiers: [{ 0: first }, { 0: second }] }) => [
      { tiers: [[first], [second]], rest: "unobserved" as const },
      { tiers: [[first], [9]], rest: "unobserved" as const },
    ]);
    const usable = duels.filter(({ tiers: [[a], [b]] }) => a !== b);
    const clusters = usable.map((_, b) => b >> 1);
    const { memberships } = fitMixture(usable, { items: 10, clusters, starts: 1, maxIterations: 5 });
    for (let b = 0; b + 1 < usable.length; b += 2) expect(memberships[2 * b]).toBe(memberships[2 * b + 2]);
  });

  test("errors name the invalid option", () => {
    expect(() => fitMixture(votes, { items: 10, components: 0 })).toThrow(
      "components is 0; expected a positive integer",
    );
    expect(() => fitMixture(votes, { items: 10, prior: 0 })).toThrow("prior is 0; expected a positive number");
    expect(() => fitMixture([], { items: 10 })).toThrow("there are no preferences");
  });
});

describe("chooseMixture", () => {
  test("chooses two groups if two were simulated, and one group if one was", () => {
    const { votes, groups } = simulate(250, SEED + 1);
    const both = chooseMixture(votes, { items: 10, most: 3, folds: 3, starts: 2 });
    expect(both.fit.components, `seed ${SEED}`).toHaveLength(2);
    const uniform = votes.filter((_, v) => groups[v] === 0);
    expect(chooseMixture(uniform, { items: 10, most: 2, folds: 3, starts: 2 }).fit.components).toHaveLength(1);
  });

  test("includes the item names of the dataset", () => {
    const { votes } = simulate(40, SEED);
    const itemNames = Array.from({ length: 10 }, (_, i) => `item ${i}`);
    expect(chooseMixture({ itemNames, preferences: votes }, { most: 1 }).fit.itemNames).toBe(itemNames);
    expect(fitMixture({ itemNames, preferences: votes }).itemNames).toBe(itemNames);
    expect(() => chooseMixture(votes, { items: 10, folds: 1 })).toThrow(
      "folds is 1; expected an integer of at least 2",
    );
  });
});
