import type { TrainingSettings } from "./settings.ts";

/** The settings of a preset, and the hidden units that they are for. */
export interface Preset extends Omit<TrainingSettings, "loss" | "seed" | "validation"> {
  /** How many hidden units the ranker should have. */
  readonly hidden: number;
  /** The share of rows that is held out. */
  readonly validation: number;
}

/** The names of the presets. */
export type PresetName = "default" | "paper";

/**
 * Settings by name:
 *
 * - `"default"`: the single model that does best: 512 hidden units, dropout, a learning rate that falls to 0 along a cosine;
 *   the number of epochs is chosen on a tenth of the rows, then all rows are trained on.
 * - `"paper"`: the network, optimiser, batch, split, line search and early stopping of Ma et al., section 4.2 (hold out 0.1 for a
 *   set of the size of Delicious-200K, as they do).
 */
export const presets: Readonly<Record<PresetName, Preset>> = {
  default: {
    hidden: 512,
    rates: [4e-3],
    decay: "cosine",
    batch: 128,
    epochs: 25,
    patience: 25,
    validation: 0.1,
    criterion: "ndcg@5",
    refit: true,
    inputDropout: 0.12,
    hiddenDropout: 0.6,
    weightDecay: 0.1,
  },
  paper: {
    hidden: 256,
    rates: [1e-4, 1e-3, 1e-2],
    decay: "none",
    batch: 128,
    epochs: 200,
    patience: 5,
    validation: 0.25,
    criterion: "ndcg@5",
    refit: false,
    inputDropout: 0,
    hiddenDropout: 0,
    weightDecay: 0,
  },
};
