import type { LabeledRows } from "@tierwise/data";
import type { ModelDirectory, OccupiedStatus, TrainedModel, TrainingData, TrainModelOptions } from "@tierwise/ranker";
import type { EnsembleOptions, MemberOptions } from "@tierwise/studies";
import { Interrupted } from "../errors/interrupted.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { TrainingFlags } from "../options/training-options.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import type { Session } from "../terminal/session.ts";
import { type TrainingProgress, trainingProgress } from "../terminal/training-progress.ts";

/** A model to train, with its data and directory. */
export interface ModelPlan {
  readonly place: ModelDirectory;
  readonly data: TrainingData;
  readonly validation?: TrainingData;
  /** The options of a new training run, of which a resumed run uses only the threads, engine and checkpoint interval. */
  readonly options: Omit<TrainModelOptions, "onProgress" | "signal">;
  /** The training run to resume; undefined to start a new one. */
  readonly resumed: OccupiedStatus | undefined;
  /** The model to extend; undefined to train from scratch. */
  readonly extension?: Extension;
  /** Where the members are trained; undefined to train them in this process. */
  readonly queue?: Pick<EnsembleOptions, "executor" | "onNote" | "title">;
  /** The command that resumes training after an interruption. */
  readonly resumeCommand: string;
}

/** A model to extend, and the old rows to train on again. */
interface Extension {
  readonly from: TrainedModel;
  readonly replay?: LabeledRows;
  readonly replayShare: number;
}

/** Trains a model or resumes its training, writes it to its directory, and shows the progress. */
export async function trainModel(session: Session, plan: ModelPlan): Promise<TrainedModel> {
  const ranker = await import("@tierwise/ranker");
  const { place, data, options, validation, resumed, resumeCommand, extension } = plan;
  const { threads, engine, backend, everySeconds } = options;
  if (resumed?.state === "finished") session.note(`Training in ${place.directory} is already finished.`);
  const interruption = onInterrupt(session, "Stopping after this step and writing a checkpoint.");
  let shown: { readonly member: number; readonly progress: TrainingProgress } | undefined;
  const run: Pick<TrainModelOptions, "onProgress" | "signal"> = {
    signal: interruption.signal,
    onProgress(event) {
      const { member, memberCount } = event;
      if (shown?.member !== member) {
        shown?.progress.stop();
        const title = memberCount === 1 ? "training" : `training ${member + 1}/${memberCount}`;
        shown = {
          member,
          progress: trainingProgress(session, title, { sayEngine: engine !== undefined && engine !== "kernels" }),
        };
      }
      shown.progress.onProgress(event);
    },
  };
  const held = validation === undefined ? {} : { validation };
  try {
    if (plan.queue !== undefined) {
      const { trainEnsemble } = await import("@tierwise/studies");
      const { everySeconds: _every, ...own } = options;
      const old = extension && { extension };
      // The cast is safe, because a loss from the command line is always plain JSON.
      return await trainEnsemble(place, data, { ...(own as MemberOptions), ...plan.queue, ...held, ...old, ...run });
    }
    if (resumed === undefined && extension !== undefined) {
      const { from, ...replayed } = extension;
      return await ranker.extendModel(place, from, data as LabeledRows, { ...options, ...replayed, ...held, ...run });
    }
    if (resumed === undefined) return await ranker.trainModel(place, data, { ...options, ...held, ...run });
    const how = Object.entries({ threads, engine, backend, everySeconds }).filter(([, value]) => value !== undefined);
    const from = extension && { from: extension.from };
    return await ranker.resumeModel(place, data, { ...Object.fromEntries(how), ...from, ...held, ...run });
  } catch (error) {
    if (error !== interruption.signal.reason) throw error;
    if (plan.queue !== undefined) {
      throw new Interrupted("Interrupted; the workers continue. Run the same command again to get the model.");
    }
    throw new Interrupted(`Interrupted; a checkpoint is in ${place.directory}. Resume with:\n  ${resumeCommand}`);
  } finally {
    shown?.progress.stop();
    interruption.release();
  }
}

/** With `--wide`, requests matrix products in 256-bit vectors and reports whether they are available. */
export async function widen(session: Session, { wide, engine }: Pick<TrainingFlags, "engine" | "wide">): Promise<void> {
  if (wide !== true) return;
  if (engine !== undefined && engine !== "kernels") throw new UsageError("--wide requires --engine kernels");
  const { widenProducts } = await import("@tierwise/ranker");
  session.note(widenProducts().reason);
}
