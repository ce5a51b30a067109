import type { DocumentLists } from "@tierwise/documents";
import type { GradedEvaluator } from "@tierwise/metrics";
import type { Command } from "commander";
import type { TrainFlags } from "../models/training-task.ts";
import { lossSpec, validationSource } from "../options/training-options.ts";
import { counted } from "../terminal/numbers.ts";
import { createSession } from "../terminal/session.ts";
import { checkModelDirectory } from "./document-files.ts";
import {
  conventions,
  type DocumentFileFlags,
  documentFile,
  featuresOf,
  type GradedFlags,
  refuseOtherFlags,
  type ScorerFlags,
} from "./document-options.ts";
import { gradedTable } from "./graded-table.ts";
import { importanceOfFeatures } from "./importance-table.ts";
import { readLists } from "./read-lists.ts";
import { scorerOf } from "./scorer-of.ts";
import { heldValue, type ListModel } from "./train-best.ts";
import { trainInDirectory } from "./train-in-directory.ts";

export type TrainListsFlags = TrainFlags & DocumentFileFlags & GradedFlags & ScorerFlags;

/** The general training options that also apply to lists of documents. */
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

/** Runs `tierwise train` on lists of documents. */
export async function trainLists(path: string, flags: TrainListsFlags, command: Command): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(path, command, [...trainingFlags, "model", "force", "loss", "resume", "checkpointEvery", "report"]);
  const [force, resume] = [flags.force === true, flags.resume === true];
  checkModelDirectory(flags.model, { force, resume });
  const { scorer = "trees", learningRates = [undefined], seed, threads, criterion, patience } = flags;
  const scorers = await Promise.all(learningRates.map((rate) => scorerOf(scorer, flags, rate)));
  const lists = await readLists(path, session, documentFile(flags));
  const same = featuresOf(lists, flags);
  const source = validationSource(flags);
  const validation = typeof source === "string" ? await readLists(source, session, same) : (source ?? 0.2);
  const test = flags.test === undefined ? undefined : await readLists(flags.test, session, same);
  const loss = lossSpec(flags);
  const choices = { scorers, loss, criterion, patience, seed, threads };
  const model = await trainInDirectory(session, flags, { lists, validation, ...choices });
  const measured = test && (await measure(model, test, flags));
  const metrics = measured?.result();
  if (metrics !== undefined) {
    session.print(`${flags.test}, in percent:\n\n${gradedTable(metrics, flags.k, session.colors)}`);
  }
  if (flags.report !== undefined) {
    const { writeListsReport } = await import("./lists-report.ts");
    await writeListsReport(flags.report, {
      title: `A model that ranks documents using ${counted(model.featureCount, "feature")}`,
      lead: `Trained on ${path}: ${counted(lists.offsets.length - 1, "list")}, ${counted(lists.grades.length, "document")}.`,
      ...{ session, model, seed, ks: flags.k },
      measured: measured &&
        test && {
          ...{ path: flags.test ?? "", lists: test, metrics: measured.result(), ndcg: measured.lists().ndcg },
          importance: await importanceOfFeatures(model, test),
        },
    });
    session.note(`The report is in ${flags.report}.`);
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

async function measure(model: ListModel, test: DocumentLists, flags: TrainListsFlags): Promise<GradedEvaluator> {
  const { evaluateDocuments } = await import("@tierwise/documents");
  return evaluateDocuments(model, test, { ks: flags.k, ...conventions(flags, test.grades) });
}
