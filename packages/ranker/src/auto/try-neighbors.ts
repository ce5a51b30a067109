import { selectFeatures } from "../data/content-order.ts";
import { tight } from "../data/sparse-rows.ts";
import type { AutoSettings, NeighborTrial } from "../model/auto-report.ts";
import type { Ranker } from "../model/ranker.ts";
import { addVotes, nearestRows } from "../network/nearest-rows.ts";
import { predictorOf } from "../network/ranker.ts";
import { firstTiers } from "../training/stored-neighbors.ts";
import { summarize } from "./row-values.ts";
import { rateScores, type ScoredRows } from "./scored-rows.ts";
import { formedData, type TrialSetting } from "./trial.ts";

const counts = [10, 30];
const power = 5;
const weights = [1, 2, 4];

/**
 * Tries adding the votes of the nearest training rows to the scores.
 *
 * @param setting - The search, with one fold.
 * @param settings - The settings of the network.
 * @param beside - The scores of the validation rows without votes, and the network in whose hidden layer the neighbors are found.
 * @returns One trial per number of neighbors and weight, best first.
 */
export function tryNeighbors(
  setting: TrialSetting,
  settings: AutoSettings,
  { base, ranker }: { readonly base: ScoredRows; readonly ranker: Ranker },
): NeighborTrial[] {
  const { sizes, data } = setting;
  const [{ train, validation }] = setting.folds;
  const { features } = formedData(setting, settings);
  const find = nearestRows(predictorOf(ranker), tight(selectFeatures(features, train)));
  const nearest = find(tight(selectFeatures(features, validation)), Math.max(...counts));
  const items = firstTiers(data, train);
  const trials = counts.flatMap((count) =>
    weights.map((weight): NeighborTrial => {
      const scores = base.scores.slice();
      addVotes(nearest, { items }, { count, power, weight }, scores, sizes.itemCount);
      return { count, power, weight, ...summarize(rateScores(setting, scores), base.values) };
    }),
  );
  return trials.sort((a, b) => b.value - a.value);
}
