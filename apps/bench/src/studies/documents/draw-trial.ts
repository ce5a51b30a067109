import {
  type BoostedTreesScorer,
  boostedTrees,
  type DocumentScorer,
  documents,
  type NetworkScorer,
} from "@tierwise/documents";
import { randomStream } from "@tierwise/random";

/** The scorers whose options are searched. */
export type SearchedScorer = "linear" | "network" | "trees";

/** A trial, ours or XGBoost's, stops after this many trees without improvement. */
export const treePatience = 50;
/** The maximum number of trees in a trial, ours or XGBoost's. */
export const mostTrees = 1000;

/** The options of trees in trial `trial`. Our trials and the trials of XGBoost use the same values. */
export interface TreeTrial {
  readonly leaves: number;
  readonly learningRate: number;
  readonly featureShare: number;
  readonly listShare: number;
  readonly ridge: number;
  /** The minimum number of documents per leaf. XGBoost's minimum sum of second derivatives is a twentieth of this number. */
  readonly minDocuments: number;
}

export function drawTrees(seed: number, trial: number): TreeTrial {
  const random = randomStream(seed, 26, trial);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const inLogs = (low: number, high: number): number => Math.exp(between(Math.log(low), Math.log(high)));
  return {
    leaves: Math.round(inLogs(4, 48)),
    learningRate: inLogs(0.02, 0.2),
    featureShare: between(0.2, 1),
    listShare: between(0.5, 1),
    ridge: inLogs(0.1, 30),
    minDocuments: Math.round(inLogs(5, 100)),
  };
}

/** Creates the scorer of a trial, with all other options drawn from the seed. */
export function drawScorer(scorer: SearchedScorer, seed: number, trial: number): DocumentScorer {
  return scorer === "trees" ? treesOf(drawTrees(seed, trial)) : drawNetwork(scorer, seed, trial);
}

function treesOf(trial: TreeTrial): BoostedTreesScorer {
  return boostedTrees({ ...trial, trees: mostTrees });
}

function drawNetwork(scorer: "linear" | "network", seed: number, trial: number): NetworkScorer {
  const random = randomStream(seed, 27, trial);
  const inLogs = (low: number, high: number): number => low * (high / low) ** random();
  const layers = [[32], [64], [64, 32], [128, 64]];
  const hidden = layers[Math.floor(random() * layers.length)];
  const learningRate = inLogs(3e-4, 1e-2);
  const weightDecay = inLogs(1e-3, 3);
  const dropout = 0.6 * random();
  const batchLists = [8, 16, 32][Math.floor(random() * 3)];
  const shared = { learningRate, weightDecay, batchLists, epochs: 150 };
  return scorer === "linear" ? documents({ ...shared, hidden: [] }) : documents({ ...shared, hidden, dropout });
}
