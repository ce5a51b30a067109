import type { Random } from "@tierwise/random";

/**
 * How to stand K items, drawn with replacement, for all items of the lowest tier. With Q_j the probability of drawing item
 * j of that tier, w_R ≈ log((1/K) Σ e^{w_j}/Q_j) in the listwise losses, and a pair's term weighs 1/(K·Q_j) in the
 * pairwise ones; gradients go to the items drawn. Where K is at least the size of the tier, nothing is drawn and the loss
 * is exact. Every call draws anew.
 */
export interface NegativeSampling {
  /** K, how many negatives are drawn; an integer of at least 1. */
  readonly count: number;
  /**
   * How popular each of the N items is, positive numbers of any scale: an item of the lowest tier is drawn with a
   * probability in proportion. All are equally likely where this is left out.
   */
  readonly popularity?: ArrayLike<number>;
  /** Where the stream of random numbers begins, an integer; 0 where left out. Give each thread its own. */
  readonly seed?: number;
  /** Where random numbers come from instead: uniform on (0, 1), for callers that choose a stream for every row. */
  readonly random?: Random;
}

/** The option that every loss takes. */
export interface NegativesOption {
  /** Draws negatives instead of using the whole lowest tier. The loss is exact where left out. */
  readonly negatives?: NegativeSampling;
}

/** Throws unless the options make sense; the message names the one that does not. */
export function checkNegatives({ count, popularity, seed = 0 }: NegativeSampling): void {
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`negatives.count is ${count}; expected an integer of at least 1`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`negatives.seed is ${seed}; expected a safe integer`);
  if (popularity?.length === 0) throw new RangeError("negatives.popularity has 0 entries; expected one an item");
  for (let i = 0; i < (popularity?.length ?? 0); i++) {
    const value = popularity?.[i] ?? Number.NaN;
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`negatives.popularity[${i}] is ${value}; expected a positive number`);
    }
  }
}

/** Throws unless there is one popularity an item. */
export function checkPopularity({ popularity }: NegativeSampling, itemCount: number): void {
  if (popularity !== undefined && popularity.length !== itemCount) {
    throw new RangeError(`negatives.popularity has ${popularity.length} entries; expected ${itemCount}, one an item`);
  }
}
