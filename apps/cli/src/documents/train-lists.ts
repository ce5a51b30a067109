import { existsSync, readdirSync } from "node:fs";
import type { BoostedTreesOptions, DocumentLists, TreesModel } from "@tierwise/documents";
import type { Command } from "commander";
import { Interrupted } from "../errors/interrupted.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { TrainFlags } from "../models/training-task.ts";
import { lossSpec, validationSource } from "../options/training-options.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { createProgress } from "../terminal/progress.ts";
import { createSession, type Session } from "../terminal/session.ts";
import {
  conventions,
  type DocumentFileFlags,
  documentFile,
  type GradedFlags,
  refuseOtherFlags,
  type TreeFlags,
} from "./document-options.ts";
import { gradedTable } from "./graded-table.ts";
import { readLists } from "./read-lists.ts";

/** The flags of `train` for lists of documents. */
export type TrainListsFlags = TrainFlags & DocumentFileFlags & GradedFlags & TreeFlags;

/** The options of `train` that apply to lists of documents, besides their own. */
const applies = [
  "model",
  "test",
  "force",
  "seed",
  "learningRates",
  "patience",
  "validation",
  "criterion",
  "loss",
  "rule",
  "tolerance",
  "intervals",
  "shift",
  "center",
  "k",
];

/** `tierwise train rank.train --model DIR`. */
export async function trainLists(path: string, flags: TrainListsFlags, command: Command): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(path, command, applies);
  checkDirectory(flags.model, flags.force === true);
  const lists = await readLists(path, session, documentFile(flags));
  const same = { ...documentFile(flags), featureCount: lists.featureCount };
  const source = validationSource(flags);
  const validation = typeof source === "string" ? await readLists(source, session, same) : (source ?? 0.2);
  const test = flags.test === undefined ? undefined : await readLists(flags.test, session, same);
  const model = await trainBest(session, lists, validation, flags);
  const { saveDocumentModel } = await import("@tierwise/documents");
  await saveDocumentModel(model, flags.model);
  session.note(`The model is in ${flags.model}: ${model.bestStep} trees.`);
  const { bestStep, scorer, loss, history } = model;
  const metrics = test && (await measure(model, test, flags));
  if (metrics !== undefined)
    session.print(`${flags.test}, in percent:\n\n${gradedTable(metrics, flags.k, session.colors)}`);
  session.result({
    model: flags.model,
    scorer,
    loss,
    bestStep,
    steps: history.length,
    ...(history[bestStep - 1]?.validation !== undefined && { validation: history[bestStep - 1].validation }),
    ...(metrics && { test: metrics }),
  });
}

async function measure(model: TreesModel, test: DocumentLists, flags: TrainListsFlags) {
  const { evaluateDocuments } = await import("@tierwise/documents");
  return evaluateDocuments(model, test, { ks: flags.k, ...conventions(flags, test.grades) }).result();
}

/** A directory may be new, empty, or hold a model of documents that `--force` replaces. */
function checkDirectory(directory: string, force: boolean): void {
  const held = existsSync(directory) ? readdirSync(directory) : [];
  if (held.length === 0) return;
  if (held.some((name) => name !== "documents.json")) {
    throw new UsageError(
      `--model ${directory} contains ${held.find((name) => name !== "documents.json")}; expected a new or empty directory`,
    );
  }
  if (!force) throw new UsageError(`--model ${directory} contains a model; use --force to replace it`);
}

/** Trains with each learning rate and returns the model with the best validation criterion. */
async function trainBest(
  session: Session,
  lists: DocumentLists,
  validation: DocumentLists | number,
  flags: TrainListsFlags,
): Promise<TreesModel> {
  const { boostedTrees, trainDocuments } = await import("@tierwise/documents");
  const { seed, threads, criterion = "ndcg@10", patience, learningRates = [undefined] } = flags;
  const { trees, leaves, minDocuments, featureShare, listShare, ridge } = flags;
  const given = { trees, leaves, minDocuments, featureShare, listShare, ridge };
  if (validation === 0 && learningRates.length > 1) {
    throw new UsageError(
      "--validation 0 holds out no lists to choose between --learning-rates; expected a single rate",
    );
  }
  const interruption = onInterrupt(session, "Stopping after this tree.");
  try {
    let best: TreesModel | undefined;
    for (const learningRate of learningRates) {
      const options = Object.entries({ ...given, learningRate }).filter(([, value]) => value !== undefined);
      const scorer = boostedTrees(Object.fromEntries(options) as BoostedTreesOptions);
      const bar = createProgress(session, { title: "training", total: scorer.options.trees, unit: "trees" });
      const model = await trainDocuments(lists, {
        scorer,
        loss: lossSpec(flags),
        validation,
        criterion: checkedCriterion(criterion),
        seed,
        ...(patience !== undefined && { patience }),
        ...(threads !== undefined && { threads }),
        signal: interruption.signal,
        onProgress: ({ step, loss, validation: held }) =>
          bar.update(
            step,
            [`loss ${loss.toPrecision(4)}`, ...(held === undefined ? [] : [`${criterion} ${held.toFixed(4)}`])].join(
              " · ",
            ),
          ),
      }).finally(() => bar.stop());
      const held = heldValue(model);
      if (held !== undefined) {
        session.note(
          `learning rate ${scorer.options.learningRate}: ${criterion} ${held.toFixed(4)} on the validation lists with ${model.bestStep} trees`,
        );
      }
      const better = criterion === "loss" ? -1 : 1;
      if (best === undefined || better * ((held ?? 0) - (heldValue(best) ?? 0)) > 0) best = model;
    }
    return best as TreesModel;
  } catch (error) {
    if (error !== interruption.signal.reason) throw error;
    throw new Interrupted("Interrupted; no model was written.");
  } finally {
    interruption.release();
  }
}

function heldValue({ history, bestStep }: TreesModel): number | undefined {
  return history[bestStep - 1]?.validation;
}

function checkedCriterion(criterion: string): "loss" | `ndcg@${number}` {
  if (criterion === "loss" || /^ndcg@[1-9]\d*$/.test(criterion)) return criterion as "loss" | `ndcg@${number}`;
  throw new UsageError(`--criterion ${criterion} does not apply to lists of documents; expected loss or ndcg@k`);
}
