import type { LossSpec } from "@tierwise/losses";
import { itemShards, type NetworkShape } from "../model/layers.ts";

/** The validation metric used to select the learning rate and epoch. */
export type Criterion = "loss" | `ndcg@${number}` | `precision@${number}`;

/** All settings that determine the result of training, as plain data that are stored in checkpoints. */
export interface TrainingSettings {
  /** The loss; `"given"` if it is a function without a spec. */
  readonly loss: LossSpec | "given";
  /** The learning rates to try; the best one is kept. */
  readonly learningRates: readonly number[];
  /** How the learning rate changes over the epochs: it is constant (`"none"`), or follows half a cosine down to 0 (`"cosine"`). */
  readonly decay: "cosine" | "none";
  /** Rows per step. */
  readonly batchSize: number;
  /** The maximum number of epochs per trial; a decaying learning rate reaches 0 at this epoch. */
  readonly epochs: number;
  /** A trial stops after this many epochs without improvement on the validation rows. */
  readonly patience: number;
  /** The fraction of rows held out for validation, or `"given"` if validation uses a separate dataset. */
  readonly validation: number | "given";
  /** The validation metric used to select the learning rate and epoch. */
  readonly criterion: Criterion;
  /** Whether to train again on all rows, with the best learning rate and for the best number of epochs. */
  readonly refit: boolean;
  /** The fraction of feature values dropped in each step. */
  readonly inputDropout: number;
  /** The fraction of hidden units dropped in each step. */
  readonly hiddenDropout: number;
  /** Decoupled weight decay λ: a step multiplies weights by 1 − rate · λ. The weights of a feature decay only if it occurs in the batch. */
  readonly weightDecay: number;
  /**
   * The weight λ of the GLaS regularizer (Guo et al., NeurIPS 2019); 0 disables it. Each step then also minimizes
   *
   *     λ·(1/K²)·‖VVᵀ − ½(A·Z⁻¹ + Z⁻¹·A)‖²,
   *
   * where V contains the output weights of the K distinct labels in the first tiers of the batch, A counts the rows in which two labels
   * occur together, and Z is the diagonal of A. Labels that occur together get similar weights. A is computed without the held-out rows,
   * even for the final training run on all rows. Reported losses exclude this term. Default: 0.
   */
  readonly glas?: number;
  /**
   * Whether validation ranks the items that a row's features refer to, such as items that a user has already rated, or excludes them.
   * `"exclude"` requires a ranker with `featureItems`. Default: `"include"`.
   */
  readonly seen?: "exclude" | "include";
  /**
   * Whether the finished model stores the moments of Adam, so that `extendModel` can continue from them. This makes the model's directory
   * three times as large. Requires `refit: true` or `validation: 0`, because the weights must be those of the last step. Default: false.
   */
  readonly keepMoments?: boolean;
  /** The seed for all random numbers in training. */
  readonly seed: number;
}

/** The settings of a preset, including the number of hidden units. */
export interface Preset extends Omit<TrainingSettings, "loss" | "seed" | "validation"> {
  /** The recommended number of hidden units. */
  readonly hidden: number;
  /** The fraction of rows held out for validation. */
  readonly validation: number;
}

/** The names of the presets. */
export type PresetName = "default" | "fast" | "paper";

const defaultPreset: Preset = {
  hidden: 512,
  learningRates: [4e-3],
  decay: "cosine",
  batchSize: 128,
  epochs: 25,
  patience: 25,
  validation: 0.1,
  criterion: "ndcg@5",
  refit: true,
  inputDropout: 0.12,
  hiddenDropout: 0.6,
  weightDecay: 0.1,
};

/**
 * The settings of each preset:
 *
 * - `"default"`: settings for the best single model, with 512 hidden units, dropout, and a learning rate with cosine decay to 0. The number
 *   of epochs is chosen on a tenth of the rows, then the model is trained on all rows.
 * - `"fast"`: the default settings, but with 256 hidden units, 10 epochs and no training on the held-out rows, for a quick first result.
 * - `"paper"`: the network, optimizer, batch size, split, learning rates and early stopping of Ma et al., section 4.2. For datasets as large
 *   as Delicious-200K, the authors held out 10% of the rows.
 */
export const presets: Readonly<Record<PresetName, Preset>> = {
  default: defaultPreset,
  fast: { ...defaultPreset, hidden: 256, epochs: 10, patience: 10, refit: false },
  paper: {
    hidden: 256,
    learningRates: [1e-4, 1e-3, 1e-2],
    decay: "none",
    batchSize: 128,
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

/** The capacity of a WebAssembly memory, less one percent for scratch memory and the rows of the batch. */
const memoryBytes = 0.99 * 2 ** 32;

/**
 * The number of hidden units of a preset, halved until each layer fits into one WebAssembly memory of 4 GiB, together with its moments and,
 * for the output layer, a batch of scores. For the default preset, this is 512 unless the dataset is very large; for Delicious-200K, it is
 * 256.
 *
 * @param preset - The preset.
 * @param shape - The number of features and items.
 * @param batchSize - The number of rows per step. Default: the batch size of the preset.
 *
 * @example
 * ```ts
 * import { defaultHidden } from "@tierwise/ranker";
 *
 * console.log(defaultHidden("default", { featureCount: 500, itemCount: 983 })); // 512
 * console.log(defaultHidden("default", { featureCount: 782_585, itemCount: 205_443 })); // 256
 * ```
 */
export function defaultHidden(
  preset: PresetName,
  { featureCount, itemCount }: Omit<NetworkShape, "hidden">,
  batchSize: number = presets[preset].batchSize,
): number {
  const shards = itemShards(itemCount).length;
  let { hidden } = presets[preset];
  // The weights and two moments of each layer, plus the scores and gradient parts of a batch.
  const bytes = (): number =>
    Math.max(
      featureCount * (12 * hidden + 8),
      itemCount * (12 * hidden + 12 + 4 * batchSize) + 4 * shards * batchSize * hidden,
    );
  while (hidden > 1 && bytes() > memoryBytes) hidden /= 2;
  return hidden;
}

export function checkSettings(settings: TrainingSettings): void {
  const { learningRates, decay, batchSize, epochs, patience, validation, refit, seed, glas = 0 } = settings;
  if (!Array.isArray(learningRates)) {
    throw new TypeError(`learningRates is ${learningRates}; expected an array of learning rates`);
  }
  if (learningRates.length === 0) throw new RangeError("learningRates is empty; expected at least one learning rate");
  for (const [i, rate] of learningRates.entries()) {
    if (!(rate > 0 && rate < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`learningRates[${i}] is ${rate}; expected a number above 0`);
    }
  }
  if (decay !== "cosine" && decay !== "none") {
    throw new RangeError(`decay is ${JSON.stringify(decay)}; expected "cosine" or "none"`);
  }
  for (const [name, value] of Object.entries({ batchSize, epochs })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`${name} is ${value}; expected a positive integer`);
    }
  }
  if (!(patience >= 1)) throw new RangeError(`patience is ${patience}; expected a number of at least 1`);
  if (validation !== "given" && !(validation >= 0 && validation < 1)) {
    throw new RangeError(`validation is ${validation}; expected a fraction in [0, 1), or a dataset`);
  }
  if (validation === 0 && (learningRates.length > 1 || refit)) {
    throw new RangeError(
      "validation is 0; expected a fraction above 0, because refit is true or there are several learning rates",
    );
  }
  for (const name of ["inputDropout", "hiddenDropout"] as const) {
    const share = settings[name];
    if (!(share >= 0 && share < 1)) throw new RangeError(`${name} is ${share}; expected a number in [0, 1)`);
  }
  if (!(settings.weightDecay >= 0)) {
    throw new RangeError(`weightDecay is ${settings.weightDecay}; expected a nonnegative number`);
  }
  if (!(typeof glas === "number" && glas >= 0 && glas < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `glas is ${typeof glas === "number" ? glas : JSON.stringify(glas)}; expected a nonnegative weight`,
    );
  }
  const { seen = "include", keepMoments = false } = settings;
  if (typeof keepMoments !== "boolean") {
    throw new TypeError(`keepMoments is ${JSON.stringify(keepMoments)}; expected true or false`);
  }
  if (keepMoments && !refit && validation !== 0) {
    throw new RangeError(
      "keepMoments is true, but the weights and the moments would be from different epochs; expected refit: true or validation: 0",
    );
  }
  if (seen !== "exclude" && seen !== "include") {
    throw new RangeError(`seen is ${JSON.stringify(seen)}; expected "exclude" or "include"`);
  }
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed is ${seed}; expected an integer in [0, 2⁵³)`);
  readCriterion(settings.criterion);
}

export function readCriterion(criterion: Criterion): {
  readonly metric: "loss" | "ndcg" | "precision";
  readonly k: number;
} {
  const [, metric, k] = /^(precision|ndcg)@([1-9][0-9]{0,2})$/.exec(criterion) ?? [];
  if (criterion === "loss") return { metric: "loss", k: 0 };
  if (metric === undefined || Number(k) > 100) {
    throw new RangeError(
      `criterion is ${JSON.stringify(criterion)}; expected "loss", "precision@k" or "ndcg@k" with k up to 100`,
    );
  }
  return { metric: metric as "ndcg" | "precision", k: Number(k) };
}

/** The learning rate at a given point of a trial, measured in epochs. */
export function learningRateAt({ decay, epochs }: TrainingSettings, rate: number, time: number): number {
  return decay === "none" ? rate : 0.5 * rate * (1 + Math.cos((Math.PI * time) / epochs));
}
