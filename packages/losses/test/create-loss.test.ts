import { adaptive, exact, midpoint, packPreferences, type Rule } from "@tierwise/core-integrator";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import {
  checkLossSpec,
  createLoss,
  type LossSpec,
  lossNames,
  type NegativeSampling,
  type PlPartitionOptions,
  plPartitionLoss,
  type RankingLoss,
  rankNetLoss,
  rowLoss,
} from "../src/index.ts";
import { factories } from "./six-losses.ts";

const scores = Array.from({ length: 30 }, (_, i) => Math.sin(5 * i));
const preferences = [{ tiers: [[0, 1, 2, 3, 4, 5, 6, 7, 8], [10]] }, { tiers: [[3], [4, 5]] }];

/** Values and gradients from successive calls, so that the drawn negatives are also compared. */
function values(loss: RankingLoss): number[][] {
  return preferences.map((preference) => {
    const gradient = new Float64Array(scores.length);
    return [loss(scores, preference, gradient), ...gradient];
  });
}

describe("createLoss", () => {
  const negatives: NegativeSampling[] = [{ count: 3 }, { count: 3, seed: 7 }, { count: 4, by: "uniform" }];
  const ofAll = Object.entries(factories).flatMap(([title, make]) =>
    [undefined, ...negatives].map((how): [string, RankingLoss] => [
      `${title} ${JSON.stringify(how ?? {})}`,
      make(how && { negatives: how }),
    ]),
  );
  const options: PlPartitionOptions[] = [
    { rule: adaptive() },
    { rule: adaptive({ tolerance: 1e-3 }) },
    { rule: midpoint({ intervals: 20, shift: 2 }) },
    { rule: midpoint({ intervals: 20, shift: 2, center: "none", negligible: 1e-6 }) },
    { rule: exact(), maxTier: 20 },
    { maxTier: 2 },
    { maxTier: 2, rule: adaptive({ tolerance: 1e-3 }), negatives: { count: 2, by: "uniform", seed: 3 } },
  ];
  const ofPartition = options.map((each): [string, RankingLoss] => [
    `PL-Partition ${JSON.stringify({ ...each, rule: each.rule?.spec })}`,
    plPartitionLoss(each),
  ]);
  test.each([...ofAll, ...ofPartition])("rebuilds %s from its JSON spec", (_, loss) => {
    const json = JSON.stringify(loss.spec);
    const rebuilt = createLoss(JSON.parse(json) as LossSpec);
    expect(JSON.stringify(rebuilt.spec)).toBe(json);
    expect(values(rebuilt)).toEqual(values(loss));
  });
});

test("a spec contains the given options and nothing else", () => {
  expect(JSON.stringify(plPartitionLoss({ rule: adaptive(), maxTier: 5 }).spec)).toBe(
    '{"name":"pl-partition","rule":{"name":"adaptive"},"maxTier":5}',
  );
  expect(JSON.stringify(rankNetLoss({ negatives: { count: 5, by: "frequency" } }).spec)).toBe(
    '{"name":"ranknet","negatives":{"count":5,"by":"frequency"}}',
  );
  expect(plPartitionLoss({ maxTier: Number.POSITIVE_INFINITY }).spec).toStrictEqual({ name: "pl-partition" });
});

test.each<[string, RankingLoss]>([
  ["a random function", rankNetLoss({ negatives: { count: 2, random: randomStream(1) } })],
  ["a popularity", rankNetLoss({ negatives: { count: 2, popularity: scores.map(() => 1) } })],
  ["a custom rule", plPartitionLoss({ rule: { name: "mine", evaluate: adaptive().evaluate } satisfies Rule })],
  ["a custom softmax", createLoss("pl-partition", { restSoftmax: { sum: () => {}, subtract: () => {} } as never })],
])("a loss with %s has no spec", (_, loss) => {
  expect(loss.spec).toBeUndefined();
});

describe("negatives by frequency", () => {
  const loss = rankNetLoss({ negatives: { count: 2, by: "frequency" } });
  test("drawing by frequency is possible only in training", () => {
    expect(() => loss(scores, preferences[0])).toThrow(
      'negatives.by is "frequency", which is available only in training; set negatives.popularity instead',
    );
  });

  test("drawing by frequency uses the popularity from training, which uniform draws ignore", () => {
    const popularity = scores.map((_, i) => 1 + i);
    const random = randomStream(3);
    const given = rankNetLoss({ negatives: { count: 2, popularity, random: randomStream(3) } });
    const packed = packPreferences(preferences, scores.length);
    const row = rowLoss(createLoss(loss.spec as LossSpec, { popularity, random }));
    expect(row(scores, 0, packed, 0)).toBe(given(scores, preferences[0]));
    const uniform = rankNetLoss({ negatives: { count: 2, random: randomStream(3) } });
    const unused = createLoss({ name: "ranknet", negatives: { count: 2 } }, { popularity, random: randomStream(3) });
    expect(values(unused)).toEqual(values(uniform));
  });
});

describe("createLoss", () => {
  test.each<[unknown, string]>([
    [null, "loss is null; expected a name, a spec or a loss"],
    [3, "loss is 3; expected a name, a spec or a loss"],
    [{ name: "plpartition" }, `loss is "plpartition"; expected one of ${lossNames.join(", ")}`],
    [
      { name: "pl-lb", rule: { name: "adaptive" } },
      "loss.rule is not supported by pl-lb; only pl-partition uses a quadrature rule",
    ],
    [
      { name: "pl-partition", rule: { name: "simpson" } },
      'loss.rule.name is "simpson"; expected "adaptive", "midpoint" or "exact"',
    ],
    [{ name: "pl-topk", maxTier: 2 }, "loss.maxTier is not supported by pl-topk; only pl-partition can omit terms"],
    [{ name: "pl-partition", maxTier: 0 }, "loss.maxTier is 0; expected a number of at least 1"],
    [{ name: "pl-lb", negatives: null }, "loss.negatives is null; expected an object such as { count: 100 }"],
    [{ name: "pl-lb", negatives: { count: 0 } }, "loss.negatives.count is 0; expected a positive integer"],
    [
      { name: "pl-lb", negatives: { count: 1, by: "rank" } },
      'loss.negatives.by is "rank"; expected "uniform" or "frequency"',
    ],
    [{ name: "pl-lb", negatives: { count: 1, seed: 0.5 } }, "loss.negatives.seed is 0.5; expected a safe integer"],
    [
      { name: "pl-lb", negatives: { count: 1, popularity: [1] } },
      "loss.negatives.popularity is not part of a spec; expected count, by, seed",
    ],
    [
      { name: "pl-lb", tolerance: 1 },
      "loss.tolerance is not part of a spec; expected name, k, sharpness, rule, maxTier, negatives",
    ],
  ])("rejects %j", (spec, message) => {
    expect(() => checkLossSpec(spec as LossSpec)).toThrow(message);
    expect(() => createLoss(spec as LossSpec)).toThrow(message);
  });

  test("rejects an unknown name", () => {
    expect(() => createLoss("pl-p" as never)).toThrow('loss is "pl-p"; expected one of pl-partition, pl-lb');
  });

  test("rejects popularity combined with uniform draws", () => {
    expect(() => rankNetLoss({ negatives: { count: 2, by: "uniform", popularity: [1, 2] } })).toThrow(
      'negatives.popularity cannot be combined with negatives.by "uniform"; omit one of them',
    );
  });
});
