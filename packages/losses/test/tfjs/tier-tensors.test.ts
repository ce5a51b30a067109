import { packPreferences } from "@tierwise/core-integrator";
import { beforeAll, expect, test } from "vitest";
import { resolveBackend, tierTensors } from "../../src/tfjs/index.ts";
import "./backends.ts";

beforeAll(async () => {
  await resolveBackend("cpu");
});

const preferences = packPreferences(
  [{ tiers: [[4, 2], [], [0]] }, { tiers: [[1]], rest: "unobserved" }, { tiers: [[], [], [3]] }],
  5,
);

test("tierTensors pads tiers to the largest of the batch and omits tiers that are empty in every row", () => {
  const { tiers, restIsLowest } = tierTensors(preferences);
  expect(tiers).toHaveLength(2);
  expect(tiers[0].mask.arraySync()).toEqual([
    [1, 1],
    [1, 0],
    [0, 0],
  ]);
  expect(tiers[0].indices.arraySync()).toEqual([
    [0, 4],
    [0, 2],
    [1, 1],
    [1, 0],
    [2, 0],
    [2, 0],
  ]);
  expect(tiers[1].mask.arraySync()).toEqual([[1], [0], [1]]);
  expect(restIsLowest.arraySync()).toEqual([[1], [0], [1]]);
});

test("tierTensors selects the preferences of a mini-batch by index", () => {
  const batch = tierTensors(preferences, [2, 1, 2]);
  expect(batch.rowCount).toBe(3);
  expect(batch.tiers.map(({ mask }) => mask.arraySync())).toEqual([
    [[0], [1], [0]],
    [[1], [0], [1]],
  ]);
  expect(() => tierTensors(preferences, [0, 3])).toThrow(
    "rows[1] is 3; expected the index of a preference, from 0 to 2",
  );
});
