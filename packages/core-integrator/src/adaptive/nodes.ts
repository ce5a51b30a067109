import { type Bins, binnedNode, fillBins, newBins } from "./binned-items.ts";
import { type LightSums, lightSeries } from "./light-items.ts";
import { middleNode } from "./middle-items.ts";
import type { Mode } from "./mode.ts";
import type { TierParts } from "./tier-parts.ts";

/** Nodes on either side of the mode: several times what a concave ℓ needs. */
const REACH = 400;
/** From here on middle items are gathered into bins; with fewer, evaluating them one by one is cheaper. */
const MANY_MIDDLE_ITEMS = 96;

/** The nodes y_k = y₀ + k·step, low ≤ k ≤ high, of a trapezoid rule; node k stands at `offset + k` of every array. */
export interface Nodes {
  step: number;
  low: number;
  high: number;
  readonly offset: number;
  /** ℓ(y_k) without its constant part. */
  readonly log: Float64Array;
  /** The largest of them. */
  max: number;
  /** x_k = e^{y_k} in units of the tier's scale. */
  readonly v: Float64Array;
  /** q_k ∝ e^{ℓ(y_k)}; they sum to 1. */
  readonly weight: Float64Array;
  /** Whether the middle items are in `bins`, or their φ, row by row, in `phi`. */
  binned: boolean;
  readonly bins: Bins;
  phi: Float64Array;
}

export function newNodes(): Nodes {
  const length = 2 * REACH + 1;
  return {
    step: 0,
    low: 0,
    high: 0,
    offset: REACH,
    log: new Float64Array(length),
    max: 0,
    v: new Float64Array(length),
    weight: new Float64Array(length),
    binned: false,
    bins: newBins(),
    phi: new Float64Array(0),
  };
}

/** Where the row of φ of node k begins: nodes are visited from the mode to the right, then to the left. */
export function phiRow({ high }: Nodes, k: number, middleCount: number): number {
  return (k >= 0 ? k : high - k) * middleCount;
}

/**
 * Computes ℓ at nodes to the right and to the left of the mode until it has fallen by `drop`. With t = y − y₀ and the
 * light items' Σ log z = Σd + n_L·y,
 *   ℓ(y) = constant + t·(1 + n_L) − x₀(1 + Σr_L/2)·(e^t − 1) + series of the light items + Σ_middle log(1 − e^{−z}).
 */
export function walkNodes(
  nodes: Nodes,
  parts: TierParts,
  light: LightSums,
  mode: Mode,
  drop: number,
  wantPhi: boolean,
): void {
  const { scale, lightCount, middle, middleCount } = parts;
  const { step, offset, log, v, bins } = nodes;
  const slope = mode.x * (1 + (0.5 * light.first) / scale);
  nodes.binned = middleCount >= MANY_MIDDLE_ITEMS;
  if (nodes.binned) fillBins(bins, parts.middleAdvantage, middleCount, Math.log(mode.x), step, REACH);
  else if (wantPhi) reservePhi(nodes, middleCount);
  const phi = wantPhi ? nodes.phi : undefined;
  nodes.max = Number.NEGATIVE_INFINITY;
  nodes.high = 0;
  for (let side = 1; side >= -1; side -= 2) {
    let k = side === 1 ? 0 : -1;
    for (; ; k += side) {
      const growth = Math.expm1(k * step);
      const x = mode.x + mode.x * growth;
      const middleLog = nodes.binned
        ? binnedNode(bins, k)
        : middleNode(middle, middleCount, x, phi, phiRow(nodes, k, middleCount));
      const value = k * step * (1 + lightCount) - slope * growth + lightSeries(light, x / scale) + middleLog;
      v[offset + k] = x / scale;
      log[offset + k] = value;
      if (value > nodes.max) nodes.max = value;
      if (value < nodes.max - drop || k === side * REACH) break;
    }
    if (side === 1) nodes.high = k;
    else nodes.low = k;
  }
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

function reservePhi(nodes: Nodes, middleCount: number): void {
  const length = middleCount * (2 * REACH + 1);
  if (nodes.phi.length < length) nodes.phi = new Float64Array(length);
}
