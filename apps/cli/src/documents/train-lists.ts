import { existsSync, readdirSync } from "node:fs";
import type { DocumentLists } from "@tierwise/documents";
import type { GradedMetrics } from "@tierwise/metrics";
import type { Command } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import type { TrainFlags } from "../models/training-task.ts";
import { lossSpec, validationSource } from "../options/training-options.ts";
import { createSession } from "../terminal/session.ts";
import {
  conventions,
  type DocumentFileFlags,
  documentFile,
  type GradedFlags,
  refuseOtherFlags,
  type ScorerFlags,
} from "./document-options.ts";
import { gradedTable } from "./graded-table.ts";
import { readLists } from "./read-lists.ts";
import { scorerOf } from "./scorer-of.ts";
import { heldValue, type ListModel, trainBest } from "./train-best.ts";

/** The flags of `train` for lists of documents. */
export type TrainListsFlags = TrainFlags & DocumentFileFlags & GradedFlags & ScorerFlags;

/** The options of training that apply to lists of documents, besides their own. */
export const trainingFlags = [
  ...[
    "seed",
    "learningRates",
    "patience",
    "validation",
    "criterion",
    "epochs",
    "batchSize",
    "weightDecay",
    "hiddenDropout",
  ],
  ...["rule", "tolerance", "intervals", "shift", "center", "k", "test"],
];

/** `tierwise train rank.train --model DIR`. */
export async function trainLists(path: string, flags: TrainListsFlags, command: Command): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(path, command, [...trainingFlags, "model", "force", "loss"]);
  checkDirectory(flags.model, flags.force === true);
  const { scorer = "trees", learningRates = [undefined], seed, threads, criterion, patience } = flags;
  const scorers = await Promise.all(learningRates.map((rate) => scorerOf(scorer, flags, rate)));
  const lists = await readLists(path, session, documentFile(flags));
  const same = { ...documentFile(flags), featureCount: lists.featureCount };
  const source = validationSource(flags);
  const validation = typeof source === "string" ? await readLists(source, session, same) : (source ?? 0.2);
  const test = flags.test === undefined ? undefined : await readLists(flags.test, session, same);
  const loss = lossSpec(flags);
  const model = await trainBest(session, { lists, validation, scorers, loss, criterion, patience, seed, threads });
  const { saveDocumentModel } = await import("@tierwise/documents");
  await saveDocumentModel(model, flags.model);
  session.note(`The model is in ${flags.model}.`);
  const metrics = test && (await measure(model, test, flags));
  if (metrics !== undefined) {
    session.print(`${flags.test}, in percent:\n\n${gradedTable(metrics, flags.k, session.colors)}`);
  }
  const held = heldValue(model);
  session.result({
    model: flags.model,
    scorer: model.scorer,
    loss: model.loss,
    bestStep: model.bestStep,
    steps: model.history.length,
    ...(held !== undefined && { validation: held }),
    ...(metrics && { test: metrics }),
  });
}

async function measure(model: ListModel, test: DocumentLists, flags: TrainListsFlags): Promise<GradedMetrics> {
  const { evaluateDocuments } = await import("@tierwise/documents");
  return evaluateDocuments(model, test, { ks: flags.k, ...conventions(flags, test.grades) }).result();
}

/** A directory may be new, empty, or hold a model of documents that `--force` replaces. */
function checkDirectory(directory: string, force: boolean): void {
  const held = existsSync(directory) ? readdirSync(directory) : [];
  const other = held.find((name) => name !== "documents.json");
  if (other !== undefined) {
    throw new UsageError(`--model ${directory} contains ${other}; expected a new or empty directory`);
  }
  if (held.length > 0 && !force) {
    throw new UsageError(`--model ${directory} contains a model; use --force to replace it`);
  }
}
