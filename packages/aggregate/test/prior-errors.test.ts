import { describe, expect, test } from "vitest";
import type { Battles } from "../src/battles/battles.ts";
import { control } from "../src/battles/controls.ts";
import { fitBattles } from "../src/battles/fit-battles.ts";
import { davidson } from "../src/battles/ties.ts";
import { fitUtilities } from "../src/fit-utilities.ts";
import { lbfgs } from "../src/solvers/lbfgs.ts";

const duels = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];

function battles(outcomes: readonly number[], weights: readonly number[]): Battles {
  return {
    itemNames: ["a", "b"],
    left: new Int32Array(outcomes.length),
    right: new Int32Array(outcomes.length).fill(1),
    outcomes: Uint8Array.from(outcomes),
    weights: Float64Array.from(weights),
  };
}

/** With h = Σ weight·p·q, the difference between two utilities has information h + λ/2; each centered utility is half the difference. */
function closedForm(h: number, prior: number): number {
  return Math.sqrt(1 / (h + prior / 2)) / 2;
}

describe("a prior, which alone determines the mean of the utilities", () => {
  test.each([1e-12, 1e-6, 0.25, 10])(
    "standard errors exclude the uncertainty of the mean in duels, prior %d",
    (prior) => {
      const { standardErrors } = fitUtilities(duels, { items: 2, weights: [1000, 1000], prior });
      for (const error of standardErrors ?? []) expect(error / closedForm(500, prior)).toBeCloseTo(1, 9);
      expect(standardErrors).toHaveLength(2);
    },
  );

  test.each([1e-9, 0.25, 10])("standard errors exclude the uncertainty of the mean with L-BFGS, prior %d", (prior) => {
    const fit = fitUtilities(duels, { items: 2, weights: [1000, 1000], prior, solver: lbfgs() });
    expect(fit.converged).toBe(true);
    for (const error of fit.standardErrors ?? []) expect(error / closedForm(500, prior)).toBeCloseTo(1, 9);
    expect(fit.standardErrors).toHaveLength(2);
  });

  test("standard errors exclude the uncertainty of the mean in battles", () => {
    const { standardErrors, covariance } = fitBattles(battles([0, 1], [1000, 1000]), { prior: 0.25 });
    expect(standardErrors?.[0]).toBeCloseTo(closedForm(500, 0.25), 12);
    expect((covariance?.[0] ?? 0) + (covariance?.[1] ?? 0)).toBeCloseTo(0, 15);
  });

  test("standard errors exclude the uncertainty of the mean in battles with ties and controls", () => {
    const table = {
      ...battles([0, 1, 2, 0, 1], [300, 300, 100, 40, 60]),
      numbers: { length: Float64Array.of(0, 0, 0, 1, 1) },
    };
    const tiny = fitBattles(table, { prior: 1e-9, ties: davidson(), controls: [control("length")] });
    const none = fitBattles(table, { ties: davidson(), controls: [control("length")] });
    expect((tiny.standardErrors?.[0] ?? 0) / (none.standardErrors?.[0] ?? 0)).toBeCloseTo(1, 6);
  });
});
