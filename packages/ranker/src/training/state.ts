import type { PhaseSeconds } from "../engines/kernels/engine.ts";
import type { Ranker } from "../model/ranker.ts";
import type { EpochReport } from "./progress.ts";
import type { TrainingSettings } from "./settings.ts";

interface BestEpoch {
  readonly trial: number;
  /** The 1-based number of the epoch, or 0 if the initial ranker is the best. */
  readonly epoch: number;
  /** The value of the criterion; larger is better, so a loss is negated. Without validation, the number of the epoch. */
  readonly value: number;
}

/** The state of a training run. Together with the settings and the arrays of the network, it is sufficient to resume training. */
export interface TrainingState {
  /** The index of the learning rate; in the final training run on all rows, the number of learning rates. */
  trial: number;
  /** The number of completed epochs of this trial. */
  epoch: number;
  /** The number of rows trained on in the current epoch. */
  rows: number;
  /** The sum of the losses of the rows trained on in the current epoch. */
  lossSum: number;
  steps: number;
  /** The mean loss of the first batch of this trial, before the weights changed; missing from checkpoints of earlier releases. */
  firstLoss?: number;
  /** The learning rate of the last step. */
  learningRate: number;
  diverged: boolean;
  /** The number of steps that the ranker had taken before this run. */
  stepsBefore: number;
  /** The number of epochs since the best epoch of this trial. */
  sinceBest: number;
  /** The best value of this trial, if any. */
  trialBest: number | null;
  best: BestEpoch | null;
  history: EpochReport[];
  /** The training time so far, including interrupted runs. */
  seconds: number;
  finished: boolean;
}

export function initialState(): TrainingState {
  return {
    trial: 0,
    epoch: 0,
    rows: 0,
    lossSum: 0,
    steps: 0,
    learningRate: 0,
    diverged: false,
    stepsBefore: 0,
    sinceBest: 0,
    trialBest: null,
    best: null,
    history: [],
    seconds: 0,
    finished: false,
  };
}

export function isBeginning({ trial, epoch, rows }: TrainingState): boolean {
  return trial === 0 && epoch === 0 && rows === 0;
}

export function startTrial(state: TrainingState, trial: number): void {
  Object.assign(state, {
    trial,
    epoch: 0,
    rows: 0,
    lossSum: 0,
    steps: 0,
    diverged: false,
    sinceBest: 0,
    trialBest: null,
  });
}

/** If the mean loss is this many times as large as that of the untrained network, training has diverged. */
const divergedFactor = 10;

/** Whether a mean loss is NaN, or so large that the network is far worse than before training. */
export function lossDiverged(loss: number, { firstLoss }: TrainingState): boolean {
  if (Number.isNaN(loss)) return true;
  return firstLoss !== undefined && loss > divergedFactor * (Math.abs(firstLoss) + 1);
}

export function trialRate({ learningRates }: TrainingSettings, { trial, best }: TrainingState): number {
  return learningRates[trial < learningRates.length ? trial : (best?.trial ?? 0)];
}

/** The number of trials, including the final training run on all rows. */
export function trialCount({ learningRates, refit }: TrainingSettings): number {
  return learningRates.length + Number(refit);
}

export function trialEpochs({ epochs, learningRates }: TrainingSettings, { trial, best }: TrainingState): number {
  return trial < learningRates.length ? epochs : (best?.epoch ?? 0);
}

/** The result of training. */
export interface TrainingResult {
  /** Whether training is finished; {@link loadModel} reports `"aborted"` for a training run that can be resumed. */
  readonly stopped: "aborted" | "finished";
  /** The best learning rate. */
  readonly learningRate: number;
  /** The 1-based number of the best epoch; without validation, the last epoch. */
  readonly epoch: number;
  /** The number of steps that produced the weights of the ranker. */
  readonly steps: number;
  /** The reports of all epochs, in order. */
  readonly history: readonly EpochReport[];
  /** The total training time, including interrupted runs. */
  readonly seconds: number;
  /** The time of each phase of the steps in this run, in seconds. */
  readonly phases: Readonly<PhaseSeconds>;
  /** The settings, including those of the preset. */
  readonly settings: TrainingSettings;
}

export function trainingResult(
  { steps }: Pick<Ranker, "steps">,
  settings: TrainingSettings,
  { best, epoch, history, seconds, finished }: TrainingState,
  phases: Readonly<PhaseSeconds> = { load: 0, hidden: 0, forward: 0, loss: 0, backward: 0, reduce: 0, update: 0 },
): TrainingResult {
  return {
    stopped: finished ? "finished" : "aborted",
    learningRate: settings.learningRates[best?.trial ?? 0],
    epoch: best?.epoch ?? epoch,
    steps,
    history,
    seconds,
    phases,
    settings,
  };
}
