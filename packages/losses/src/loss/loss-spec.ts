import type { RestPassOption, Rule, RuleSpec } from "@tierwise/core-integrator";

/** The losses by name. */
export type LossName = "attrank" | "pl-lb" | "pl-partition" | "pl-topk" | "ranknet" | "ranksvm";

/**
 * A loss as JSON, for threads, files and command lines: its name and the options that were given. {@link createLoss} makes the loss of it,
 * and every loss of this package that has such a spec carries it, as {@link RankingLoss.spec}.
 */
export interface LossSpec {
  /** Which loss. */
  readonly name: LossName;
  /** How PL-Partition's integrals are computed. Default: adaptively. */
  readonly rule?: RuleSpec;
  /** PL-Partition: terms of larger tiers are left out. Default: none. */
  readonly maxTier?: number;
  /** Negative sampling. Default: none, all items of the lowest tier count. */
  readonly negatives?: NegativesSpec;
}

/** Which negatives a loss sees in place of the whole lowest tier, as JSON. */
export interface NegativesSpec {
  /** K, how many are drawn for every row. */
  readonly count: number;
  /**
   * How likely each item is drawn.
   *
   * - `"uniform"` (the default): all alike.
   * - `"frequency"`: in proportion to how many training rows name it, plus one. Only a training knows that.
   */
  readonly by?: "frequency" | "uniform";
  /** Where the stream of random numbers begins, an integer. Default: 0, and in a training the seed of the training. */
  readonly seed?: number;
}

/** What the losses take, as far as a spec depends on it. */
interface SpecOptions extends RestPassOption {
  readonly rule?: Rule;
  readonly maxTier?: number;
  readonly negatives?: NegativesSpec & { readonly popularity?: unknown; readonly random?: unknown };
}

/** The spec of a loss with these options; undefined where one of them is not JSON. */
export function specOf(name: LossName, options: SpecOptions): LossSpec | undefined {
  const { rule, maxTier = Number.POSITIVE_INFINITY, negatives, restPass } = options;
  if (restPass !== undefined || negatives?.random !== undefined || negatives?.popularity !== undefined)
    return undefined;
  if (rule !== undefined && rule.spec === undefined) return undefined;
  return {
    name,
    ...(rule?.spec && { rule: rule.spec }),
    ...(maxTier < Number.POSITIVE_INFINITY && { maxTier }),
    ...(negatives && { negatives: negativesSpec(negatives) }),
  };
}

function negativesSpec({ count, by, seed }: NegativesSpec): NegativesSpec {
  return { count, ...(by !== undefined && { by }), ...(seed !== undefined && { seed }) };
}
