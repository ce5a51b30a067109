import { evaluateDocuments, splitLists } from "@tierwise/documents";
import type { LossName } from "@tierwise/losses/catalog";
import type { CellContext } from "@tierwise/studies";
import { type DocumentDataName, documentData, type SearchLists } from "./document-data.ts";
import type { SearchedScorer } from "./draw-trial.ts";
import { bestFirst, meanTrial, ourTrials, type Trial, xgboostTrials } from "./trials.ts";

export const cutoffs = [1, 3, 5, 10] as const;
/** The number of best trials whose scores are averaged. */
const averaged = 5;

/** The method of a search: one of our scorers, the combination of trees and network, XGBoost, or the true utilities of generated lists. */
export type SearchMethod = SearchedScorer | "trees + network" | "truth" | "xgboost rank:ndcg" | "xgboost rank:pairwise";

/** A search for the best options of one method on one dataset. */
export interface DocumentCell {
  readonly study: "document-losses" | "search-ranking";
  readonly data: DocumentDataName;
  readonly method: SearchMethod;
  readonly loss: LossName;
  readonly seed: number;
  /** The number of trials. Methods that combine two scorers use half of the trials for each. */
  readonly trials: number;
}

/** nDCG@k of each test list, in the order of {@link cutoffs}; null for lists without a relevant document. */
type ListFigures = readonly (readonly (number | null)[])[];

export interface DocumentCellResult extends DocumentCell {
  readonly seconds: number;
  /** The trial with the highest nDCG@10 on the validation lists. */
  readonly best: ListFigures;
  /** The mean of the scores of the five best trials, or of all trials if there are fewer than five. */
  readonly mean: ListFigures;
}

/** Runs a search. All methods get the same training, validation and test lists for the same seed. */
export async function runDocumentCell(cell: DocumentCell, { threads }: CellContext): Promise<DocumentCellResult> {
  const start = performance.now();
  const { train: all, test, truth } = await documentData[cell.data]();
  const { train, validation } = splitLists(all, { validation: 0.2, seed: cell.seed });
  const figures = (scores: Float64Array): ListFigures => {
    const { ndcg } = evaluateDocuments({ scores: () => scores }, test, { ks: cutoffs }).lists();
    return cutoffs.map((k) => Array.from(ndcg[k], (value) => (Number.isNaN(value) ? null : value)));
  };
  const { best, mean } =
    cell.method === "truth" ? ofTruth(truth) : await bestAndMean(cell, { train, validation, test }, threads);
  return { ...cell, seconds: (performance.now() - start) / 1000, best: figures(best), mean: figures(mean) };
}

function ofTruth(truth: Float64Array | undefined): { best: Float64Array; mean: Float64Array } {
  if (truth === undefined)
    throw new Error("method is truth; expected generated lists, because other lists have no known utilities");
  return { best: truth, mean: truth };
}

async function bestAndMean(cell: DocumentCell, lists: SearchLists, threads: number) {
  const { validation } = lists;
  if (cell.method === "trees + network") {
    const half = { ...cell, trials: cell.trials / 2 };
    const trees = bestFirst(await searched({ ...half, method: "trees" }, lists, threads));
    const network = bestFirst(await searched({ ...half, method: "network" }, lists, threads));
    const top = (trials: readonly Trial[]): Trial => meanTrial(trials.slice(0, averaged), validation);
    return {
      best: mixed([trees[0], network[0]], lists).test,
      mean: mixed([top(trees), top(network)], lists).test,
    };
  }
  const trials = bestFirst(await searched(cell, lists, threads));
  return { best: trials[0].test, mean: meanTrial(trials.slice(0, averaged), validation).test };
}

/** Mixes two trials with the weights that are best on the validation lists; ties go to the most even mixture. */
function mixed(pair: readonly Trial[], { validation }: SearchLists): Trial {
  const mixtures = [0.5, 0.25, 0.75, 0, 1].map((weight) => meanTrial(pair, validation, [weight, 1 - weight]));
  return bestFirst(mixtures)[0];
}

async function searched(cell: DocumentCell, lists: SearchLists, threads: number): Promise<Trial[]> {
  const { method, loss, seed, trials } = cell;
  if (method === "trees" || method === "network" || method === "linear") {
    return ourTrials(lists, { scorer: method, loss, seed, trials }, threads);
  }
  const found = xgboostTrials(lists, { objective: method.replace("xgboost ", ""), seed, trials }, 1);
  if (found === undefined) throw new Error("TIERWISE_PYTHON is not set to a Python with xgboost");
  return found;
}
