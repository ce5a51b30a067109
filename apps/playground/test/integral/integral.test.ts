import { logProbabilityAbove } from "@tierwise/core-integrator";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import {
  changeRacer,
  createIntegralState,
  type IntegralState,
  racerName,
  resize,
  shownTier,
  tiersOf,
} from "../../src/integral/state/integral-state.ts";
import { agrees, drawRace } from "../../src/integral/state/race.ts";
import { decodeIntegral, encodeIntegral } from "../../src/integral/state/share-integral.ts";
import { createIntegralTasks } from "../../src/integral/work/integral-tasks.ts";

const state = createIntegralState();
const small: IntegralState = { ...state, racers: [2, 1, 0, -1].map((score, k) => ({ score, tier: k < 2 ? 0 : 2 })) };
const tasks = createIntegralTasks();

describe("the items", () => {
  test("items can be changed, added to the rest and removed, within limits", () => {
    expect(changeRacer(small, 1, { score: 3 }).racers[1]).toEqual({ score: 3, tier: 0 });
    expect(resize(small, 5).racers[4]).toEqual({ score: 0, tier: 2 });
    expect([resize(small, 99), resize(small, 0)].map(({ racers }) => racers.length)).toEqual([12, 2]);
    expect(racerName(2)).toBe("C");
  });

  test("items form tiers above a rest, without empty tiers", () => {
    expect(tiersOf(small)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(shownTier(small)).toEqual({ top: [2, 1], rest: [0, -1] });
    expect(shownTier({ ...small, tier: 1 })).toBeUndefined();
    expect(shownTier({ ...small, tier: 2 })).toBeUndefined();
  });
});

describe("the integral", () => {
  test("the integral equals the sum over both orders of two items", async () => {
    const [a, b, c, d] = [2, 1, 0, -1].map(Math.exp);
    const orders = (a / (a + b + c + d)) * (b / (b + c + d)) + (b / (a + b + c + d)) * (a / (a + c + d));
    const { tier, logLikelihood } = await tasks.integrate(small);
    expect(tier?.logProbability).toBeCloseTo(Math.log(orders), 13);
    expect(logLikelihood).toBeCloseTo(Math.log(orders), 13);
    const last = tier?.convergence.find(({ name }) => name === "all orders")?.points;
    expect(last?.[0][0]).toBe(2);
    expect(last?.[0][1]).toBeLessThan(1e-14);
  });

  test("equal steps in y converge faster than either midpoint rule", async () => {
    const { tier } = await tasks.integrate({ ...state, points: 60 });
    if (tier === undefined) throw new Error("expected an integral");
    const { top, rest } = shownTier(state) ?? { top: [], rest: [] };
    expect(tier.logProbability).toBeCloseTo(logProbabilityAbove(top, rest), 11);
    expect(tier.sum).toBeCloseTo(tier.logProbability, 12);
    const needed = (name: string): number =>
      tier.convergence.find((curve) => curve.name === name)?.points.find(([, error]) => error < 1e-8)?.[0] ??
      Number.POSITIVE_INFINITY;
    expect(needed("equal steps in y")).toBeLessThan(needed("midpoint, centered"));
    expect(needed("midpoint, centered")).toBeLessThanOrEqual(needed("midpoint, raw scores"));
    expect(needed("adaptive()")).toBeLessThan(60);
  });

  test("the gradient sums to zero and favors the upper tiers", async () => {
    const { gradient } = await tasks.integrate(state);
    expect(gradient.reduce((sum, slope) => sum + slope, 0)).toBeCloseTo(0, 12);
    expect(Math.min(...gradient.slice(0, 8))).toBeGreaterThan(0);
    expect(Math.max(...gradient.slice(10))).toBeLessThan(0);
  });

  test.each([-4, 4])("the integral is finite if every score of the tier is %d", async (score) => {
    const extreme = { ...state, racers: state.racers.map((racer) => (racer.tier === 0 ? { ...racer, score } : racer)) };
    const { tier } = await tasks.integrate(extreme);
    expect(tier?.sum).toBeCloseTo(tier?.logProbability ?? Number.NaN, 3);
    expect(tier?.curve.every(([y, height]) => Number.isFinite(y) && Number.isFinite(height))).toBe(true);
  });
});

describe("a link", () => {
  test("a link restores the state", async () => {
    expect(await decodeIntegral(await encodeIntegral(small))).toEqual(small);
  });

  test.each([
    {
      racers: [
        { score: 99, tier: 0 },
        { score: 0, tier: 1 },
      ],
    },
    {
      racers: [
        { score: 0, tier: 9 },
        { score: 0, tier: 1 },
      ],
    },
    { racers: [] },
    { points: 1e9 },
    { tier: 2 },
  ])("a link with %j is rejected", async (forged) => {
    await expect(decodeIntegral(await encodeIntegral({ ...small, ...forged }))).rejects.toThrow("the link");
  });
});

test("the share of simulated races that agree with the tiers matches the likelihood", async () => {
  const random = randomStream(7);
  const count = 20_000;
  let held = 0;
  for (let k = 0; k < count; k++) if (agrees(small, drawRace(small, random))) held++;
  const p = Math.exp((await tasks.integrate(small)).logLikelihood);
  expect(Math.abs(held / count - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / count));
});
