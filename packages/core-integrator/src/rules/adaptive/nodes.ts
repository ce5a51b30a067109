import { type Bins, bins } from "./bins.ts";
import { REACH } from "./tier-memory.ts";

/** The nodes y_k = y₀ + k·step, low ≤ k ≤ high, of a trapezoid rule; node k is at `offset + k` of every array. */
export interface Nodes {
  step: number;
  low: number;
  high: number;
  readonly offset: number;
  /** The values ℓ(y_k) without their constant part. */
  log: Float64Array;
  /** The largest entry of `log`. */
  max: number;
  /** The values x_k = e^{y_k}, in units of the tier's scale. */
  v: Float64Array;
  /** The weights q_k ∝ e^{ℓ(y_k)}, which sum to 1. */
  weight: Float64Array;
  /** Whether the middle items are in `bins`; otherwise their e^{−z} are in rows, one per node. */
  binned: boolean;
  readonly bins: Bins;
}

const none = new Float64Array(0);

/** The nodes of the current tier; all tiers reuse them. */
export const nodes: Nodes = {
  step: 0,
  low: 0,
  high: 0,
  offset: REACH,
  log: none,
  max: 0,
  v: none,
  weight: none,
  binned: false,
  bins,
};
