/** What one epoch came to. */
export interface EpochReport {
  /** Which learning rate is being tried, from 0; the number of learning rates where all rows are being trained on. */
  readonly trial: number;
  /** The learning rate that the epoch ended with. */
  readonly learningRate: number;
  /** The epoch, from 1. */
  readonly epoch: number;
  /** The mean loss of the rows as they were trained on. */
  readonly loss: number;
  /** How the validation rows fared; left out where there are none. */
  readonly validation?: ValidationReport;
  /** Whether it is the best so far, so that the ranker now has these weights. */
  readonly best: boolean;
  /** The time that the epoch took: its steps, validation, and keeping the weights where they are the best. */
  readonly seconds: number;
  /** The time that its steps took. */
  readonly stepSeconds: number;
}

/** How rows fare that are not trained on. */
export interface ValidationReport {
  /** Their mean loss. */
  readonly loss: number;
  /** P@k as a fraction. */
  readonly precision: Readonly<Record<number, number>>;
  /** nDCG@k as a fraction. */
  readonly ndcg: Readonly<Record<number, number>>;
}

/** How far a training is, in rows: every row of every epoch of every trial counts once. */
export interface TrainingWork {
  /** Rows trained on. A trial that ends early counts as a whole. */
  readonly done: number;
  /** Rows to be trained on, at most. */
  readonly total: number;
}

/** What a training tells while it runs. */
export type TrainingEvent = TrainingWork &
  (
    | {
        /** The engine has started; told once, before all else. */
        readonly stage: "engine";
        /** What computes: the kernels and their threads, or the backend of tfjs and whether it has a graphics card. */
        readonly sentence: string;
      }
    | {
        /** Some steps were taken; told about twenty times a second. */
        readonly stage: "step";
        /** Which learning rate is being tried, from 0. */
        readonly trial: number;
        /** How many trials there are, a last training on all rows included. */
        readonly trials: number;
        /** The epoch, from 1. */
        readonly epoch: number;
        /** The most epochs that this trial can have. */
        readonly epochs: number;
        /** The mean loss of the epoch so far. */
        readonly loss: number;
        /** The current learning rate. */
        readonly learningRate: number;
      }
    | ({
        /** An epoch is over. */
        readonly stage: "epoch";
        /** How many trials there are, a last training on all rows included. */
        readonly trials: number;
        /** The most epochs that this trial can have. */
        readonly epochs: number;
      } & EpochReport)
    | {
        /** A checkpoint was written. */
        readonly stage: "checkpoint";
        /** Where. */
        readonly directory: string;
      }
  );
