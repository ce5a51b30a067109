import type { Pool } from "@tierwise/kernels";
import type { BatchLosses } from "./batch-losses.ts";
import type { PhaseClock } from "./phase-clock.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

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
  readonly losses: BatchLosses;
  /** To be told, while training, when scores, losses, the way back and its last part are done. */
  readonly clock: PhaseClock;
}
