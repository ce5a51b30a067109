import type { Ranker } from "../ranker.ts";
import type { PhaseSeconds } from "./engine.ts";
import type { EpochReport } from "./progress.ts";
import type { TrainingSettings } from "./settings.ts";
import type { TrainingState } from "./state.ts";

/** What a training came to. */
export interface TrainingResult {
  /** Whether it came to its end or was aborted, in which case the ranker has the best weights so far. */
  readonly stopped: "aborted" | "finished";
  /** The learning rate that did best. */
  readonly rate: number;
  /** The epoch that did best, from 1; without validation the last one. */
  readonly epoch: number;
  /** The steps that led to the ranker's weights. */
  readonly steps: number;
  /** Every epoch in order. */
  readonly history: readonly EpochReport[];
  /** The whole time, that of resumed runs included. */
  readonly seconds: number;
  /** What the parts of the steps took in this run, in seconds. */
  readonly phases: Readonly<PhaseSeconds>;
  /** The settings, those of the preset included. */
  readonly settings: TrainingSettings;
}

/** The result of a training as far as its state says. */
export function trainingResult(
  { steps }: Pick<Ranker, "steps">,
  settings: TrainingSettings,
  { best, epoch, history, seconds, finished }: TrainingState,
  phases: Readonly<PhaseSeconds> = { load: 0, hidden: 0, forward: 0, loss: 0, backward: 0, reduce: 0, update: 0 },
): TrainingResult {
  return {
    stopped: finished ? "finished" : "aborted",
    rate: settings.rates[best?.trial ?? 0],
    epoch: best?.epoch ?? epoch,
    steps,
    history,
    seconds,
    phases,
    settings,
  };
}
