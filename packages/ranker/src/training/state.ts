import type { PhaseSeconds } from "../engines/kernels/engine.ts";
import type { Ranker } from "../model/ranker.ts";
import type { EpochReport } from "./progress.ts";
import type { TrainingSettings } from "./settings.ts";

/** The best epoch so far. */
interface BestEpoch {
  readonly trial: number;
  /** From 1; 0 where the ranker was best as it came. */
  readonly epoch: number;
  /** What the criterion came to, larger being better: a loss is negative. Without validation, the epoch. */
  readonly value: number;
}

/** Where a training stands: with the arrays of its network and the settings, all that is needed to go on. */
export interface TrainingState {
  /** Which learning rate is being tried; after the last one, the training on all rows. */
  trial: number;
  /** Epochs of this trial that are over. */
  epoch: number;
  /** Rows of the current epoch that were trained on. */
  rows: number;
  /** The sum of their losses. */
  lossSum: number;
  /** The steps of this trial. */
  steps: number;
  /** The learning rate of the last step. */
  learningRate: number;
  /** Whether this trial has come to numbers that are none. */
  diverged: boolean;
  /** The steps that the ranker had been trained before. */
  stepsBefore: number;
  /** Epochs since the best of this trial. */
  sinceBest: number;
  /** The best value of this trial, where there is one. */
  trialBest: number | null;
  best: BestEpoch | null;
  history: EpochReport[];
  /** The time that earlier runs took. */
  seconds: number;
  finished: boolean;
}

/** Before the first step. */
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

/** Whether no step was taken yet. */
export function isBeginning({ trial, epoch, rows }: TrainingState): boolean {
  return trial === 0 && epoch === 0 && rows === 0;
}

/** The next trial, from its beginning. */
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

/** The learning rate that a trial begins with. */
export function trialRate({ learningRates }: TrainingSettings, { trial, best }: TrainingState): number {
  return learningRates[trial < learningRates.length ? trial : (best?.trial ?? 0)];
}

/** How many trials there are, the training on all rows included. */
export function trialCount({ learningRates, refit }: TrainingSettings): number {
  return learningRates.length + Number(refit);
}

/** The most epochs that a trial has. */
export function trialEpochs({ epochs, learningRates }: TrainingSettings, { trial, best }: TrainingState): number {
  return trial < learningRates.length ? epochs : (best?.epoch ?? 0);
}

/** The result of training. */
export interface TrainingResult {
  /** Whether it came to its end; `"aborted"` is what {@link loadModel} says of a training that can be gone on with. */
  readonly stopped: "aborted" | "finished";
  /** The learning rate that did best. */
  readonly learningRate: number;
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
    learningRate: settings.learningRates[best?.trial ?? 0],
    epoch: best?.epoch ?? epoch,
    steps,
    history,
    seconds,
    phases,
    settings,
  };
}
