import { bootstrap, fitBattles, fitSlices, fitUtilities, position, reliability } from "@tierwise/aggregate";
import { inline, memoryStore, processes } from "@tierwise/jobs";
import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { type DescribedFit, type DescribedFits, fitWithBootstrap } from "../../src/index.ts";

const seed = 7;
const interval = bootstrap({ resamples: 70, seed });
const battles = drawBattles();
const preferences = Array.from({ length: 40 }, (_, b) => ({
  tiers: [[b % 5, (b + 1) % 5], Int32Array.of((b * b) % 3 === 0 ? (b + 3) % 5 : (b + 2) % 5)],
}));
const votes = { itemNames: battles.itemNames, preferences, weights: new Float64Array(40).fill(1.5) };

const { clusters: _, clusterNames: __, ...independent } = battles;
test.each<[string, DescribedFit, () => DescribedFits]>([
  ["battles by judge", { battles }, () => ({ fit: fitBattles(battles, { interval }) })],
  ["independent battles", { battles: independent }, () => ({ fit: fitBattles(independent, { interval }) })],
  [
    "battles with ties, a control and a prior",
    { battles, ties: "davidson", controls: ["position"], prior: 0.1 },
    () => ({ fit: fitBattles(battles, { interval, ties: "davidson", controls: [position()], prior: 0.1 }) }),
  ],
  [
    "battles by language, with judges",
    { battles, judges: { factor: "judge", prior: 1 }, by: "language", prior: 0.1 },
    () => ({
      fit: fitBattles(battles, { interval, judges: reliability({ factor: "judge", prior: 1 }), prior: 0.1 }),
      slices: fitSlices(battles, "language", { interval, prior: 0.1 }),
    }),
  ],
  [
    "battles with an acceptable item",
    { battles, bothBad: "below", prior: 0.1 },
    () => ({ fit: fitBattles(battles, { interval, bothBad: "below", prior: 0.1 }) }),
  ],
  ["preferences", { ...votes, prior: 0.5 }, () => ({ fit: fitUtilities(votes, { interval, prior: 0.5 }) })],
])("the bootstrap of %s is bit-identical inline, in processes and without jobs", async (_, described, alone) => {
  const expected = alone();
  expect(expected.fit.draws?.count).toBe(70);
  for (const executor of [inline(), processes({ count: 2 })]) {
    expect(await fitWithBootstrap(described, { resamples: 70, seed, executor })).toEqual(expected);
  }
});

test("if the number of resamples is increased, only the additional resamples are computed", async () => {
  const store = memoryStore();
  let computed = 0;
  const counting = {
    ...store,
    writeResult: (...args: Parameters<typeof store.writeResult>) =>
      store.writeResult(...args).finally(() => computed++),
  };
  const run = (resamples: number) =>
    fitWithBootstrap({ battles }, { resamples, seed, executor: inline({ store: counting }) });
  await run(100);
  expect(computed).toBe(2);
  await run(200);
  expect(computed).toBe(4);
});

test("a fit without a maximum has no resamples, and a fit without finite resamples causes an error", async () => {
  const executor = { ...inline(), run: () => Promise.reject(new Error("nothing should run")) };
  const unbeaten = {
    ...independent,
    left: Int32Array.of(0),
    right: Int32Array.of(1),
    outcomes: Uint8Array.of(0),
    weights: Float64Array.of(1),
  };
  const { factors: _, ...pair } = unbeaten;
  const { fit } = await fitWithBootstrap({ battles: pair }, { executor });
  expect(fit).toEqual(fitBattles(pair, { interval }));
  const rare = {
    ...pair,
    left: Int32Array.of(0, 0),
    right: Int32Array.of(1, 1),
    outcomes: Uint8Array.of(0, 1),
    weights: Float64Array.of(1, 1e-9),
    itemNames: ["a", "b"],
  };
  await expect(fitWithBootstrap({ battles: rare }, { resamples: 2, executor: inline() })).rejects.toThrow(
    "nearly all resamples",
  );
});

/** Battles of five items with ties, two languages and three judges. */
function drawBattles() {
  const rows = 400;
  const random = randomStream(3);
  const left = Int32Array.from({ length: rows }, () => Math.floor(5 * random()));
  return {
    itemNames: ["a", "b", "c", "d", "e"],
    left,
    right: left.map((item) => (item + 1 + Math.floor(4 * random())) % 5),
    outcomes: Uint8Array.from({ length: rows }, () => Math.floor(5 * random())),
    weights: Float64Array.from({ length: rows }, () => 1 + Math.floor(3 * random())),
    clusters: Int32Array.from({ length: rows }, () => Math.floor(3 * random())),
    clusterNames: ["Ada", "Bo", "Cy"],
    factors: {
      language: { codes: Int32Array.from({ length: rows }, () => Math.floor(2 * random())), names: ["en", "fr"] },
      judge: { codes: Int32Array.from({ length: rows }, (_, r) => r % 3), names: ["Ada", "Bo", "Cy"] },
    },
  };
}
