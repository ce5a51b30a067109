import { join } from "node:path";
import type { DocumentCriterion, DocumentLists, DocumentScorer, NetworkModel, TreesModel } from "@tierwise/documents";
import type { LossSpec } from "@tierwise/losses";
import { Interrupted } from "../errors/interrupted.ts";
import { UsageError } from "../errors/usage-error.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Session } from "../terminal/session.ts";
import { checkpointName } from "./document-files.ts";

/** A trained document model. */
export type ListModel = NetworkModel | TreesModel;

/** The scorers to train, the lists to train them on, and how. */
export interface ListTraining {
  readonly lists: DocumentLists;
  readonly validation: DocumentLists | number;
  /** One scorer per learning rate to try. */
  readonly scorers: readonly DocumentScorer[];
  readonly loss: LossSpec;
  readonly criterion?: string | undefined;
  readonly patience?: number | undefined;
  readonly seed: number;
  readonly threads?: number | undefined;
  /** Where and how often to store the progress of each training run. Default: nowhere. */
  readonly checkpoints?: { readonly directory: string; readonly everySeconds: number };
}

/** Trains every scorer and returns the model with the best validation criterion. */
export async function trainBest(session: Session, training: ListTraining): Promise<ListModel> {
  const { lists, validation, scorers, loss, seed, patience, threads, checkpoints } = training;
  const criterion = checkedCriterion(training.criterion ?? "ndcg@10");
  if (validation === 0 && scorers.length > 1) {
    throw new UsageError(
      "--validation 0 leaves no lists for choosing among several --learning-rates; expected one learning rate",
    );
  }
  const { trainDocuments } = await import("@tierwise/documents");
  const interruption = onInterrupt(session, "Stopping after this step.");
  try {
    let best: ListModel | undefined;
    for (const [i, scorer] of scorers.entries()) {
      const [total, unit] =
        scorer.kind === "trees" ? [scorer.options.trees, "trees"] : [scorer.options.epochs, "epochs"];
      const bar = createProgress(session, { title: "training", total, unit });
      const model = await trainDocuments<DocumentScorer>(lists, {
        ...{ scorer, loss, validation, criterion, seed },
        ...(patience !== undefined && { patience }),
        ...(threads !== undefined && { threads }),
        ...(checkpoints && {
          checkpoint: {
            file: join(checkpoints.directory, checkpointName(i)),
            everySeconds: checkpoints.everySeconds,
          },
        }),
        signal: interruption.signal,
        onProgress: (progress) => bar.update(progress.step, words(progress.loss, progress.validation, criterion)),
      }).finally(() => bar.stop());
      const held = heldValue(model);
      if (held !== undefined) {
        const rate = `learning rate ${scorer.options.learningRate}`;
        session.note(`${rate}: ${criterion} ${held.toFixed(4)} on the validation lists with ${model.bestStep} ${unit}`);
      }
      const sign = criterion === "loss" ? -1 : 1;
      if (best === undefined || sign * ((held ?? 0) - (heldValue(best) ?? 0)) > 0) best = model;
    }
    return best as ListModel;
  } catch (error) {
    if (error !== interruption.signal.reason) throw error;
    const how = `continue with ${session.commandLine.replace(/ --(force|resume)\b/g, "")} --resume`;
    throw new Interrupted(checkpoints === undefined ? "Interrupted." : `Interrupted; ${how}`);
  } finally {
    interruption.release();
  }
}

function words(loss: number, held: number | undefined, criterion: string): string {
  return [`loss ${loss.toPrecision(4)}`, ...(held === undefined ? [] : [`${criterion} ${held.toFixed(4)}`])].join(
    " · ",
  );
}

/** The value of the validation criterion at the chosen step. */
export function heldValue({ history, bestStep }: ListModel): number | undefined {
  return history[bestStep - 1]?.validation;
}

function checkedCriterion(criterion: string): DocumentCriterion {
  if (criterion === "loss" || /^ndcg@[1-9]\d*$/.test(criterion)) return criterion as DocumentCriterion;
  throw new UsageError(`--criterion ${criterion} does not apply to lists of documents; expected loss or ndcg@k`);
}
