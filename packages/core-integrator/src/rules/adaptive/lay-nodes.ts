import { binnedNode } from "./binned-items.ts";
import { fillBins } from "./bins.ts";
import { tierWork } from "./compiled-work.ts";
import { fillSeries, type LightSums, lightSeries } from "./light-items.ts";
import type { Mode } from "./mode.ts";
import type { Nodes } from "./nodes.ts";
import { MANY_MIDDLE_ITEMS, REACH } from "./tier-memory.ts";
import type { TierParts } from "./tier-parts.ts";

/**
 * Places nodes `step` (or a little less) apart around the mode and computes ℓ at each until ℓ falls more than `drop`
 * below its maximum. With t = y − y₀ and the light items' Σ log z = Σd + n_L·y,
 *   ℓ(y) = constant + t·(1 + n_L) − x₀(1 + Σr_L/2)·(e^t − 1) + series of the light items + Σ_middle log(1 − e^{−z}).
 */
export function layNodes(
  nodes: Nodes,
  parts: TierParts,
  light: LightSums,
  mode: Mode,
  step: number,
  drop: number,
): void {
  const { log, v, weight } = tierWork();
  nodes.log = log;
  nodes.v = v;
  nodes.weight = weight;
  nodes.binned = parts.middleCount >= MANY_MIDDLE_ITEMS;
  const slope = mode.x * (1 + (0.5 * light.first) / parts.scale);
  if (nodes.binned) {
    prepareBins(nodes, parts, mode, step, drop);
    walkBins(nodes, parts, light, mode, slope, drop);
  } else walkRows(nodes, parts, light, mode, slope, step, drop);
}

/**
 * If there are few middle items, each is evaluated at every node where it is not saturated. With e = e^{−z}, z = r·x:
 *   f = log(1 − e),   φ = z·e / (1 − e).
 * The step divides ln 2, so `octave` steps double z and square e. Only the first octave of nodes therefore needs exponentials:
 * nodes to its right use squares, and nodes to its left use square roots.
 */
function walkRows(
  nodes: Nodes,
  { scale, lightCount, middleCount, bucketCount, lowestMiddle }: TierParts,
  light: LightSums,
  mode: Mode,
  slope: number,
  step: number,
  drop: number,
): void {
  const work = tierWork();
  const octave = Math.ceil(Math.LN2 / step);
  nodes.step = middleCount > 0 ? Math.LN2 / octave : step;
  const terms = fillSeries(light, work.series);
  work.walkRows(
    nodes.step,
    mode.x,
    slope,
    scale,
    lightCount,
    drop,
    terms,
    middleCount,
    octave,
    bucketCount,
    lowestMiddle,
  );
  nodes.max = work.result[0];
  nodes.low = work.result[1];
  nodes.high = work.result[2];
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

function walkBins(
  nodes: Nodes,
  { scale, lightCount }: TierParts,
  light: LightSums,
  mode: Mode,
  slope: number,
  drop: number,
): void {
  const { step, offset, log, v } = nodes;
  nodes.max = Number.NEGATIVE_INFINITY;
  for (let side = 1; side >= -1; side -= 2) {
    let k = side === 1 ? 0 : -1;
    for (; ; k += side) {
      const growth = Math.expm1(k * step);
      const x = mode.x + mode.x * growth;
      const value =
        k * step * (1 + lightCount) - slope * growth + lightSeries(light, x / scale) + binnedNode(nodes.bins, k);
      v[offset + k] = x / scale;
      log[offset + k] = value;
      if (value > nodes.max) nodes.max = value;
      if (value < nodes.max - drop || k === side * REACH) break;
    }
    if (side === 1) nodes.high = k;
    else nodes.low = k;
  }
}
