import { expect, test } from "vitest";
import { createEnsemble, createRanker } from "../src/index.ts";
import { tinyData, tinySizes } from "./tiny-data.ts";

const { features } = tinyData(50, 1);
const members = [1, 2, 3].map((seed) => createRanker({ ...tinySizes, seed }));

test("an ensemble ranks by the mean scores of its members, on any number of threads", async () => {
  const ensemble = createEnsemble(members);
  const each = members.map((member) => member.scores(features));
  const scores = ensemble.scores(features);
  for (let i = 0; i < scores.length; i++) {
    expect(scores[i]).toBeCloseTo((each[0][i] + each[1][i] + each[2][i]) / 3, 6);
  }
  const best = ensemble.topK(features, 5);
  for (const threads of [1, 2]) expect((await ensemble.rank(features, { k: 5, threads })).items).toEqual(best);
  for (let row = 0; row < 50; row++) {
    const own = scores.subarray(row * tinySizes.items, (row + 1) * tinySizes.items);
    expect(own[best[5 * row]]).toBe(Math.max(...own));
  }
});

test.each([
  [[], "members is empty; expected at least one ranker"],
  [[members[0], createRanker({ ...tinySizes, hidden: 8 })], "members[1].hidden is 8; expected 16, as in members[0]"],
  [
    [...members, createRanker({ ...tinySizes, normalize: true })],
    "members[3].normalize is true; expected false, as in members[0]",
  ],
])("createEnsemble rejects rankers that cannot be averaged, case %#", (given, message) => {
  expect(() => createEnsemble(given)).toThrow(message);
});
