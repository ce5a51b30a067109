import { normal, randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import {
  type Battles,
  bootstrap,
  calibration,
  davidson,
  elo,
  findCycles,
  fitBattles,
  itemFits,
  nextQuestions,
  pairCounts,
  rankedItems,
  rankUncertainty,
  scaleUtilities,
  winMatrix,
} from "../src/index.ts";

const N = 8;
const random = randomStream(31);
const truth = Float64Array.from({ length: N }, () => normal(random));
const itemNames = Array.from(truth, (_, i) => `model ${i}`);

/** A table with 60 battles per pair, of which about a fifth are ties (Davidson's model with ν = 0.5). */
function drawBattles(): Battles {
  const rows: [left: number, right: number, outcome: number][] = [];
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [Math.exp(truth[i] / 2 - truth[j] / 2), Math.exp(truth[j] / 2 - truth[i] / 2)];
      for (let battle = 0; battle < 60; battle++) {
        const u = random() * (a + b + 0.5);
        rows.push([i, j, u < a ? 0 : u < a + b ? 1 : 2]);
      }
    }
  }
  return {
    itemNames,
    left: Int32Array.from(rows, ([left]) => left),
    right: Int32Array.from(rows, ([, right]) => right),
    outcomes: Uint8Array.from(rows, ([, , outcome]) => outcome),
    weights: new Float64Array(rows.length).fill(1),
  };
}

const battles = drawBattles();

test.each([
  ["information", {}],
  ["bootstrap", { interval: bootstrap({ resamples: 200, seed: 3 }) }],
])("a fit of battles with %s intervals can be ranked, scaled and used to choose questions", (_, options) => {
  const fit = fitBattles(battles, options);
  const ranks = rankUncertainty(fit);
  expect(ranks.items.map(({ name }) => name)).toEqual(rankedItems(fit).map(({ name }) => name));
  expect(ranks.draws).toBe(fit.draws?.count ?? 4000);
  const best = ranks.items[0];
  expect(best.rankInterval[0]).toBe(1);
  expect(best.probabilityBest).toBeGreaterThan(0.5);
  const anchored = scaleUtilities(fit, elo({ anchor: { name: "model 3", value: 1100 } }));
  expect([anchored.lower?.[3], anchored.values[3], anchored.upper?.[3]]).toEqual([1100, 1100, 1100]);
  const { questions } = nextQuestions(fit, { sets: 3, size: 4 });
  expect(questions.map(({ names }) => names?.length)).toEqual([4, 4, 4]);
});

test("normal draws and bootstrap draws agree on the ranks", () => {
  const byNormal = rankUncertainty(fitBattles(battles)).items;
  const byBootstrap = rankUncertainty(fitBattles(battles, { interval: bootstrap({ resamples: 400, seed: 4 }) })).items;
  for (const [i, item] of byNormal.entries()) {
    expect(Math.abs(item.probabilityBest - byBootstrap[i].probabilityBest)).toBeLessThan(0.1);
    for (const end of [0, 1]) {
      expect(Math.abs(item.rankInterval[end] - byBootstrap[i].rankInterval[end])).toBeLessThanOrEqual(1);
    }
  }
});

test("a fit of Davidson's model is calibrated on battles without ties, and every item fits", () => {
  const fit = fitBattles(battles, { ties: davidson() });
  const pairs = pairCounts(battles, { ties: "drop" });
  expect(calibration(pairs, fit.utilities).error).toBeLessThan(0.04);
  expect(Math.max(...itemFits(pairs, fit.utilities).map(({ misfit }) => misfit))).toBeLessThan(3);
  expect(findCycles(pairs).filter(({ supported }) => supported)).toEqual([]);
  const { counts } = winMatrix(pairs, fit.utilities);
  const decided = battles.outcomes.filter((outcome) => outcome < 2).length;
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2 * decided);
});
