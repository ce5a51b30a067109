import type { RestSoftmaxOption, Rule, RuleSpec } from "@tierwise/core-integrator";

/** The names of the losses. */
export type LossName = "attrank" | "pl-lb" | "pl-partition" | "pl-topk" | "ranknet" | "ranksvm";

/** The names of the losses that are expected metrics, whose specs need `k`. */
export type MetricLossName = "expected-dcg" | "expected-precision";

/**
 * A loss as JSON, for threads, files and command lines: its name and its options. {@link createLoss} rebuilds the loss. Every loss in this
 * package that can be described by JSON has its spec as {@link RankingLoss.spec}.
 */
export interface LossSpec {
  /** The name of the loss. */
  readonly name: LossName | MetricLossName;
  /** k, the number of places that an expected metric counts; required for expected metrics and an error for other losses. */
  readonly k?: number;
  /** A factor that multiplies the scores in an expected metric; an error for other losses. Default: 1. */
  readonly sharpness?: number;
  /** The rule for PL-Partition's integrals. Default: adaptive. */
  readonly rule?: RuleSpec;
  /** PL-Partition omits the terms of tiers larger than this. Default: no limit. */
  readonly maxTier?: number;
  /** Negative sampling. Default: none; the loss uses all items. */
  readonly negatives?: NegativesSpec;
}

/** The options of negative sampling as JSON: how items are drawn to replace the lowest tier. */
export interface NegativesSpec {
  /** K, the number of items drawn: per row if a loss is called directly, per step when a ranker is trained. */
  readonly count: number;
  /**
   * The probability with which each item is drawn.
   *
   * - `"uniform"` (default): the same for all items.
   * - `"frequency"`: proportional to one plus the number of training rows that name the item. Available only in training.
   */
  readonly by?: "frequency" | "uniform";
  /** The seed of the random stream, an integer. Default: in training, the seed of the training run; otherwise 0. */
  readonly seed?: number;
}

interface SpecOptions extends RestSoftmaxOption {
  readonly rule?: Rule;
  readonly maxTier?: number;
  readonly negatives?: NegativesSpec & { readonly popularity?: unknown; readonly random?: unknown };
  readonly itemWeights?: unknown;
}

/** Returns the spec of a loss with these options; undefined if one of them is not JSON. */
export function specOf(name: LossName, options: SpecOptions): LossSpec | undefined {
  const { rule, maxTier = Number.POSITIVE_INFINITY, negatives, restSoftmax, itemWeights } = options;
  if (restSoftmax !== undefined || itemWeights !== undefined) return undefined;
  if (negatives?.random !== undefined || negatives?.popularity !== undefined) return undefined;
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
