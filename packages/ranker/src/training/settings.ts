import type { LossSpec } from "@tierwise/losses";
import { itemShards, type NetworkShape } from "../model/layers.ts";

/** What is compared between epochs and between learning rates, on the validation rows. */
export type Criterion = "loss" | `ndcg@${number}` | `precision@${number}`;

/** Everything that decides what a training computes, as plain data: what a checkpoint keeps. */
export interface TrainingSettings {
  /** The loss; `"given"` where it is a function without a spec. */
  readonly loss: LossSpec | "given";
  /** The learning rates to try; the best is kept. */
  readonly learningRates: readonly number[];
  /** How the learning rate changes over the epochs: it stays, or falls to 0 along half a cosine. */
  readonly decay: "cosine" | "none";
  /** Rows per step. */
  readonly batchSize: number;
  /** The most epochs of a trial, which is where a falling learning rate reaches 0. */
  readonly epochs: number;
  /** How many epochs without a better validation end a trial. */
  readonly patience: number;
  /** The share of rows that is held out for validation; `"given"` where they are data of their own. */
  readonly validation: number | "given";
  /** What is compared. */
  readonly criterion: Criterion;
  /** Whether the best learning rate is trained once more, for as many epochs as were best, on all rows. */
  readonly refit: boolean;
  /** The share of feature values that a step drops. */
  readonly inputDropout: number;
  /** The share of hidden units that a step drops. */
  readonly hiddenDropout: number;
  /** Decoupled weight decay λ: a step multiplies weights by 1 − rate · λ, those of a feature only where it occurs in the batch. */
  readonly weightDecay: number;
  /**
   * The weight λ of GLaS (Guo et al., NeurIPS 2019); 0 is off. A step then also descends
   *
   *     λ·(1/K²)·‖VVᵀ − ½(A·Z⁻¹ + Z⁻¹·A)‖²,
   *
   * V being the output layer's weights of the K labels that the batch names (in first tiers), A how many rows name two labels together,
   * and Z its diagonal: labels that occur together get weights that point the same way. A is counted over the rows that are not held
   * out, also for the last training on all rows. Losses are reported without this term. Default: off.
   */
  readonly glas?: number;
  /** The seed of everything random in the training. */
  readonly seed: number;
}

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
 * - `"paper"`: the network, optimizer, batch, split, line search and early stopping of Ma et al., section 4.2 (hold out 0.1 for a
 *   set of the size of Delicious-200K, as they do).
 */
export const presets: Readonly<Record<PresetName, Preset>> = {
  default: {
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
  },
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

/** What a WebAssembly memory has room for, less a hundredth for scratch memory and the batch's own rows. */
const memoryBytes = 0.99 * 2 ** 32;

/**
 * The hidden units of a preset, halved until each layer fits into one WebAssembly memory of 4 GiB with its moments (and the output layer
 * with a batch of scores): 512 of the default preset for all but very large data, 256 for the sizes of Delicious-200K.
 *
 * @param preset - The preset.
 * @param shape - How many features and items there are.
 * @param batchSize - The rows per step. Default: the preset's.
 *
 * @example
 * ```ts
 * import { fittedHidden } from "@tierwise/ranker";
 *
 * console.log(fittedHidden("default", { features: 500, items: 983 })); // 512
 * console.log(fittedHidden("default", { features: 782_585, items: 205_443 })); // 256
 * ```
 */
export function fittedHidden(
  preset: PresetName,
  { features, items }: Omit<NetworkShape, "hidden">,
  batchSize: number = presets[preset].batchSize,
): number {
  const shards = itemShards(items).length;
  let { hidden } = presets[preset];
  // Weights and two moments of each layer; the scores and the sums over shards of a batch.
  const bytes = (): number =>
    Math.max(
      features * (12 * hidden + 8),
      items * (12 * hidden + 12 + 4 * batchSize) + 4 * shards * batchSize * hidden,
    );
  while (hidden > 1 && bytes() > memoryBytes) hidden /= 2;
  return hidden;
}

/** Throws unless settings make sense. */
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
      throw new RangeError(`${name} is ${value}; expected an integer of at least 1`);
    }
  }
  if (!(patience >= 1)) throw new RangeError(`patience is ${patience}; expected at least 1`);
  if (validation !== "given" && !(validation >= 0 && validation < 1)) {
    throw new RangeError(`validation is ${validation}; expected a share of at least 0 and below 1, or data`);
  }
  if (validation === 0 && (learningRates.length > 1 || refit)) {
    throw new RangeError("validation is 0; several learning rates, or refit, need rows to validate on");
  }
  for (const name of ["inputDropout", "hiddenDropout"] as const) {
    const share = settings[name];
    if (!(share >= 0 && share < 1)) throw new RangeError(`${name} is ${share}; expected at least 0 and below 1`);
  }
  if (!(settings.weightDecay >= 0)) {
    throw new RangeError(`weightDecay is ${settings.weightDecay}; expected at least 0`);
  }
  if (!(typeof glas === "number" && glas >= 0 && glas < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `glas is ${typeof glas === "number" ? glas : JSON.stringify(glas)}; expected a weight of at least 0`,
    );
  }
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed is ${seed}; expected an integer below 2⁵³`);
  readCriterion(settings.criterion);
}

/** A criterion taken apart. */
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

/** The learning rate at a time of a trial, in epochs. */
export function learningRateAt({ decay, epochs }: TrainingSettings, rate: number, time: number): number {
  return decay === "none" ? rate : 0.5 * rate * (1 + Math.cos((Math.PI * time) / epochs));
}
