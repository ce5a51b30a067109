// Tests that a loss gives the same results on any number of threads, whether it is given by name, as a spec or as a value.
import { adaptive, midpoint } from "@tierwise/core-integrator";
import {
  attRankLoss,
  expectedDcgLoss,
  type LossName,
  type LossSpec,
  plLowerBoundLoss,
  plPartitionLoss,
  plTopKLoss,
  type RankingLoss,
  rankNetLoss,
  rankSvmLoss,
} from "@tierwise/losses";
import { createRanker, resolveSettings, train } from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { manyItems, tinyData, tinySizes } from "./tiny-data.ts";
import { withoutSpec } from "./without-spec.ts";

const data = tinyData();

/** The exact result of training: weights and losses. */
async function outcome(
  loss: LossName | LossSpec | RankingLoss,
  threads: number,
  items: number = tinySizes.items,
): Promise<string> {
  const ranker = createRanker({ ...tinySizes, items, seed: 1 });
  const { history } = await train(ranker, items === tinySizes.items ? data : tinyData(300, 1, items), {
    preset: "paper",
    epochs: 2,
    loss,
    threads,
  });
  const { input, output } = ranker.weights;
  const arrays = [input.weights, input.bias, output.weights, output.bias];
  const bytes = Buffer.concat(arrays.map((array) => Buffer.from(array.slice().buffer)));
  return JSON.stringify([bytes.toString("base64"), history.map((epoch) => epoch.loss)]);
}

describe("training on 1 and 2 threads", () => {
  test.each<[LossName, RankingLoss]>([
    ["pl-partition", plPartitionLoss()],
    ["pl-lb", plLowerBoundLoss()],
    ["attrank", attRankLoss()],
    ["ranknet", rankNetLoss()],
    ["ranksvm", rankSvmLoss()],
    ["pl-topk", plTopKLoss()],
  ])("gives bit-identical results for %s given by name, as a spec and as a value", async (name, loss) => {
    const expected = await outcome(name, 1);
    for (const form of [name, { name }, loss]) {
      expect(resolveSettings({ loss: form }).loss).toEqual({ name });
      for (const threads of [1, 2]) expect(await outcome(form, threads)).toBe(expected);
    }
  });

  test.each<[string, LossSpec, RankingLoss]>([
    [
      "a tolerance",
      { name: "pl-partition", rule: { name: "adaptive", tolerance: 1e-3 } },
      plPartitionLoss({ rule: adaptive({ tolerance: 1e-3 }) }),
    ],
    [
      "the midpoint rule",
      { name: "pl-partition", rule: { name: "midpoint", intervals: 30, shift: 3 } },
      plPartitionLoss({ rule: midpoint({ intervals: 30, shift: 3 }) }),
    ],
    ["maxTier", { name: "pl-partition", maxTier: 2 }, plPartitionLoss({ maxTier: 2 })],
    [
      "negatives by frequency",
      { name: "ranknet", negatives: { count: 5, by: "frequency" } },
      rankNetLoss({ negatives: { count: 5, by: "frequency" } }),
    ],
    [
      "negatives with a seed",
      { name: "pl-lb", negatives: { count: 5, seed: 9 } },
      plLowerBoundLoss({ negatives: { count: 5, seed: 9 } }),
    ],
  ])("gives bit-identical results for a loss with %s given as a spec and as a value", async (_, spec, loss) => {
    const expected = await outcome(spec, 1);
    for (const form of [spec, JSON.parse(JSON.stringify(spec)) as LossSpec, loss]) {
      for (const threads of [1, 2]) expect(await outcome(form, threads)).toBe(expected);
    }
    expect(expected).not.toBe(await outcome({ name: spec.name }, 1));
  });

  test("gives bit-identical results for an expected metric given as a spec and as a value, on any number of threads", async () => {
    const expected = await outcome({ name: "expected-dcg", k: 3 }, 1);
    expect(await outcome(expectedDcgLoss({ k: 3 }), 2)).toBe(expected);
    expect(await outcome({ name: "expected-dcg", k: 1 }, 1)).not.toBe(expected);
  });

  test("uses the training default for an omitted tolerance in every form of the loss", async () => {
    const rule = { name: "adaptive", tolerance: 1e-9 } as const;
    const expected = await outcome({ name: "pl-partition", rule }, 1);
    expect(await outcome("pl-partition", 1)).toBe(expected);
    expect(await outcome(plPartitionLoss({ rule: adaptive() }), 1)).toBe(expected);
  });

  test("draws negatives with the training seed if they have no seed", async () => {
    const negatives = { count: 5 };
    const own = await outcome({ name: "pl-lb", negatives }, 1, manyItems);
    expect(await outcome({ name: "pl-lb", negatives: { ...negatives, seed: 1 } }, 1, manyItems)).toBe(own);
    expect(await outcome({ name: "pl-lb", negatives: { ...negatives, seed: 2 } }, 1, manyItems)).not.toBe(own);
  });
});

test('a loss without a spec appears in the settings as "given"', () => {
  expect(resolveSettings({ loss: withoutSpec(rankNetLoss()) }).loss).toBe("given");
});
