import { defaultThreads } from "@tierwise/kernels";
import { checkDocumentLists, type DocumentLists } from "../lists/document-lists.ts";
import { splitLists } from "../lists/select-lists.ts";
import type { DocumentProgress } from "../model/document-model.ts";
import { type LossChoice, listLoss } from "../objective/list-loss.ts";
import type { CheckpointOptions } from "./checkpoint-options.ts";
import type { DocumentCriterion } from "./criterion.ts";

/** The options of training that do not depend on the scorer. */
export interface TrainingOptions {
  /** The loss: any ranking loss, by name, as a spec or as a value. Default: `"pl-partition"`. */
  readonly loss?: LossChoice;
  /**
   * The validation lists, which determine when to stop: lists, the fraction of the training lists to hold out, or 0 to hold out
   * nothing and run all steps. Default: 0.2.
   */
  readonly validation?: DocumentLists | number;
  /** The criterion that determines when to stop. Default: `"ndcg@10"`. */
  readonly criterion?: DocumentCriterion;
  /** Training stops after this many trees or epochs without improvement. Default: 100 for trees, 10 for networks. */
  readonly patience?: number;
  /** The seed of all random choices. Default: 0. */
  readonly seed?: number;
  /** The number of threads, which does not affect the model. Default: all cores. */
  readonly threads?: number;
  /** Cancels training, which then stores a checkpoint and rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
  /** Where to store the progress, so that an interrupted training run can be continued. Default: nowhere. */
  readonly checkpoint?: CheckpointOptions;
  /** Called after each tree or epoch. Default: none. */
  readonly onProgress?: (progress: DocumentProgress) => void;
}

export interface ResolvedTraining {
  readonly lists: DocumentLists;
  readonly validation: DocumentLists | undefined;
  readonly loss: ReturnType<typeof listLoss>;
  readonly criterion: DocumentCriterion;
  readonly patience: number | undefined;
  readonly seed: number;
  readonly threads: number;
  readonly signal: AbortSignal | undefined;
  readonly checkpoint: CheckpointOptions | undefined;
  readonly onProgress: (progress: DocumentProgress) => void;
}

/** Fills in the defaults, and resolves the loss and the validation lists. */
export function resolveTraining(lists: DocumentLists, options: TrainingOptions): ResolvedTraining {
  const { loss = "pl-partition", criterion = "ndcg@10", patience, seed = 0, threads = defaultThreads() } = options;
  const { validation = 0.2, signal, checkpoint, onProgress = () => {} } = options;
  if (patience !== undefined && !(patience >= 1)) {
    throw new RangeError(`patience is ${patience}; expected a number of at least 1`);
  }
  if (typeof validation === "object") {
    checkDocumentLists(validation);
    if (validation.featureCount !== lists.featureCount) {
      const counts = `${validation.featureCount} in the validation lists and ${lists.featureCount} in the training lists`;
      throw new RangeError(`featureCount is ${counts}; expected the same number`);
    }
  }
  const held = typeof validation === "number" && validation > 0 ? splitLists(lists, { validation, seed }) : undefined;
  return {
    lists: held?.train ?? lists,
    validation: held?.validation ?? (typeof validation === "object" ? validation : undefined),
    loss: listLoss(loss),
    criterion,
    patience,
    seed,
    threads,
    signal,
    checkpoint,
    onProgress,
  };
}
