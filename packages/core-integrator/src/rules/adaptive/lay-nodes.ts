import { binnedNode } from "./binned-items.ts";
import { fillBins } from "./bins.ts";
import { type LightSums, lightSeries } from "./light-items.ts";
import { decayFromScratch, decayRooted, decaySquared, logFactors } from "./middle-items.ts";
import type { Mode } from "./mode.ts";
import { decayRow, type Nodes, REACH } from "./nodes.ts";
import { activeCount, MANY_MIDDLE_ITEMS, type TierParts } from "./tier-parts.ts";

/**
 * Places nodes `step` (or a little less) apart around the mode and computes ℓ at each until ℓ falls more than `drop`
 * below its maximum.
 */
export function layNodes(
  nodes: Nodes,
  parts: TierParts,
  light: LightSums,
  mode: Mode,
  step: number,
  drop: number,
): void {
  nodes.binned = parts.middleCount >= MANY_MIDDLE_ITEMS;
  if (nodes.binned) prepareBins(nodes, parts, mode, step, drop);
  else prepareRows(nodes, parts.middleCount, step);
  walkNodes(nodes, parts, light, mode, drop);
}

function prepareRows(nodes: Nodes, middleCount: number, step: number): void {
  nodes.octave = Math.ceil(Math.LN2 / step);
  nodes.step = middleCount > 0 ? Math.LN2 / nodes.octave : step;
  const length = middleCount * (2 * REACH + 1);
  if (nodes.decay.length < length) nodes.decay = new Float64Array(length);
}

/**
 * Bins all items except those that are saturated at every node. With c = −ℓ″ at the mode, −ℓ″ ≥ c·e^{−t} at a distance t
 * to its left (−dφ/dy falls with z more slowly than z itself). There, ℓ has fallen by at least c(t − 1 + e^{−t}) ≥ c·t²/(t
 * + 2), which reaches `drop` at t² = (t + 2)·drop/c. A margin of a tenth plus one σ allows for an approximate mode.
 */
function prepareBins(nodes: Nodes, parts: TierParts, { x, curvature }: Mode, step: number, drop: number): void {
  const { middleAdvantage, middleCount } = parts;
  const nats = drop / curvature;
  const reach = 0.55 * (nats + Math.sqrt(nats * nats + 8 * nats)) + 1 / Math.sqrt(curvature);
  nodes.step = fillBins(nodes.bins, middleAdvantage, middleCount, Math.log(x), step, Math.log(x) - reach);
}

/**
 * Computes ℓ at nodes to the right and to the left of the mode until ℓ has fallen by `drop`. With t = y − y₀ and the
 * light items' Σ log z = Σd + n_L·y,
 *   ℓ(y) = constant + t·(1 + n_L) − x₀(1 + Σr_L/2)·(e^t − 1) + series of the light items + Σ_middle log(1 − e^{−z}).
 */
function walkNodes(nodes: Nodes, parts: TierParts, light: LightSums, mode: Mode, drop: number): void {
  const { scale, lightCount, middleCount } = parts;
  const { step, offset, log, v } = nodes;
  const slope = mode.x * (1 + (0.5 * light.first) / scale);
  nodes.max = Number.NEGATIVE_INFINITY;
  nodes.high = 0;
  for (let side = 1; side >= -1; side -= 2) {
    let k = side === 1 ? 0 : -1;
    for (; ; k += side) {
      const growth = Math.expm1(k * step);
      const x = mode.x + mode.x * growth;
      let value = k * step * (1 + lightCount) - slope * growth + lightSeries(light, x / scale);
      if (nodes.binned) value += binnedNode(nodes.bins, k);
      else if (middleCount > 0) value += middleNode(nodes, parts, k, x);
      v[offset + k] = x / scale;
      log[offset + k] = value;
      if (value > nodes.max) nodes.max = value;
      if (value < nodes.max - drop || k === side * REACH) break;
    }
    if (side === 1) nodes.high = k;
    else nodes.low = k;
  }
}

/** Fills the row of node k, from a row one octave away if possible, and returns Σ_middle log(1 − e^{−z}). */
function middleNode(nodes: Nodes, parts: TierParts, k: number, x: number): number {
  const { middle, middleCount } = parts;
  const { decay, octave, high, active, offset } = nodes;
  const row = decayRow(nodes, k, middleCount);
  const count = activeCount(parts, Math.log(x));
  active[offset + k] = count;
  if (k >= octave) {
    decaySquared(count, decay, decayRow(nodes, k - octave, middleCount), row);
  } else if (k < 0 && k + octave <= high) {
    const rooted = active[offset + k + octave];
    decayRooted(rooted, decay, decayRow(nodes, k + octave, middleCount), row);
    decayFromScratch(middle, rooted, count, x, decay, row);
  } else {
    decayFromScratch(middle, 0, count, x, decay, row);
  }
  return logFactors(count, decay, row);
}
