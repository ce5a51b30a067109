/** What one epoch came to. */
export interface EpochReport {
  /** Which learning rate is being tried, from 0; the number of rates where all rows are being trained on. */
  readonly trial: number;
  /** The learning rate that the epoch ended with. */
  readonly rate: number;
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

/** What a training tells while it runs. */
export type TrainingEvent =
  | {
      /** The engine has started; told once, before all else. */
      readonly kind: "engine";
      /** What computes: the kernels and their threads, or the backend of tfjs and whether it has a graphics card. */
      readonly sentence: string;
    }
  | {
      /** Some steps were taken; told about twenty times a second. */
      readonly kind: "step";
      /** Which learning rate is being tried, from 0. */
      readonly trial: number;
      /** How many trials there are, a last training on all rows included. */
      readonly trials: number;
      /** The epoch, from 1. */
      readonly epoch: number;
      /** The most epochs that this trial can have. */
      readonly epochs: number;
      /** Rows trained on in this epoch, and how many it has. */
      readonly rows: number;
      /** How many rows an epoch has. */
      readonly ofRows: number;
      /** The mean loss of the epoch so far. */
      readonly loss: number;
      /** The current learning rate. */
      readonly rate: number;
    }
  | ({
      /** An epoch is over. */
      readonly kind: "epoch";
    } & EpochReport)
  | {
      /** A checkpoint was written. */
      readonly kind: "checkpoint";
      /** Where. */
      readonly directory: string;
    };
