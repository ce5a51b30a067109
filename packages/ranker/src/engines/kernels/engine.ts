import type { Pool } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { TrainingNetwork } from "./training-arrays.ts";

/** What to compute over rows without training on them. */
export interface EvaluateOptions {
  /** How many best items of each row to find. Default 0. */
  readonly depth?: number;
  /** Whether to add up the losses. Default no. */
  readonly loss?: boolean;
  /** Called with every row and its best items, a view that the next batch overwrites. */
  readonly visit?: (row: number, ranking: Int32Array) => void;
}

/** How many seconds each part of the steps took in all. */
export interface PhaseSeconds {
  /** Copying the batch together, and input dropout. */
  load: number;
  /** The hidden layer, and the batch by feature. */
  hidden: number;
  /** The scores. */
  forward: number;
  /** The losses and their gradients. */
  loss: number;
  /** The gradient of the output layer, that of GLaS included, and its step of Adam. */
  backward: number;
  /** Adding up the gradient of the hidden layer. */
  reduce: number;
  /** The gradient of the input layer, and its step of Adam. */
  update: number;
}

/** What computes the steps of a training. */
export interface Engine {
  /** What computes, in a sentence. */
  readonly sentence: string;
  /** The weights and moments. */
  readonly network: TrainingNetwork;
  /** What the parts of its steps took. */
  readonly seconds: Readonly<PhaseSeconds>;
  /** How many steps were taken. */
  readonly step: number;
  /** Draws the weights anew from a seed, forgets all moments, and starts at step 0. */
  reset(seed: number): Promise<void>;
  /** One step of Adam on the rows rows[from] … rows[to − 1]; resolves to the sum of their losses before the step. */
  train(rows: Int32Array, from: number, to: number, rate: number): Promise<number>;
  /** Resolves to the sum of the rows' losses, where asked for. */
  evaluate(rows: Int32Array, options: EvaluateOptions): Promise<number>;
  /** Brings the arrays of the network up to date, where they are not what the engine computes on. */
  pull(): Promise<void>;
  /** Ends its threads, and frees what it holds elsewhere. */
  close(): Promise<void>;
}

/** What an engine is started with, besides the network and the data. */
export interface EngineOptions {
  /** How many threads work. */
  readonly threads: number;
  /** The steps that led to the arrays of the network. Default 0. */
  readonly step?: number;
  /** A loss without a spec; it runs on the calling thread. */
  readonly given?: RankingLoss | undefined;
}

/** Resolves to the sum of the losses of the batch's rows; while training, their gradients overwrite the scores. */
export type BatchLosses = (rows: number, training: boolean) => Promise<number>;

/** Adds up what the parts of steps take. */
export interface PhaseClock {
  readonly seconds: Readonly<PhaseSeconds>;
  /** A step begins. */
  start(): void;
  /** A part ends; the next one begins. */
  end(phase: keyof PhaseSeconds): void;
}

/** What computes the output layer of a training. The hidden units of a batch are in `output.hidden`. */
export interface OutputLayer {
  /** The scores of the batch, into `output.scores`. */
  forward(rows: number): Promise<void>;
  /**
   * Scores, losses and a step of Adam, whose number and rate the control says; leaves d loss/d hidden, through dropout and ReLU, in
   * `hiddenGradient`. Resolves to the sum of the losses before the step.
   */
  train(rows: number): Promise<number>;
  /** Takes weights and moments over from the arrays of the network, which were changed. */
  push(): void;
  /** Brings the arrays of the network up to date. */
  pull(): Promise<void>;
  /** Frees what it holds outside the network. */
  close(): void;
}

/** What an output layer works with. */
export interface OutputLayerHost {
  readonly network: TrainingNetwork;
  /** Threads with the tasks of a training. */
  readonly pool: Pool;
  /** The losses of the batch. */
  readonly losses: BatchLosses;
  /** To be told, while training, when scores, losses, the way back and its last part are done. */
  readonly clock: PhaseClock;
}
