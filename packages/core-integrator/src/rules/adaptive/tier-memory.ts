/** The maximum number of nodes on either side of the mode: several times what a concave ℓ needs. */
export const REACH = 400;
/** With at least this many middle items, bins are used; with fewer items, it is cheaper to evaluate each item. */
export const MANY_MIDDLE_ITEMS = 160;

/** The arrays that one evaluation of a tier fills. Entry `REACH + k` of an array over nodes belongs to node k. */
export interface TierMemory {
  /** The value u = r·scale of each light item; {@link TierWork.reserve} makes the array large enough. */
  light: Float64Array;
  /** The results of a pass, one per light item or one per middle item. */
  slopes: Float64Array;
  /** The ratio r of each middle item, if there are few of them, followed by ∞. */
  middle: Float64Array;
  /** After sorting, bucket b contains the middle items bucketStart[b] … bucketStart[b + 1] − 1. */
  bucketStart: Int32Array;
  clumpRatio: Float64Array;
  clumpWeight: Float64Array;
  /** ℓ without its constant part. */
  log: Float64Array;
  /** The values of x, in units of the tier's scale. */
  v: Float64Array;
  /** The weights q ∝ e^ℓ, which sum to 1. */
  weight: Float64Array;
  /** For each node, the number of middle items that are not saturated; they come first in its row. */
  active: Int32Array;
  /** The values of e^{−z} for the middle items, one row per node. */
  decay: Float64Array;
  /** Σu and Σu^{2k} of the light items. */
  powers: Float64Array;
  /** The coefficients of a series in v² or u². */
  series: Float64Array;
  /** The results of a pass that returns more than one number. */
  result: Float64Array;
}

/** The loops over items, which dominate the cost of the rule; they read and write the arrays of {@link TierMemory}. */
interface TierPasses {
  /** powers[0] = Σu and powers[k] = Σu^{2k} of the light items, k = 1 … 8, or 15 if `wide`. */
  sumPowers(count: number, wide: boolean): void;
  /** series[0] = Σ q·v and series[k] = Σ q·v^{2k} over the nodes, k = 1 … terms. */
  nodeMoments(low: number, high: number, terms: number): void;
  /** slopes[i] = 1 + series[0]·u + Σ_k series[k]·u^{2k} of each light item, k = 1 … terms. */
  lightSlopes(count: number, terms: number): void;
  /** result[0] = Σφ and result[1] = Σ dφ/dy, sums over the clumps at the point x. */
  addClumps(count: number, x: number): void;
  /**
   * Computes ℓ at nodes to the right and to the left of the mode until ℓ has fallen by `drop`; see lay-nodes.ts.
   * Writes the maximum of ℓ, the first node and the last node to `result`.
   */
  walkRows(
    step: number,
    modeX: number,
    slope: number,
    scale: number,
    lightCount: number,
    drop: number,
    terms: number,
    middleCount: number,
    octave: number,
    bucketCount: number,
    lowestMiddle: number,
  ): void;
  /** Converts the logarithms ℓ to weights that sum to 1; returns Σ e^{ℓ − highest}. */
  weighNodes(low: number, high: number, highest: number): number;
  /** slopes[i] = E_q[φ] of each middle item, from the rows of `decay`. */
  rowSlopes(middleCount: number, scale: number, low: number, high: number): void;
}

/** The arrays of an observation that is evaluated in one call. */
export interface ObservationMemory {
  /** The scores of the named items. */
  scores: Float64Array;
  /** e^w of the named items. */
  masses: Float64Array;
  /** The gradients of the named items. */
  gradient: Float64Array;
  /** The first item of each tier, followed by the number of named items. */
  tierStart: Int32Array;
  /** log P, its error, the number of evaluations, and C of the last tier; after a single tier, Σ ∂ log P/∂w instead of C. */
  outcome: Float64Array;
}

/** Evaluates one tier in TypeScript: writes to `outcome` and adds to `gradient`. */
export type ReferenceTier = (from: number, size: number, rest: number) => void;

/** The settings of the adaptive rule. */
export interface AdaptiveSettings {
  readonly tolerance: number;
  /** Nodes where ℓ is this far below its maximum are cut off. */
  readonly drop: number;
  /** The number of nats by which the first step reduces the error at the mode. */
  readonly target: number;
}

/** A walk over all tiers of an observation in one call, the same as tier-walk.ts with the adaptive rule. */
export interface ObservationWork extends ObservationMemory {
  readonly mostNamed: number;
  readonly mostTiers: number;
  /** Returns false, without a result, if the scores are too far apart. If `hasMasses` is false, `masses` is computed from `scores`. */
  walk(
    tierCount: number,
    rest: number,
    options: { readonly maxTier: number; readonly wantGradient: boolean },
    settings: AdaptiveSettings,
    hasMasses: boolean,
    reference: ReferenceTier,
  ): boolean;
}

/** The memory of one thread, and the passes that use it. */
export interface TierWork extends TierMemory, TierPasses {
  /** Only in WebAssembly with relaxed SIMD. */
  readonly observation?: ObservationWork | undefined;
  /** Makes room for a tier of `size` items. This may replace every array. */
  reserve(size: number): void;
}
