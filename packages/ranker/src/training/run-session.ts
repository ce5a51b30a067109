import { defaultThreads } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { ModelStore } from "../checkpoint/model-store.ts";
import type { TrainingNetwork } from "../network/training-arrays.ts";
import type { Ranker } from "../ranker.ts";
import type { StartEngine } from "./choose-engine.ts";
import type { Session } from "./prepare-session.ts";
import { runTraining } from "./run-training.ts";
import type { TrainingSettings } from "./settings.ts";
import { isBeginning, type TrainingState } from "./state.ts";
import type { RunOptions } from "./train-options.ts";
import { type TrainingResult, trainingResult } from "./training-result.ts";

/** Where a training keeps itself. */
export interface Keeping {
  readonly store: ModelStore;
  /** Which member of the model it is. */
  readonly index: number;
  readonly everySeconds: number | undefined;
}

/** A training that can be begun, or gone on with. */
export interface SessionRun extends Session {
  readonly ranker: Ranker;
  readonly network: TrainingNetwork;
  readonly settings: TrainingSettings;
  readonly state: TrainingState;
  readonly lossFunction: RankingLoss | undefined;
  readonly startEngine: StartEngine;
  readonly threads: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: RunOptions["onProgress"] | undefined;
  readonly keeping: Keeping | undefined;
}

/** Runs a training to its end. */
export async function runSession(session: SessionRun): Promise<TrainingResult> {
  const { ranker, data, rows, network, settings, state, lossFunction, signal, onProgress } = session;
  const threads = session.threads ?? defaultThreads();
  const engine = await session.startEngine(network, data, { threads, step: state.steps, given: lossFunction });
  try {
    const tell = onProgress ?? (() => {});
    tell({ kind: "engine", sentence: engine.sentence });
    const checkpoint = await checkpointWriter(session, () => engine.pull());
    await runTraining({ ranker, engine, data, rows, settings, state, checkpoint, signal, tell });
    return trainingResult(ranker, settings, state, engine.seconds);
  } finally {
    await engine.close();
  }
}

/**
 * A function that writes a checkpoint where the last one is old enough; one that does nothing where none are kept. A training that
 * begins is written at once: from then on it can be resumed, and a disk that is too small is noticed before the first step.
 */
async function checkpointWriter(
  session: SessionRun,
  pull: () => Promise<void>,
): Promise<(now: boolean) => Promise<void>> {
  const { keeping, onProgress, state } = session;
  if (keeping === undefined) return () => Promise.resolve();
  const { store, index, everySeconds = 60 } = keeping;
  const { writeCheckpoint } = await import("../checkpoint/write-checkpoint.ts");
  if (isBeginning(state)) await writeCheckpoint(store, index, session);
  let last = performance.now();
  return async (now) => {
    if (!now && performance.now() - last < 1000 * everySeconds) return;
    await pull();
    await writeCheckpoint(store, index, session);
    last = performance.now();
    onProgress?.({ kind: "checkpoint", directory: store.directory });
  };
}
