import type { PhaseSeconds } from "../engines/kernels/engine.ts";

/** The results of one epoch. */
export interface EpochReport {
  /** The 0-based index of the learning rate; in the final training run on all rows, the number of learning rates. */
  readonly trial: number;
  /** The learning rate at the end of the epoch. */
  readonly learningRate: number;
  /** The 1-based number of the epoch. */
  readonly epoch: number;
  /** The mean loss of the training rows, computed for each row before its step. */
  readonly loss: number;
  /** The results on the validation rows; omitted if there are none. */
  readonly validation?: ValidationReport;
  /** Whether the epoch is the best so far. The weights of such an epoch are copied to the ranker. */
  readonly best: boolean;
  /** The duration of the epoch, including validation and, if the epoch is the best so far, copying its weights. */
  readonly seconds: number;
  /** The duration of the training steps alone. */
  readonly stepSeconds: number;
}

/** The results on the validation rows. */
export interface ValidationReport {
  /** The mean loss of these rows. */
  readonly loss: number;
  /** P@k as a fraction. */
  readonly precision: Readonly<Record<number, number>>;
  /** nDCG@k as a fraction. */
  readonly ndcg: Readonly<Record<number, number>>;
}

/** The progress of training, in rows; a row counts once per epoch and trial. */
export interface TrainingWork {
  /** The number of rows trained on. A trial that stopped early counts as complete. */
  readonly done: number;
  /** The maximum number of rows to train on. */
  readonly total: number;
}

/** A progress event of training. */
export type TrainingEvent = TrainingWork &
  (
    | {
        /** Sent once, before all other events, when the engine has started. */
        readonly stage: "engine";
        /** A description of the engine: the kernels and the number of threads, or the tfjs backend and whether it uses a graphics card. */
        readonly sentence: string;
      }
    | {
        /** Sent about twenty times per second while training steps are taken. */
        readonly stage: "step";
        /** The 0-based index of the learning rate that is being tried. */
        readonly trial: number;
        /** The number of trials, including the final training run on all rows. */
        readonly trials: number;
        /** The 1-based number of the epoch. */
        readonly epoch: number;
        /** The maximum number of epochs of this trial. */
        readonly epochs: number;
        /** The mean loss of the epoch so far. */
        readonly loss: number;
        /** The current learning rate. */
        readonly learningRate: number;
      }
    | ({
        /** Sent when an epoch is complete. */
        readonly stage: "epoch";
        /** Whether the epoch belongs to the final training run on all rows, which has no validation. */
        readonly refit: boolean;
        /** The time of each phase of all steps in this run so far, in seconds. */
        readonly phases: Readonly<PhaseSeconds>;
        /** The number of trials, including the final training run on all rows. */
        readonly trials: number;
        /** The maximum number of epochs of this trial. */
        readonly epochs: number;
      } & EpochReport)
    | {
        /** Sent when a checkpoint has been written. */
        readonly stage: "checkpoint";
        /** The directory of the checkpoint. */
        readonly directory: string;
      }
  );
