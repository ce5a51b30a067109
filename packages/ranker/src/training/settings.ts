import type { LossSpec } from "@tierwise/losses";

/** What is compared between epochs and between learning rates, on the validation rows. */
export type Criterion = "loss" | `ndcg@${number}` | `precision@${number}`;

/** Everything that decides what a training computes, as plain data. */
export interface TrainingSettings {
  /** The loss; `"given"` where it is a function without a spec. */
  readonly loss: LossSpec | "given";
  /** The learning rates to try. */
  readonly rates: readonly number[];
  /** How the rate changes over the epochs: it stays, or falls to 0 along half a cosine. */
  readonly decay: "cosine" | "none";
  /** Rows of a step. */
  readonly batch: number;
  /** The most epochs of a trial, which is where a falling rate reaches 0. */
  readonly epochs: number;
  /** How many epochs without a better validation end a trial. */
  readonly patience: number;
  /** The share of rows that is held out for validation; `"given"` where they are data of their own. */
  readonly validation: number | "given";
  /** What is compared. */
  readonly criterion: Criterion;
  /** Whether the best rate is trained once more, for as many epochs as were best, on all rows. */
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

/** Throws unless settings make sense. */
export function checkSettings(settings: TrainingSettings): void {
  const { rates, decay, batch, epochs, patience, validation, refit, seed, glas = 0 } = settings;
  if (!Array.isArray(rates)) throw new TypeError(`rates is ${rates}; expected an array of learning rates`);
  if (rates.length === 0) throw new RangeError("rates is empty; expected at least one learning rate");
  for (const [i, rate] of rates.entries()) {
    if (!(rate > 0 && rate < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`rates[${i}] is ${rate}; expected a number above 0`);
    }
  }
  if (decay !== "cosine" && decay !== "none") {
    throw new RangeError(`decay is ${JSON.stringify(decay)}; expected "cosine" or "none"`);
  }
  for (const [name, value] of Object.entries({ batch, epochs })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`${name} is ${value}; expected an integer of at least 1`);
    }
  }
  if (!(patience >= 1)) throw new RangeError(`patience is ${patience}; expected at least 1`);
  if (validation !== "given" && !(validation >= 0 && validation < 1)) {
    throw new RangeError(`validation is ${validation}; expected a share of at least 0 and below 1, or data`);
  }
  if (validation === 0 && (rates.length > 1 || refit)) {
    throw new RangeError("validation is 0; several rates, or refit, need rows to validate on");
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
export function rateAt({ decay, epochs }: TrainingSettings, rate: number, time: number): number {
  return decay === "none" ? rate : 0.5 * rate * (1 + Math.cos((Math.PI * time) / epochs));
}
