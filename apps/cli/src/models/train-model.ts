import type { ModelDirectory, OccupiedStatus, TrainedModel, TrainingData, TrainModelOptions } from "@tierwise/ranker";
import { Interrupted } from "../errors/interrupted.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { TrainingFlags } from "../options/training-options.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import type { Session } from "../terminal/session.ts";
import { type TrainingProgress, trainingProgress } from "../terminal/training-progress.ts";

/** What is trained, and how. */
export interface ModelPlan {
  readonly place: ModelDirectory;
  readonly data: TrainingData;
  readonly validation?: TrainingData;
  /** What a training begins with; one that is gone on with takes from it only how it runs. */
  readonly options: Omit<TrainModelOptions, "onProgress" | "signal">;
  /** What is gone on with; undefined where a training begins. */
  readonly resumed: OccupiedStatus | undefined;
  /** What to type in order to go on after an interruption. */
  readonly resumeCommand: string;
}

/** Trains a model into its directory, or goes on with its training, and shows how it goes. */
export async function trainModel(session: Session, plan: ModelPlan): Promise<TrainedModel> {
  const ranker = await import("@tierwise/ranker");
  const { place, data, options, validation, resumed, resumeCommand } = plan;
  const { threads, engine, backend, everySeconds } = options;
  if (resumed?.state === "finished") session.note(`The training in ${place.directory} is finished already.`);
  const interruption = onInterrupt(session, "Stopping after this step and writing a checkpoint.");
  let shown: { readonly member: number; readonly progress: TrainingProgress } | undefined;
  const run: Pick<TrainModelOptions, "onProgress" | "signal"> = {
    signal: interruption.signal,
    onProgress(event) {
      const { member, memberCount } = event;
      if (shown?.member !== member) {
        shown?.progress.stop();
        const title = memberCount === 1 ? "training" : `training ${member + 1}/${memberCount}`;
        shown = { member, progress: trainingProgress(session, title, { sayEngine: engine === "tfjs" }) };
      }
      shown.progress.onProgress(event);
    },
  };
  const held = validation === undefined ? {} : { validation };
  try {
    if (resumed === undefined) return await ranker.trainModel(place, data, { ...options, ...held, ...run });
    const how = Object.entries({ threads, engine, backend, everySeconds }).filter(([, value]) => value !== undefined);
    return await ranker.resumeModel(place, data, { ...Object.fromEntries(how), ...held, ...run });
  } catch (error) {
    if (error !== interruption.signal.reason) throw error;
    throw new Interrupted(`Interrupted; a checkpoint is in ${place.directory}. Go on with:\n  ${resumeCommand}`);
  } finally {
    shown?.progress.stop();
    interruption.release();
  }
}

/** With `--wide`, asks for products in 256-bit vectors and says whether they are. */
export async function widen(session: Session, { wide, engine }: Pick<TrainingFlags, "engine" | "wide">): Promise<void> {
  if (wide !== true) return;
  if (engine === "tfjs") throw new UsageError("--wide belongs to --engine kernels");
  const { widenProducts } = await import("@tierwise/ranker");
  session.note(widenProducts().reason);
}
