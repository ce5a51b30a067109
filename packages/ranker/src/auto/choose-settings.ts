import type { TrainingData } from "../data/training-data.ts";
import type { AutoReport, AutoSettings, AutoTrial } from "../model/auto-report.ts";
import { checkSizes } from "../model/layers.ts";
import type { LinearPart } from "../model/linear-part.ts";
import type { NeighborSettings } from "../model/neighbors-part.ts";
import { DivergenceError } from "../training/divergence-error.ts";
import { presets } from "../training/settings.ts";
import { resolveSettings } from "../training/train-options.ts";
import type { AutoOptions } from "./auto-options.ts";
import { defaultBudget, planRounds, type Round, runSteps } from "./budget.ts";
import { candidates, memberCount, suggestedEpochs } from "./candidates.ts";
import { chooseParts, partsToTry } from "./choose-parts.ts";
import { summarizeFeatures } from "./feature-kind.ts";
import { foldRows } from "./folds.ts";
import { type RowValues, summarize } from "./row-values.ts";
import { runTrial, type TrialSetting } from "./trial.ts";

/** Options for training on all rows with chosen settings. */
export interface ChosenOptions extends Omit<AutoSettings, "learningRate"> {
  /** The learning rate, as a list with one entry. */
  readonly learningRates: readonly number[];
  /** The number of epochs. */
  readonly epochs: number;
  /** No rows are held out. */
  readonly validation: 0;
  /** There is nothing to refit, because no rows are held out. */
  readonly refit: false;
  /** How the nearest training rows vote on the items. Default: no votes. */
  readonly neighbors?: NeighborSettings;
}

/** The settings that {@link chooseSettings} chose, ready for {@link trainModel} or {@link trainRanker}. */
export interface ChosenSettings {
  /** Options for training on all rows with the chosen settings, without validation rows. */
  readonly options: ChosenOptions;
  /** The number of rankers to train and average. */
  readonly members: number;
  /** The linear part that {@link trainModel} adds to the rankers; undefined if none improves them. */
  readonly linear?: LinearPart;
  /** The trials, and the kind of features in the data. */
  readonly report: AutoReport;
}

/**
 * Chooses transforms and settings on validation rows by successive halving over candidates. The first candidate uses the transforms that
 * suit the kind of features. Another candidate replaces it only if it is better on the same rows by more than the standard error of the
 * difference. The result depends on the data, the seed and the budget, not on the order of rows, threads or the speed of the machine.
 *
 * @param data - A multi-label dataset, or rows with preferences, which require the options `features` and `items`.
 * @param options - Settings to keep, the budget in steps, and the seed.
 *
 * @example
 * ```ts
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { chooseSettings, trainRanker } from "@tierwise/ranker";
 *
 * const data = generateXmlDataset({ rows: 300, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * const { options, report } = await chooseSettings(data, { hidden: 16, budget: 400, seed: 1 });
 * const { ranker } = await trainRanker(data, { ...options, seed: 1 });
 * console.log(report.trials.length > 0, ranker.itemCount); // true 30
 * ```
 */
export async function chooseSettings(data: TrainingData, options: AutoOptions = {}): Promise<ChosenSettings> {
  const labels = "preferences" in data ? undefined : data;
  const featureCount = options.features ?? labels?.numFeatures ?? Number.NaN;
  const itemCount = options.items ?? labels?.numLabels ?? Number.NaN;
  checkSizes({ features: featureCount, hidden: options.hidden ?? 1, items: itemCount });
  checkOptions(options);
  const { data: rows, folds } = foldRows(data, { featureCount, itemCount }, options);
  if (rows.rowCount === 0) throw new RangeError("the dataset has no rows; expected at least one");
  const sizes = { rowCount: rows.rowCount, featureCount, itemCount };
  const summary = summarizeFeatures(rows.features, featureCount);
  const usual = candidates(summary, sizes, options, { dropouts: false });
  const budget = options.budget ?? defaultBudget(rows.rowCount);
  const epochs = options.epochs ?? suggestedEpochs(rows.rowCount, budget);
  const setting: TrialSetting = { data: rows, sizes, folds, options };
  const most = options.members ?? memberCount(sizes, usual[0].hidden);
  const tried = partsToTry(setting, usual[0], most);
  const parts = tried.linear || tried.neighbors;
  // A linear part or neighbors replace the third network.
  const members = options.members ?? (parts ? Math.min(2, most) : most);
  const partSteps = parts ? runSteps(folds[0].train.length, epochs) : 0;
  const steps = Math.max(0, budget - members * runSteps(rows.rowCount, epochs) - partSteps);
  const more = candidates(summary, sizes, options, { dropouts: true });
  const list = roundsFor(setting, more, { steps, epochs })[0]?.epochs === epochs ? more : usual;
  const found = await search(setting, list, { steps, epochs });
  const { chosen } = found;
  const { learningRate, ...settings } = list[chosen];
  const { linear, neighbors, ...tries } = parts
    ? await chooseParts(setting, list[chosen], { found, epochs, tried })
    : { trials: found.trials, linear: undefined, neighbors: undefined };
  const report: AutoReport = {
    budget,
    features: summary.kind,
    criterion: options.criterion ?? presets.default.criterion,
    validationRows: folds.reduce((sum, { validation }) => sum + validation.length, 0),
    members,
    ...tries,
    chosen,
    ...(linear && { linear }),
    ...(neighbors && { neighbors }),
  };
  // With a linear part, the mean over members shrinks the scores of the networks, so the weight of the neighbors is reduced too.
  const weight = (neighbors?.weight ?? 0) * (linear ? members / (members + 1) : 1);
  return {
    options: {
      ...{ ...settings, learningRates: [learningRate], epochs, validation: 0, refit: false },
      ...(neighbors && { neighbors: { ...neighbors, weight } }),
    },
    members,
    ...(linear && { linear }),
    report,
  };
}

function checkOptions(options: AutoOptions): void {
  const { budget, criterion, onTrial: _, budget: __, features: ___, items: ____, ...rest } = options;
  const { hidden: _h, transforms: _t, normalize: _n, members: _m, featureItems: _f, neighbors: _k, ...training } = rest;
  resolveSettings({ ...training, ...(criterion && { criterion }), refit: false });
  if (criterion === "loss") {
    throw new RangeError('criterion is "loss", which depends on the settings; expected "precision@k" or "ndcg@k"');
  }
  if (budget !== undefined && !(Number.isInteger(budget) && budget >= 1)) {
    throw new RangeError(`budget is ${budget}; expected a number of steps, a positive integer`);
  }
}

interface SearchResult {
  readonly trials: readonly AutoTrial[];
  readonly chosen: number;
}

/** The steps that a search may take, and the number of epochs of a full training run. */
interface SearchLength {
  readonly steps: number;
  readonly epochs: number;
}

/** The rounds of a search over a list of candidates. */
function roundsFor(
  setting: TrialSetting,
  { length }: readonly AutoSettings[],
  { steps, epochs }: SearchLength,
): Round[] {
  const plan = { trainRows: meanTrainRows(setting), folds: setting.folds.length, mostEpochs: epochs };
  return setting.folds.length === 0 ? [] : planRounds(length, steps, plan);
}

/** The mean number of training rows of a fold. */
function meanTrainRows({ folds }: TrialSetting): number {
  return folds.reduce((sum, { train }) => sum + train.length, 0) / folds.length;
}

/** Successive halving: each round trains the remaining candidates for longer and keeps the best third of them, including candidate 0. */
async function search(
  setting: TrialSetting,
  list: readonly AutoSettings[],
  length: SearchLength,
): Promise<SearchResult> {
  const { folds, options } = setting;
  const trials: AutoTrial[] = [];
  if (folds.length === 0 || length.steps === 0) return { trials, chosen: 0 };
  const rounds = roundsFor(setting, list, length);
  const costs = rounds.map(({ epochs }) => folds.length * runSteps(meanTrainRows(setting), epochs));
  const total = rounds.reduce((sum, { count }, r) => sum + count * costs[r], 0);
  let remaining = list.map((_, candidate) => candidate);
  let [chosen, done] = [0, 0];
  for (const [r, { epochs }] of rounds.entries()) {
    const measured: { readonly candidate: number; readonly trial: AutoTrial }[] = [];
    let first: RowValues | undefined;
    for (const candidate of remaining) {
      const settings = list[candidate];
      const values = (await runTrial(setting, settings, { epochs, keep: false }))?.values;
      if (candidate === 0) first = values;
      const summary = summarize(values, first);
      const trial: AutoTrial = { candidate, round: r + 1, settings, epochs, ...summary };
      trials.push(trial);
      measured.push({ candidate, trial });
      done += costs[r];
      options.onTrial?.({ trial, done, total });
    }
    const ranked = measured
      .filter(({ trial }) => !Number.isNaN(trial.value))
      .sort((a, b) => b.trial.value - a.trial.value || a.candidate - b.candidate);
    if (ranked.length === 0) throw divergence(list);
    chosen = confirmed(ranked.map(({ trial }) => trial));
    const best = ranked.map(({ candidate }) => candidate);
    const order = best.includes(0) ? new Set([0, ...best]) : new Set(best);
    remaining = [...order].slice(0, rounds[r + 1]?.count).sort((a, b) => a - b);
  }
  return { trials, chosen };
}

/** The candidate of the best trial, or candidate 0 if the two differ by no more than the standard error. */
function confirmed([best, ...others]: readonly AutoTrial[]): number {
  const first = others.find(({ candidate }) => candidate === 0);
  if (first === undefined) return best.candidate;
  return best.value - first.value > best.differenceError ? best.candidate : 0;
}

function divergence(list: readonly AutoSettings[]): Error {
  const rates = [...new Set(list.map(({ learningRate }) => learningRate))].join(", ");
  return new DivergenceError(
    `training diverged with every candidate (learning rates ${rates}); use a smaller learning rate`,
  );
}
