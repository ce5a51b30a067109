import { selectFeatures } from "../data/content-order.ts";
import { tight } from "../data/sparse-rows.ts";
import type { AutoSettings, LinearTrial } from "../model/auto-report.ts";
import { linearRanker } from "../network/linear-ranker.ts";
import { fitLinearPart } from "../training/linear-part.ts";
import { summarize } from "./row-values.ts";
import { rateScores, type ScoredRows } from "./scored-rows.ts";
import { formedData, type TrialSetting } from "./trial.ts";

/** The costs and weights to try. A larger cost takes longer to fit, so it is tried only if the smaller one helps. */
const costs = [1, 10];
const weights = [0.5, 1, 2];

/**
 * Tries adding linear parts to the scores of the networks.
 *
 * @param setting - The search, with one fold.
 * @param settings - The settings of the networks.
 * @param base - The scores and values of the validation rows without a linear part.
 * @returns One trial per cost and weight, best first, and the scores and values of the best trial.
 */
export async function tryLinearParts(
  setting: TrialSetting,
  settings: AutoSettings,
  base: ScoredRows,
): Promise<{ readonly trials: LinearTrial[]; readonly best: ScoredRows }> {
  const { value } = summarize(base.values, undefined);
  const results: { readonly trial: LinearTrial; readonly scored: ScoredRows }[] = [];
  for (const cost of costs) {
    const linear = await linearScores(setting, settings, cost);
    for (const weight of weights) {
      const scores = base.scores.map((score, i) => score + weight * linear[i]);
      const values = rateScores(setting, scores);
      results.push({ trial: { cost, weight, ...summarize(values, base.values) }, scored: { scores, values } });
    }
    if (results.every(({ trial }) => trial.value <= value)) break;
  }
  results.sort((a, b) => b.trial.value - a.trial.value);
  return { trials: results.map(({ trial }) => trial), best: results[0].scored };
}

/** Scores the validation rows with a linear model fitted to the training rows of the fold. */
async function linearScores(setting: TrialSetting, settings: AutoSettings, cost: number): Promise<Float32Array> {
  const { folds, options, sizes } = setting;
  const { featureCount: features, itemCount: items } = sizes;
  const [{ train, validation }] = folds;
  const data = formedData(setting, settings);
  const fitted = await fitLinearPart(data, { featureCount: features, rows: train }, { cost, signal: options.signal });
  const ranker = linearRanker({ features, items, hidden: 2 * items }, fitted, 1);
  return ranker.scores(tight(selectFeatures(data.features, validation)));
}
