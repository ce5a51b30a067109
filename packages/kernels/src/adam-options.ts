/** How an Adam step moves. */
export interface AdamOptions {
  /** Which step this is, from 1: the bias corrections depend on it. */
  readonly step: number;
  /** The learning rate η. */
  readonly rate: number;
  /** Decay of the first moment, β₁. Default 0.9. */
  readonly beta1?: number;
  /** Decay of the second moment, β₂. Default 0.999. */
  readonly beta2?: number;
  /** Added to the root of the second moment. Default 1e-8. */
  readonly epsilon?: number;
  /** Decoupled weight decay λ: a step multiplies the weights by 1 − ηλ. Default 0. */
  readonly weightDecay?: number;
}

/** The numbers of a step that are the same for all elements. */
export interface AdamFactors {
  /** Which step it is, from 1. */
  readonly step: number;
  /** β₁. */
  readonly beta1: number;
  /** β₂. */
  readonly beta2: number;
  /** η/(1 − β₁ᵗ). */
  readonly rate: number;
  /** (1 − β₂ᵗ)^(−½). */
  readonly rootScale: number;
  /** ε. */
  readonly epsilon: number;
  /** 1 − ηλ. */
  readonly keepWeight: number;
}

/**
 * Checks the options of a step and works its factors out: for a step that is computed elsewhere, as
 *
 *     m ← β₁m + (1 − β₁)g,   v ← β₂v + (1 − β₂)g²,   w ← keepWeight·w − rate·m/(√v·rootScale + ε)
 *
 * @example
 * ```ts
 * import { adamFactors } from "@tierwise/kernels";
 *
 * const { rate, rootScale, keepWeight } = adamFactors({ step: 1, rate: 0.1, weightDecay: 0.5 });
 * console.log(rate.toFixed(3), rootScale.toFixed(3), keepWeight); // 1.000 31.623 0.95
 * ```
 */
export function adamFactors(options: AdamOptions): AdamFactors {
  const { step, rate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weightDecay = 0 } = options;
  if (!Number.isInteger(step) || step < 1 || step > 2 ** 31 - 1) {
    throw new RangeError(`step is ${step}; expected an integer of at least 1`);
  }
  if (!(beta1 >= 0 && beta1 < 1)) throw new RangeError(`beta1 is ${beta1}; expected at least 0 and below 1`);
  if (!(beta2 >= 0 && beta2 < 1)) throw new RangeError(`beta2 is ${beta2}; expected at least 0 and below 1`);
  if (!(rate >= 0)) throw new RangeError(`rate is ${rate}; expected at least 0`);
  if (!(epsilon > 0)) throw new RangeError(`epsilon is ${epsilon}; expected above 0`);
  if (!(weightDecay >= 0)) throw new RangeError(`weightDecay is ${weightDecay}; expected at least 0`);
  return {
    step,
    beta1,
    beta2,
    rate: rate / (1 - beta1 ** step),
    rootScale: 1 / Math.sqrt(1 - beta2 ** step),
    epsilon,
    keepWeight: 1 - rate * weightDecay,
  };
}
