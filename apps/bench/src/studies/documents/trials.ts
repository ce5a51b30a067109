import { type DocumentLists, evaluateDocuments, trainDocuments } from "@tierwise/documents";
import type { LossName } from "@tierwise/losses/catalog";
import type { SearchLists } from "./document-data.ts";
import { drawScorer, drawTrees, mostTrees, type SearchedScorer, treePatience } from "./draw-trial.ts";
import { xgboostScores } from "./xgboost-scores.ts";

export interface Trial {
  readonly validation: Float64Array;
  readonly test: Float64Array;
  /** nDCG@10 on the validation lists; the best trial has the highest value. */
  readonly value: number;
}

function ndcg10(scores: Float64Array, lists: DocumentLists): number {
  return evaluateDocuments({ scores: () => scores }, lists).result().ndcg[10];
}

/** Trains one model per trial, each stopped early by nDCG@10 on the validation lists. */
export async function ourTrials(
  lists: SearchLists,
  { scorer, loss, seed, trials }: { scorer: SearchedScorer; loss: LossName; seed: number; trials: number },
  threads: number,
): Promise<Trial[]> {
  const { train, validation, test } = lists;
  const found: Trial[] = [];
  for (let trial = 0; trial < trials; trial++) {
    const drawn = drawScorer(scorer, seed, trial);
    const patience = drawn.kind === "trees" ? treePatience : 15;
    const model = await trainDocuments(train, { scorer: drawn, loss, validation, patience, seed, threads });
    const scores = { validation: model.scores(validation), test: model.scores(test) };
    found.push({ ...scores, value: ndcg10(scores.validation, validation) });
  }
  return found;
}

/** Trains one XGBoost model per trial, with the same tree options where both libraries have them. */
export function xgboostTrials(
  lists: SearchLists,
  { objective, seed, trials }: { objective: string; seed: number; trials: number },
  threads: number,
): Trial[] | undefined {
  const drawn = Array.from({ length: trials }, (_, trial) => drawTrees(seed, trial));
  const found = xgboostScores(lists, {
    objective,
    seed,
    threads,
    trees: mostTrees,
    patience: treePatience,
    trials: drawn,
  });
  return found?.map((scores) => ({ ...scores, value: ndcg10(scores.validation, lists.validation) }));
}

/** The trials in order of their value, best first. */
export function bestFirst(trials: readonly Trial[]): Trial[] {
  return [...trials].sort((a, b) => b.value - a.value);
}

/**
 * The weighted mean of several trials' scores. Each trial's scores are first divided by their standard deviation within the validation lists, because
 * models differ in scale.
 */
export function meanTrial(
  trials: readonly Trial[],
  validation: DocumentLists,
  weights: readonly number[] = trials.map(() => 1),
): Trial {
  const scales = trials.map((trial, t) => weights[t] / deviationWithin(trial.validation, validation));
  const mean = (part: "test" | "validation"): Float64Array =>
    trials[0][part].map((_, i) => trials.reduce((sum, trial, t) => sum + scales[t] * trial[part][i], 0));
  const scores = { validation: mean("validation"), test: mean("test") };
  return { ...scores, value: ndcg10(scores.validation, validation) };
}

function deviationWithin(scores: Float64Array, { offsets }: DocumentLists): number {
  let squares = 0;
  for (let l = 0; l + 1 < offsets.length; l++) {
    const list = scores.subarray(offsets[l], offsets[l + 1]);
    const mean = list.reduce((sum, score) => sum + score, 0) / list.length;
    for (const score of list) squares += (score - mean) ** 2;
  }
  return Math.sqrt(squares / scores.length) || 1;
}
