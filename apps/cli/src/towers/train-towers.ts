import { existsSync, readdirSync } from "node:fs";
import type { DocumentCriterion, ItemFeatures, TwoTowerModel, TwoTowerOptions } from "@tierwise/documents";
import type { Command } from "commander";
import { readTrainingSource, type TrainingSource } from "../data/training-source.ts";
import { Interrupted } from "../errors/interrupted.ts";
import { UsageError } from "../errors/usage-error.ts";
import { metricsTable } from "../metrics/metrics-table.ts";
import type { TrainFlags } from "../models/training-task.ts";
import { lossSpec, validationSource } from "../options/training-options.ts";
import { count, counted } from "../terminal/numbers.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { createProgress } from "../terminal/progress.ts";
import { createSession, type Session } from "../terminal/session.ts";
import { readItemFile } from "./open-towers.ts";
import { refuseOtherFlags, type TowerFlags } from "./tower-options.ts";

/** The flags of `train` that apply to two towers, in addition to those for ratings and tower options. */
const applies = [
  ...["model", "force", "seed", "seen", "k", "patience", "validation", "criterion", "refit"],
  ...["loss", "rule", "tolerance", "intervals", "shift", "center", "negatives", "negativesBy"],
  ...["epochs", "batchSize", "learningRates", "weightDecay", "inputDropout", "hiddenDropout", "hidden"],
  ...["liked", "hide", "rowsPerUser", "testUsers", "time", "columns", "delimiter", "duplicates", "encoding"],
  ...["missing", "minRatings", "best", "format"],
];

/** Runs `tierwise train` with `--items`. */
export async function trainTowers(path: string, flags: TrainFlags & TowerFlags, command: Command): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(command, applies);
  checkDirectory(flags.model, flags.force === true);
  const items = await readItemFile(flags.items ?? "", flags, session);
  const source = await readTrainingSource(path, session, flags, command);
  const { vocabulary, ratings, test } = source;
  const { itemNames, featureNames, featureItems } = vocabulary ?? {};
  if (ratings === undefined || itemNames === undefined || featureNames === undefined || featureItems === undefined) {
    throw new UsageError(`--items requires ratings or clicks by users; ${path} contains multi-label data`);
  }
  const catalog = await joinItems(items, itemNames, session, flags.items ?? "");
  const { selectItems } = await import("@tierwise/documents");
  const trained = await bestOfRates(session, source, selectItems(catalog, itemNames), flags);
  const { saveTwoTowerModel } = await import("@tierwise/documents");
  await saveTwoTowerModel(trained.withItems(catalog), flags.model);
  session.note(`The model is in ${flags.model}.`);
  const { evaluate } = await import("@tierwise/metrics");
  const exclude = test && flags.seen !== "include" ? trained.seenItems(test.features) : undefined;
  const ks = [...new Set(flags.k)].sort((a, b) => a - b);
  const metrics = test && (await evaluate(trained, test, { ks, ...(exclude && { exclude }) }));
  if (metrics !== undefined) {
    const what = `${counted(test?.numRows ?? 0, "user")} kept for testing`;
    session.print(`${what}, in percent:\n\n${metricsTable(metrics, ks, session.colors)}`);
  }
  const { scorer, loss, bestStep, history } = trained;
  const validation = history[bestStep - 1]?.validation;
  session.result({
    ...{ model: flags.model, scorer, loss, bestStep, steps: history.length },
    ...(validation !== undefined && { validation }),
    ...(metrics && { test: metrics }),
  });
}

/** Orders items so that rated items come first and keep their numbers, followed by the other items of the file. */
async function joinItems(
  items: ItemFeatures,
  rated: readonly string[],
  session: Session,
  path: string,
): Promise<ItemFeatures> {
  const { selectItems } = await import("@tierwise/documents");
  const [listed, known] = [new Set(items.itemNames), new Set(rated)];
  const missing = rated.filter((name) => !listed.has(name));
  if (missing.length === rated.length) {
    const some = missing.slice(0, 3).join(", ");
    throw new UsageError(
      `--items ${path} has none of the rated items, such as ${some}; expected them in its first column`,
    );
  }
  if (missing.length > 0)
    session.note(`${count(missing.length)} of ${count(rated.length)} rated items have no features`);
  return selectItems(items, [...rated, ...items.itemNames.filter((name) => !known.has(name))]);
}

/** Trains with every learning rate and returns the model with the best validation criterion. */
async function bestOfRates(
  session: Session,
  { data, vocabulary, ratings }: TrainingSource,
  items: ItemFeatures,
  flags: TrainFlags & TowerFlags,
): Promise<TwoTowerModel> {
  const { learningRates = [undefined], seed, threads, patience, refit } = flags;
  const validation = validationSource(flags) ?? 0.1;
  if (typeof validation === "string")
    throw new UsageError(`--validation is ${validation}; with --items, expected a share of the users, not a file`);
  if (validation === 0 && learningRates.length > 1) {
    throw new UsageError(
      "--validation 0 leaves no users for choosing among several --learning-rates; expected one learning rate",
    );
  }
  const criterion = (flags.criterion ?? "ndcg@10") as DocumentCriterion;
  const { trainTwoTower, twoTower } = await import("@tierwise/documents");
  const { seenItems } = await import("@tierwise/ranker");
  const { featureNames = [], featureItems = [] } = vocabulary ?? {};
  const exclude = flags.seen === "include" ? undefined : seenItems({ featureItems }, data.features);
  const interruption = onInterrupt(session, "Stopping after this step.");
  try {
    let best: TwoTowerModel | undefined;
    const sign = criterion === "loss" ? -1 : 1;
    for (const rate of learningRates) {
      const scorer = twoTower(scorerOptions(flags, rate));
      const bar = createProgress(session, { title: "training", total: scorer.options.epochs, unit: "epochs" });
      const model = await trainTwoTower({ ...data, exclude }, items, {
        ...{ scorer, loss: lossSpec(flags), validation, criterion, seed, featureNames, featureItems, record: ratings },
        ...(patience !== undefined && { patience }),
        ...(refit !== undefined && { refit }),
        ...(threads !== undefined && { threads }),
        signal: interruption.signal,
        onProgress: ({ step, loss }) => bar.update(step, `loss ${loss.toPrecision(4)}`),
      }).finally(() => bar.stop());
      const held = heldValue(model);
      if (held !== undefined) {
        const words = `learning rate ${scorer.options.learningRate}: ${criterion} ${held.toFixed(4)}`;
        session.note(`${words} on the validation users after ${counted(model.bestStep, "epoch")}`);
      }
      if (best === undefined || sign * ((held ?? 0) - (heldValue(best) ?? 0)) > 0) best = model;
    }
    return best as TwoTowerModel;
  } catch (error) {
    if (error !== interruption.signal.reason) throw error;
    throw new Interrupted("Interrupted; no model was written.");
  } finally {
    interruption.release();
  }
}

function heldValue({ history, bestStep }: TwoTowerModel): number | undefined {
  return history[bestStep - 1]?.validation;
}

function scorerOptions(flags: TrainFlags & TowerFlags, learningRate: number | undefined): TwoTowerOptions {
  const {
    dimensions,
    itemDropout,
    epochs,
    batchSize: batchRows,
    weightDecay,
    inputDropout,
    hiddenDropout: dropout,
  } = flags;
  const given = { dimensions, itemDropout, epochs, batchRows, weightDecay, inputDropout, dropout, learningRate };
  const layers = flags.hidden === undefined ? {} : { contextLayers: [flags.hidden] };
  return { ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), ...layers };
}

/** Throws unless the directory is new or empty, or `--force` is set and it contains a two-tower model. */
function checkDirectory(directory: string, force: boolean): void {
  const held = existsSync(directory) ? readdirSync(directory) : [];
  const other = held.find((name) => name !== "two-tower.bin");
  if (other !== undefined) {
    throw new UsageError(`--model ${directory} contains ${other}; expected a new or empty directory`);
  }
  if (held.length > 0 && !force) {
    throw new UsageError(`--model ${directory} contains a model; use --force to replace it`);
  }
}
