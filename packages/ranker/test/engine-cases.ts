import { generateXmlDataset } from "@tierwise/datasets-xml";
import { type RankingLoss, rankNetLoss } from "@tierwise/losses";
import { expect } from "vitest";
import {
  createRanker,
  type PreferenceRows,
  type Ranker,
  type TrainingData,
  type TrainOptions,
  train,
} from "../src/index.ts";

const sizes = { features: 60, hidden: 24, items: 50 };
export const data = generateXmlDataset({
  rows: 200,
  features: sizes.features,
  labels: sizes.items,
  labelsPerRow: 4,
  featuresPerRow: 8,
  seed: 3,
});
/** Rows with three tiers, rows with two tiers and unobserved items, and rows without tiers. */
const tiered: PreferenceRows = {
  features: data.features,
  preferences: Array.from({ length: data.numRows }, (_, row) => {
    if (row % 3 === 2) return { tiers: [] };
    const [a, b] = [row % 25, 25 + (row % 25)];
    return row % 3 === 0 ? { tiers: [[a, b], [(a + 1) % 25]] } : { tiers: [[a], [b]], rest: "unobserved" };
  }),
};
/** Three epochs on all rows; the last batch of each epoch is smaller than the others. */
export const plain: TrainOptions = {
  learningRates: [1e-2],
  decay: "none",
  batchSize: 48,
  epochs: 3,
  validation: 0,
  refit: false,
  inputDropout: 0,
  hiddenDropout: 0,
  threads: 1,
};

/** Creates an untrained ranker, which is the same in every call. */
export const createSmall = (): Ranker => createRanker({ ...sizes, seed: 5 });

export async function scoresAfter(options: TrainOptions, given: TrainingData = data): Promise<Float32Array> {
  const ranker = createSmall();
  await train(ranker, given, { ...plain, ...options });
  return ranker.scores(data.features);
}

/** The largest absolute difference between two arrays, or NaN if one contains NaN. */
export function largestDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

const halfRankNet: RankingLoss = (scores, preference, gradient) => {
  const value = rankNetLoss()(scores, preference, gradient);
  if (gradient !== undefined) for (let i = 0; i < gradient.length; i++) gradient[i] *= 0.5;
  return 0.5 * value;
};

/** Training runs after which the scores of both engines must agree: name, options and, if not `data`, the data. */
export const cases: [string, TrainOptions, TrainingData?][] = [
  ["PL-Partition", {}],
  ["PL-Partition on three tiers", {}, tiered],
  [
    "PL-Partition with a rule",
    { loss: { name: "pl-partition", rule: { name: "midpoint", intervals: 200, shift: 4 } } },
  ],
  ["dropout", { inputDropout: 0.25, hiddenDropout: 0.5 }],
  ["weight decay and a decaying learning rate", { weightDecay: 0.1, decay: "cosine" }],
  ["PL-LB with dropout and weight decay", { loss: "pl-lb", hiddenDropout: 0.3, weightDecay: 0.05 }],
  ["AttRank", { loss: "attrank" }],
  ["RankNet", { loss: "ranknet" }],
  ["RankSVM", { loss: "ranksvm" }],
  ["GLaS", { glas: 1000, weightDecay: 0.1 }],
  ["a loss that is a function", { loss: halfRankNet }],
  ["held-out rows and a refit", { validation: 0.2, refit: true }],
];
