import { normal, randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { type Battles, davidson, fitBattles, position, reliability, sandwich } from "../../src/index.ts";
import { readFixture } from "../read-battles.ts";

/** Battles between 6 items, decided by judges with the given reliabilities. */
function draw(scales: readonly number[], perJudge: number, seed: number): Battles & { readonly truth: Float64Array } {
  const random = randomStream(seed);
  const truth = Float64Array.from({ length: 6 }, () => normal(random));
  const rows = scales.flatMap((scale, judge) =>
    Array.from({ length: perJudge }, () => {
      const i = Math.floor(6 * random());
      const j = (i + 1 + Math.floor(5 * random())) % 6;
      const wins = random() < 1 / (1 + Math.exp(-scale * (truth[i] - truth[j])));
      return { i, j, outcome: wins ? 0 : 1, judge };
    }),
  );
  return {
    truth,
    itemNames: [..."abcdef"],
    left: Int32Array.from(rows, ({ i }) => i),
    right: Int32Array.from(rows, ({ j }) => j),
    outcomes: Uint8Array.from(rows, ({ outcome }) => outcome),
    weights: new Float64Array(rows.length).fill(1),
    clusters: Int32Array.from(rows, ({ judge }) => judge),
    clusterNames: scales.map((_, j) => `judge ${j}`),
  };
}

function logLikelihood(
  { left, right, outcomes, clusters = left }: Battles,
  w: Float64Array,
  s: readonly number[],
): number {
  return left.reduce((sum, i, r) => {
    const eta = s[clusters[r]] * (w[i] - w[right[r]]) * (outcomes[r] === 0 ? 1 : -1);
    return sum - Math.log1p(Math.exp(-eta));
  }, 0);
}

describe("a fit that estimates the reliability of each judge", () => {
  const scales = [2, 1.5, 1, 0.5, 0, -0.5];
  const battles = draw(scales, 400, 7);
  const fit = fitBattles(battles, { judges: reliability() });
  const found = fit.judges?.reliabilities ?? [];

  test("distinguishes reliable from unreliable judges, with a mean reliability of 1, seed 7", () => {
    expect(fit.converged).toBe(true);
    const mean = scales.reduce((sum, s) => sum + s, 0) / scales.length;
    for (const [j, { reliability: s, standardError = 0, battles: count }] of found.entries()) {
      expect(Math.abs(s - scales[j] / mean)).toBeLessThan(3.5 * standardError);
      expect(count).toBe(400);
    }
    expect(found.reduce((sum, { reliability: s }) => sum + s, 0) / 6).toBeCloseTo(1, 12);
    expect(fit.judges?.test.degreesOfFreedom).toBe(5);
    expect(fit.judges?.test.pValue).toBeLessThan(1e-10);
  });

  test("maximizes the likelihood, which falls in every direction from the fitted parameters", () => {
    const s = found.map(({ reliability: value }) => value);
    const most = logLikelihood(battles, fit.utilities, s);
    expect(fit.logLikelihood).toBeCloseTo(most, 8);
    for (let k = 0; k < 6; k++) {
      for (const step of [1e-3, -1e-3]) {
        const moved = fit.utilities.map((w, i) => (i === k ? w + step : w));
        expect(logLikelihood(battles, moved, s)).toBeLessThan(most);
        expect(
          logLikelihood(
            battles,
            fit.utilities,
            s.map((value, j) => (j === k ? value + step : value)),
          ),
        ).toBeLessThan(most);
      }
    }
  });

  test("standard errors match simulated errors and include the uncertainty of reliabilities, seeds 100 to 219", () => {
    const few = [1.5, 1, 0.5];
    const fits = Array.from({ length: 120 }, (_, k) => {
      // Every sample uses the same utilities.
      const { truth, ...data } = draw(few, 300, 7);
      const random = randomStream(100 + k);
      const outcomes = data.outcomes.map((_, r) => {
        const eta = few[data.clusters?.[r] ?? 0] * (truth[data.left[r]] - truth[data.right[r]]);
        return random() < 1 / (1 + Math.exp(-eta)) ? 0 : 1;
      });
      return fitBattles({ ...data, outcomes }, { judges: reliability() });
    });
    const spread = (values: readonly number[]): number => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
    };
    const typical = (values: readonly number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    // The standard deviation estimated from 120 values has a standard error of 6.5%.
    for (let i = 0; i < 6; i++) {
      const ratio =
        typical(fits.map((one) => one.standardErrors?.[i] ?? 0)) / spread(fits.map((one) => one.utilities[i]));
      expect(Math.abs(ratio - 1)).toBeLessThan(0.22);
    }
    for (let j = 0; j < 3; j++) {
      const of = (one: (typeof fits)[number]) => one.judges?.reliabilities[j];
      const ratio =
        typical(fits.map((one) => of(one)?.standardError ?? 0)) / spread(fits.map((one) => of(one)?.reliability ?? 0));
      expect(Math.abs(ratio - 1)).toBeLessThan(0.22);
    }
  });

  test("reports no small p-value if all judges are equally reliable, seeds 20 to 24", () => {
    const values = [20, 21, 22, 23, 24].map((seed) => {
      return fitBattles(draw([1, 1, 1, 1], 300, seed), { judges: reliability() }).judges?.test.pValue ?? 0;
    });
    expect(Math.max(...values)).toBeGreaterThan(0.2);
    expect(Math.min(...values)).toBeGreaterThan(1e-3);
  });
});

describe("reliability", () => {
  const fixture = readFixture();

  test("identifies judges by cluster or by a factor, with ties and controls", () => {
    const options = { ties: davidson(), controls: [position()] };
    const one = fitBattles(fixture, { ...options, judges: reliability({ prior: 1 }) });
    const other = fitBattles(fixture, { ...options, judges: reliability({ factor: "judge", prior: 1 }) });
    expect(one.converged).toBe(true);
    expect(other.utilities).toEqual(one.utilities);
    expect(one.judges?.reliabilities).toHaveLength(30);
    expect(one.interval?.method).toBe("observed information, jointly with the reliabilities");
    expect(one.ties.standardError).toBeGreaterThan(0);
    const robust = fitBattles(fixture, { ...options, judges: reliability({ prior: 1 }), interval: sandwich() });
    expect(robust.interval?.method).toBe("sandwich, 30 clusters, given the reliabilities");
  });

  test("names a judge whose most likely reliability is infinite unless there is a prior", () => {
    // Cy has a single battle, won by the favorite: the more reliable Cy is, the likelier that outcome.
    const battles = {
      itemNames: ["soup", "stew"],
      left: Int32Array.of(0, 0, 0, 0, 0),
      right: Int32Array.of(1, 1, 1, 1, 1),
      outcomes: Uint8Array.of(0, 1, 0, 1, 0),
      weights: Float64Array.of(30, 10, 30, 20, 1),
      clusters: Int32Array.of(0, 0, 1, 1, 2),
      clusterNames: ["Ada", "Bo", "Cy"],
    };
    const { converged, problem } = fitBattles(battles, { judges: reliability() });
    expect(converged).toBe(false);
    expect(problem).toBe(
      'the most likely reliability of judge "Cy", with 1 battle, is infinite; set the prior of reliability()',
    );
    expect(fitBattles(battles, { judges: reliability({ prior: 1 }) }).converged).toBe(true);
  });

  test("needs judges", () => {
    const { clusters: _, ...battles } = fixture;
    expect(() => fitBattles(battles, { judges: reliability() })).toThrow(
      "reliability requires the judge of each battle",
    );
    expect(() => fitBattles(battles, { judges: reliability({ factor: "city" }) })).toThrow(
      'factor is "city"; expected a factor of the battles: judge',
    );
    expect(() => reliability({ prior: -1 })).toThrow("prior is -1");
  });
});
