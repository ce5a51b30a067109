import type { Random } from "@tierwise/random";
import type { NegativesSpec } from "../loss/loss-spec.ts";

/**
 * How to stand K items, drawn with replacement, for all items of the lowest tier. With Q_j the probability of drawing item
 * j of that tier, w_R ≈ log((1/K) Σ e^{w_j}/Q_j) in the listwise losses, and a pair's term weighs 1/(K·Q_j) in the
 * pairwise ones; gradients go to the items drawn. Where K is at least the size of the tier, nothing is drawn and the loss
 * is exact. Every call draws anew.
 */
export interface NegativeSampling extends NegativesSpec {
  /**
   * How popular each of the N items is, positive numbers of any scale: an item of the lowest tier is drawn with a
   * probability in proportion. Default: all are equally likely.
   */
  readonly popularity?: ArrayLike<number>;
  /** Where random numbers come from instead: uniform on (0, 1), for callers that choose a stream for every row. */
  readonly random?: Random;
}

/** The option that every loss takes. */
export interface NegativesOption {
  /** Draws negatives instead of using the whole lowest tier. The loss is exact where left out. */
  readonly negatives?: NegativeSampling;
}

/** Throws unless the options make sense; the message names the one that does not. */
export function checkNegatives(negatives: NegativeSampling): void {
  const { by, popularity } = negatives;
  checkNegativesSpec(negatives, "negatives");
  if (by === "uniform" && popularity !== undefined) {
    throw new RangeError('negatives.by is "uniform" and negatives.popularity is given; expected one of the two');
  }
  if (popularity?.length === 0) throw new RangeError("negatives.popularity has 0 entries; expected one an item");
  for (let i = 0; i < (popularity?.length ?? 0); i++) {
    const value = popularity?.[i] ?? Number.NaN;
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`negatives.popularity[${i}] is ${value}; expected a positive number`);
    }
  }
}

/** The same of what is JSON; `name` is what messages call it. */
export function checkNegativesSpec({ count, by = "uniform", seed = 0 }: NegativesSpec, name: string): void {
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`${name}.count is ${count}; expected an integer of at least 1`);
  }
  if (by !== "uniform" && by !== "frequency") {
    throw new RangeError(`${name}.by is ${JSON.stringify(by)}; expected "uniform" or "frequency"`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`${name}.seed is ${seed}; expected a safe integer`);
}

/** Throws unless there is one popularity an item, where one is needed. */
export function checkPopularity({ by, popularity }: NegativeSampling, itemCount: number): void {
  if (by === "frequency" && popularity === undefined) {
    throw new RangeError(
      'negatives.by is "frequency", which only a training counts; outside of one, give negatives.popularity instead',
    );
  }
  if (popularity !== undefined && popularity.length !== itemCount) {
    throw new RangeError(`negatives.popularity has ${popularity.length} entries; expected ${itemCount}, one an item`);
  }
}
