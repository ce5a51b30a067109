import type { LikelihoodOptions } from "@tierwise/core-integrator";

/** One group of a mixture. */
export interface MixtureComponent {
  /** The fraction of observations that belong to the group; the shares of all groups sum to 1. */
  readonly share: number;
  /** One utility per item, with mean 0. */
  readonly utilities: Float64Array;
}

/** The result of {@link fitMixture}. */
export interface MixtureFit {
  /** The groups, largest share first. */
  readonly components: readonly MixtureComponent[];
  /** The probability that each observation belongs to each group, one row per observation: `memberships[b * components.length + c]`. */
  readonly memberships: Float64Array;
  /** The log-likelihood Σ weight · log Σ_c share_c · P_c, without the prior. */
  readonly logLikelihood: number;
  /** The objective of EM (the log-likelihood with the prior) after each round; it never falls. */
  readonly history: readonly number[];
  /** Whether the last round raised the objective by less than the tolerance. */
  readonly converged: boolean;
}

/** A {@link MixtureFit} to a dataset with item names. */
export interface NamedMixtureFit extends MixtureFit {
  /** The names of the items, in the order of the utilities. */
  readonly itemNames: readonly string[];
}

/** Options for {@link fitMixture}, except those that describe the data. */
export interface MixtureSettings extends LikelihoodOptions {
  /** K, the number of groups, at least 1. Default: 2. */
  readonly components?: number;
  /** The strength λ > 0 of each group's prior −λ/2·Σw², in observations. The prior keeps the utilities of small groups finite. Default: 1. */
  readonly prior?: number;
  /** The number of random starts. After ten rounds, only the best one is continued. Default: 8. */
  readonly starts?: number;
  /** The seed for the random starts, an integer. Default: 0. */
  readonly seed?: number;
  /** EM stops if a round raises the objective by less than this amount per voter. Default: 1e-6. */
  readonly tolerance?: number;
  /** The maximum number of rounds. Default: 1000. */
  readonly maxIterations?: number;
}

/** Options for {@link fitMixture} for preferences without item names. */
export interface MixtureOptions extends MixtureSettings {
  /** N, the number of items. */
  readonly items: number;
  /** How often each preference was observed: nonnegative finite numbers. Default: 1 each. */
  readonly weights?: ArrayLike<number>;
  /** The voter of each preference, as an integer from 0. A voter belongs to one group. Default: a separate voter for each preference. */
  readonly clusters?: ArrayLike<number>;
}

/** Fills in the defaults; throws unless the settings are valid. */
export function resolveMixture(
  settings: MixtureSettings,
): Required<Omit<MixtureSettings, "maxTier" | "rule">> & { readonly likelihood: LikelihoodOptions } {
  const { components = 2, prior = 1, starts = 8, seed = 0, tolerance = 1e-6, maxIterations = 1000 } = settings;
  for (const [name, value] of Object.entries({ components, starts, maxIterations })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`${name} is ${value}; expected a positive integer`);
    }
  }
  for (const [name, value] of Object.entries({ prior, tolerance })) {
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`${name} is ${value}; expected a positive number`);
    }
  }
  const { rule, maxTier } = settings;
  const likelihood = { ...(rule && { rule }), ...(maxTier !== undefined && { maxTier }) };
  return { components, prior, starts, seed, tolerance, maxIterations, likelihood };
}
