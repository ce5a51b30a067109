import type { Pool } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { TrainingNetwork } from "./training-arrays.ts";

/** Options for evaluating rows without training on them. */
export interface EvaluateOptions {
  /** The number of items to rank per row. Default: 0. */
  readonly depth?: number;
  /** Whether to sum the losses. Default: false. */
  readonly loss?: boolean;
  /** Called with each row and a view of its best items, which the next batch overwrites. */
  readonly visit?: (row: number, ranking: Int32Array) => void;
}

/** The total time of each phase of the training steps, in seconds. */
export interface PhaseSeconds {
  /** Assembling the batch and applying input dropout. */
  load: number;
  /** Computing the hidden layer and transposing the batch. */
  hidden: number;
  /** Computing the scores. */
  forward: number;
  /** Computing the losses and their gradients. */
  loss: number;
  /** Computing the gradient of the output layer, including that of GLaS, and taking the Adam step of the layer. */
  backward: number;
  /** Summing the gradient of the hidden layer over shards. */
  reduce: number;
  /** Computing the gradient of the input layer and taking the Adam step of the layer. */
  update: number;
}

/** Takes training steps and evaluates rows. */
export interface Engine {
  /** A sentence that describes the engine. */
  readonly sentence: string;
  readonly network: TrainingNetwork;
  /** The time of each phase so far. */
  readonly seconds: Readonly<PhaseSeconds>;
  readonly step: number;
  /** Redraws the weights from a seed, clears all moments, and restarts at step 0. */
  reset(seed: number): Promise<void>;
  /** Takes one Adam step on `rows[from]` to `rows[to − 1]`; resolves to the sum of their losses before the step. */
  train(rows: Int32Array, from: number, to: number, rate: number): Promise<number>;
  /** Resolves to the sum of the losses of the rows if `loss` is set, otherwise to 0. */
  evaluate(rows: Int32Array, options: EvaluateOptions): Promise<number>;
  /** Copies the results to the arrays of the network if the engine computes on copies. */
  pull(): Promise<void>;
  /** Terminates the threads of the engine, and frees memory outside the network. */
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly threads: number;
  /** Whether to use only one thread if a step is too small to benefit from several threads. Default: false. */
  readonly fewer?: boolean;
  /** The number of steps already taken. Default: 0. */
  readonly step?: number;
  /** A custom loss function without a spec, which runs on the calling thread. */
  readonly given?: RankingLoss | undefined;
}

/** Resolves to the sum of the losses of the batch; while training, the gradients overwrite the scores. */
export type BatchLosses = (rows: number, training: boolean) => Promise<number>;

/** Accumulates the time of each phase. */
export interface PhaseClock {
  readonly seconds: Readonly<PhaseSeconds>;
  /** Marks the start of a step. */
  start(): void;
  /** Marks the end of a phase and the start of the next one. */
  end(phase: keyof PhaseSeconds): void;
}

/** Computes the output layer during training. It reads the hidden units of a batch from `output.hidden`. */
export interface OutputLayer {
  /**
   * Resolves to the sum of the losses of the batch if `loss` is set, otherwise to 0. Also ranks the number of items per row that the
   * control array contains, unless a loss is NaN because the model has diverged.
   */
  evaluate(rows: number, loss: boolean): Promise<number>;
  /**
   * Computes scores and losses, and takes an Adam step, whose number and learning rate are in the control array. Writes d loss/d hidden,
   * backpropagated through dropout and ReLU, to `hiddenGradient`. Resolves to the sum of the losses before the step.
   */
  train(rows: number): Promise<number>;
  /** Copies weights and moments from the arrays of the network. */
  push(): void;
  /** Copies weights and moments to the arrays of the network. */
  pull(): Promise<void>;
  /** Frees memory outside the network. */
  close(): void;
}

export interface OutputLayerHost {
  readonly network: TrainingNetwork;
  readonly pool: Pool;
  readonly losses: BatchLosses;
  /** Measures the phases `forward`, `loss`, `backward` and `reduce` while training. */
  readonly clock: PhaseClock;
}
