import { type Bins, bins } from "./bins.ts";
import { MANY_MIDDLE_ITEMS } from "./tier-parts.ts";

/** The maximum number of nodes on either side of the mode: several times what a concave ℓ needs. */
export const REACH = 400;

/** The nodes y_k = y₀ + k·step, low ≤ k ≤ high, of a trapezoid rule; node k is at `offset + k` of every array. */
export interface Nodes {
  step: number;
  low: number;
  high: number;
  readonly offset: number;
  /** ℓ(y_k) without its constant part. */
  readonly log: Float64Array;
  /** The largest entry of `log`. */
  max: number;
  /** x_k = e^{y_k} in units of the tier's scale. */
  readonly v: Float64Array;
  /** The weights q_k ∝ e^{ℓ(y_k)}, which sum to 1. */
  readonly weight: Float64Array;
  /** Whether the middle items are in `bins`; otherwise their e^{−z} are in `decay`, one row per node. */
  binned: boolean;
  readonly bins: Bins;
  decay: Float64Array;
  /** For each node, the number of items in its row that are not saturated. */
  readonly active: Int32Array;
  /** Work memory for the gradient, one entry per middle item. */
  readonly slopes: Float64Array;
  /** The number of steps that double x, if the items are in `decay`. */
  octave: number;
}

const LENGTH = 2 * REACH + 1;

/** The nodes of the current tier; all tiers reuse them. */
export const nodes: Nodes = {
  step: 0,
  low: 0,
  high: 0,
  offset: REACH,
  log: new Float64Array(LENGTH),
  max: 0,
  v: new Float64Array(LENGTH),
  weight: new Float64Array(LENGTH),
  binned: false,
  bins,
  decay: new Float64Array(0),
  active: new Int32Array(LENGTH),
  slopes: new Float64Array(MANY_MIDDLE_ITEMS),
  octave: 0,
};

/** The offset of node k's row in `decay`: nodes are visited from the mode to the right, then to the left. */
export function decayRow({ high }: Nodes, k: number, middleCount: number): number {
  return (k >= 0 ? k : high - k) * middleCount;
}

/** Turns the logarithms into weights that sum to 1; returns Σ e^{ℓ − max}. */
export function weighNodes({ low, high, offset, log, max, weight }: Nodes): number {
  let sum = 0;
  for (let i = offset + low; i <= offset + high; i++) {
    weight[i] = Math.exp(log[i] - max);
    sum += weight[i];
  }
  for (let i = offset + low; i <= offset + high; i++) weight[i] /= sum;
  return sum;
}
