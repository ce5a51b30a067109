import type { EpochReport } from "./progress.ts";

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
  /** Which rate is being tried; after the last one, the training on all rows. */
  trial: number;
  /** Epochs of this trial that are over. */
  epoch: number;
  /** Rows of the current epoch that were trained on. */
  rows: number;
  /** The sum of their losses. */
  lossSum: number;
  /** The steps of this trial. */
  steps: number;
  /** The rate of the last step. */
  rate: number;
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
    rate: 0,
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
