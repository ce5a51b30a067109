import type { Random } from "@tierwise/random";
import type { NegativesSpec } from "../loss/loss-spec.ts";

/**
 * Replaces all items of the lowest tier with K items, drawn with replacement. Let Q_j be the probability of drawing item j of that tier.
 * The listwise losses use w_R ≈ log((1/K) Σ e^{w_j}/Q_j), and the pairwise losses weight a pair's term by 1/(K·Q_j). Within the lowest
 * tier, only drawn items receive gradients. If K is at least the size of the tier, nothing is drawn and the loss is exact. Every call draws
 * new items.
 */
export interface NegativeSampling extends NegativesSpec {
  /**
   * The popularity of each of the N items, as positive numbers on any scale. Items in the lowest tier are drawn in proportion to their
   * popularity. Default: all items are equally likely.
   */
  readonly popularity?: ArrayLike<number>;
  /** The source of random numbers, uniform on (0, 1), for callers that choose a stream per row. Default: a stream from `seed`. */
  readonly random?: Random;
}

/** The option that every loss accepts. */
export interface NegativesOption {
  /** Samples negatives instead of using the whole lowest tier. Default: no sampling; the loss is exact. */
  readonly negatives?: NegativeSampling;
}

/** The option of the pairwise losses for callers that sample the items of a row themselves. */
export interface ItemWeightsOption {
  /**
   * The weight of each item, as positive numbers: a pair's term is multiplied by the weight of its unnamed item, if any. The caller may
   * change the weights between calls. Only the loss on rows uses them. Listwise losses need no such option, because adding log c to the
   * score of an unnamed item has the effect of c such items. Default: 1.
   */
  readonly itemWeights?: ArrayLike<number>;
}

/** Throws unless the options are valid; the message names the invalid option. */
export function checkNegatives(negatives: NegativeSampling): void {
  const { by, popularity } = negatives;
  checkNegativesSpec(negatives, "negatives");
  if (by === "uniform" && popularity !== undefined) {
    throw new RangeError('negatives.popularity cannot be combined with negatives.by "uniform"; omit one of them');
  }
  if (popularity?.length === 0) throw new RangeError("negatives.popularity is empty; expected one number per item");
  for (let i = 0; i < (popularity?.length ?? 0); i++) {
    const value = popularity?.[i] ?? Number.NaN;
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`negatives.popularity[${i}] is ${value}; expected a positive number`);
    }
  }
}

/** Checks only the options that are JSON. Error messages refer to them as `name`. */
export function checkNegativesSpec({ count, by = "uniform", seed = 0 }: NegativesSpec, name: string): void {
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`${name}.count is ${count}; expected a positive integer`);
  }
  if (by !== "uniform" && by !== "frequency") {
    throw new RangeError(`${name}.by is ${JSON.stringify(by)}; expected "uniform" or "frequency"`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`${name}.seed is ${seed}; expected a safe integer`);
}

/** Throws unless `popularity`, if needed, has one entry per item. */
export function checkPopularity({ by, popularity }: NegativeSampling, itemCount: number): void {
  if (by === "frequency" && popularity === undefined) {
    throw new RangeError(
      'negatives.by is "frequency", which is available only in training; set negatives.popularity instead',
    );
  }
  if (popularity !== undefined && popularity.length !== itemCount) {
    throw new RangeError(`negatives.popularity has length ${popularity.length}; expected ${itemCount}, one per item`);
  }
}
