import { createPool, defaultThreads, nodeWorker, type PoolWorker } from "@tierwise/kernels";
import { createLoss, type RankingLoss } from "@tierwise/losses";
import { randomSplit, randomStream } from "@tierwise/random";
import type { DocumentProgress } from "../model/document-model.ts";
import type { LossChoice } from "../objective/list-loss.ts";
import { type DocumentCriterion, trackBest } from "../training/criterion.ts";
import { checkItemFeatures, type ItemFeatures } from "./items/item-features.ts";
import { fitScaling, scaleRows } from "./items/scaling.ts";
import { allocateTraining } from "./training/allocate-training.ts";
import { epochs } from "./training/run-epoch.ts";
import { selectRows } from "./training/select-rows.ts";
import { cutoff, towerCriterion } from "./training/tower-criterion.ts";
import { type PreparedRows, prepareRows, type TowerRows } from "./training/tower-rows.ts";
import { createTasks, towerTasks } from "./training/tower-tasks.ts";
import { type TwoTowerContent, type TwoTowerModel, twoTowerModel } from "./two-tower-model.ts";
import { type TwoTowerScorer, twoTower } from "./two-tower-scorer.ts";

/** Options for {@link trainTwoTower}. */
export interface TrainTwoTowerOptions extends Pick<TwoTowerContent, "featureItems" | "featureNames" | "record"> {
  /** D, the number of context features. Default: one more than the largest index. */
  readonly featureCount?: number;
  /** The towers. Default: `twoTower()`. */
  readonly scorer?: TwoTowerScorer;
  /** The loss: any ranking loss, by name, as a spec or as a value; a spec with `negatives` samples items. Default: `"pl-partition"`. */
  readonly loss?: LossChoice;
  /** The fraction of row groups to hold out; with 0, training runs for all epochs. Default: 0.1. */
  readonly validation?: number;
  /** The criterion that determines the number of epochs. Default: `"ndcg@10"`. */
  readonly criterion?: DocumentCriterion;
  /** Training stops after this many epochs without improvement. Default: 10. */
  readonly patience?: number;
  /** Whether to train again on all rows, including the validation rows, for the number of epochs that validation chose. Default: true. */
  readonly refit?: boolean;
  /** The seed of all random choices. Default: 0. */
  readonly seed?: number;
  /** The number of threads, which does not affect the model. Default: all cores. */
  readonly threads?: number;
  /** Cancels training, which then rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
  /** Called after each epoch. Default: none. */
  readonly onProgress?: (progress: DocumentProgress) => void;
}

/**
 * Trains a two-tower model: one network for the features of contexts and one for the features of items; see {@link twoTower}.
 *
 * @param rows - The contexts, with the relevant items or tiers of each. Items are numbered as in `items`.
 * @param items - The items with their features.
 * @param options - The scorer, the loss, and when to stop.
 *
 * @example
 * ```ts
 * import { parseItems, trainTwoTower, twoTower } from "@tierwise/documents";
 *
 * const items = parseItems("id,kind\na,tea\nb,tea\nc,coffee\nd,coffee\n");
 * // Feature 0 means that someone likes tea, feature 1 that they like coffee.
 * const features = { indptr: Int32Array.of(0, 1, 2), indices: Int32Array.of(0, 1), values: Float32Array.of(1, 1) };
 * const labels = { indptr: Int32Array.of(0, 2, 4), indices: Int32Array.of(0, 1, 2, 3) };
 * const scorer = twoTower({ dimensions: 4, contextLayers: [8], itemLayers: [], dropout: 0, epochs: 100 });
 * const model = await trainTwoTower({ features, labels }, items, { scorer, validation: 0, threads: 1 });
 *
 * // New items, which occur in no training row.
 * const larger = model.withItems(parseItems("id,kind\ne,tea\nf,coffee\n"));
 * const { items: best } = await larger.rank(features, { k: 1 });
 * console.log(best.join(" ")); // 0 1
 * ```
 */
export async function trainTwoTower(
  rows: TowerRows,
  items: ItemFeatures,
  options: TrainTwoTowerOptions = {},
): Promise<TwoTowerModel> {
  const { validation = 0.1, criterion = "ndcg@10", refit = true, seed = 0, loss: choice = "pl-partition" } = options;
  checkItemFeatures(items);
  if (items.featureNames.length === 0) throw new RangeError("items has no features; expected at least one");
  const largest = rows.features.indices.reduce((most, index) => Math.max(most, index), 0);
  const { featureCount = options.featureNames?.length ?? largest + 1 } = options;
  const prepared = prepareRows(rows, featureCount, items.itemNames.length);
  if (prepared.rowCount === 0) throw new RangeError("there are 0 rows; expected at least 1");
  if (!(validation >= 0 && validation < 1)) {
    throw new RangeError(`validation is ${validation}; expected a number of at least 0 and below 1`);
  }
  if (criterion !== "loss") cutoff(criterion);
  const loss = typeof choice === "function" ? choice : createLoss(choice);
  const task = { ...options, featureCount, items, loss, seed, criterion };
  if (validation === 0) return trainOn(prepared, undefined, task);
  const { held, rest } = splitGroups(prepared, validation, seed);
  const chosen = await trainOn(selectRows(prepared, rest), selectRows(prepared, held), task);
  if (!refit) return chosen;
  const { history, bestStep } = chosen;
  return twoTowerModel({
    ...(await trainOn(prepared, undefined, { ...task, stopAfter: bestStep })),
    history,
    bestStep,
  });
}

interface TowerTask extends Omit<TrainTwoTowerOptions, "loss"> {
  readonly featureCount: number;
  readonly items: ItemFeatures;
  readonly loss: RankingLoss;
  readonly seed: number;
  readonly criterion: DocumentCriterion;
  readonly stopAfter?: number;
}

/** Trains on rows; with validation rows, keeps the weights of the best epoch. */
async function trainOn(rows: PreparedRows, held: PreparedRows | undefined, task: TowerTask): Promise<TwoTowerModel> {
  const { items, loss, seed, criterion, patience = 10, scorer = twoTower(), signal, onProgress } = task;
  const { featureCount, featureNames, featureItems, record } = task;
  const { options } = scorer;
  const contextScaling = fitScaling(rows.features, featureCount, options.log);
  const itemScaling = fitScaling(items.features, items.featureNames.length, options.log);
  const features = scaleRows(rows.features, contextScaling, options.unitContexts);
  const threads = loss.spec === undefined ? 1 : (task.threads ?? defaultThreads());
  const data = await allocateTraining({
    ...{ scorer, rows, features, featureCount, seed, threads, loss: loss.spec },
    items: scaleRows(items.features, itemScaling, false),
    itemFeatureCount: items.featureNames.length,
  });
  const own = towerTasks(data, loss);
  const pool = await createPool({
    threads,
    createTasks: (given, thread) => (thread === 0 ? own : createTasks(given, thread)),
    startWorker,
    data,
  });
  const history: DocumentProgress[] = [];
  const current = (bestStep: number): TwoTowerModel =>
    twoTowerModel({
      ...{ scorer, featureCount, contextScaling, itemScaling, items, history, bestStep },
      ...(featureNames && { featureNames }),
      ...(featureItems && { featureItems }),
      itemFeatureNames: items.featureNames,
      weights: { embedding: data.weights.embedding.slice(), dense: data.weights.dense.slice() },
      trainedItems: items.itemNames,
      ownVectors: data.own?.weights.slice() ?? new Float32Array(0),
      ...(loss.spec && { loss: loss.spec }),
      ...(record !== undefined && { record }),
    });
  const best = trackBest(criterion !== "loss", patience);
  let kept: TwoTowerModel | undefined;
  try {
    const train = epochs(data, features, own, pool);
    for (let epoch = 1; epoch <= (task.stopAfter ?? options.epochs); epoch++) {
      const value = await train(epoch, signal);
      const model = held && current(epoch);
      const measured = model && held && (await towerCriterion(model, held, criterion, loss));
      const progress = { step: epoch, loss: value, ...(measured !== undefined && { validation: measured }) };
      history.push(progress);
      onProgress?.(progress);
      const goesOn = measured === undefined || best.record(epoch, measured);
      if (best.step() === epoch) kept = model;
      if (!goesOn) break;
    }
  } finally {
    await pool.close();
  }
  return kept ?? current(history.length);
}

/** Holds out whole groups at random; at least one group is held out, and at least one remains. */
function splitGroups({ groups, rowCount }: PreparedRows, validation: number, seed: number) {
  const groupOf = groups ?? Int32Array.from({ length: rowCount }, (_, row) => row);
  const distinct = [...new Set(groupOf)].sort((a, b) => a - b);
  if (distinct.length < 2) {
    throw new RangeError(
      `the number of groups of rows is ${distinct.length}; expected at least 2 (so that some can be held out) or validation: 0`,
    );
  }
  const count = Math.min(distinct.length - 1, Math.max(1, Math.round(validation * distinct.length)));
  const chosen = new Set(
    Array.from(randomSplit(distinct.length, count, randomStream(seed, 1)).held, (g) => distinct[g]),
  );
  const rows = Array.from(groupOf.keys());
  return {
    held: rows.filter((row) => chosen.has(groupOf[row])),
    rest: rows.filter((row) => !chosen.has(groupOf[row])),
  };
}

/** Bundlers recognize the worker by exactly this syntax. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./training/tower-worker.js", import.meta.url) ??
    new Worker(new URL("./training/tower-worker.js", import.meta.url), { type: "module" })
  );
}
