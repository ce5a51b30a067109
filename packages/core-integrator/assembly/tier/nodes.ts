import { exp, expOf } from "../exp";
import { atNode, log as logAt, REACH, v, weighted } from "../layout";
import { logOf } from "../log";
import { fillRows } from "./fill-rows";
import { both, one, two } from "./lanes";
import { lightValues } from "./light-series";
import { modeCurvature, modeX } from "./mode";
import { chooseBlocks, logProducts, low, startAt } from "./row-products";
import { leastMiddle, lightCount, middleCount, scale } from "./split";

// ℓ at the nodes y = log X + k·step, where X is x at the mode, without the terms that are the same at all nodes: with n light items,
//   (1 + n)·t − slope·(e^t − 1) + Σ_k VALUE_k·(Σu^{2k})·v^{2k} + Σ_middle log D,   t = k·step,   slope = X·(1 + Σu/(2·scale)).

/** The last node of the window. */
export let high: i32 = 0;
/** The maximum of ℓ. */
export let highest: f64 = 0;

/**
 * A little more than the distance t to the left of the mode at which ℓ has fallen by `nats` times its curvature, if all items are light:
 * t − 1 + e^{−t} = nats.
 */
function leftReach(nats: f64): f64 {
  const t = 0.5 * (nats + Math.sqrt(nats * nats + 8 * nats));
  const e = expOf(-t);
  return t - (t - 1 + e - nats) / (1 - e);
}

/** The corresponding distance to the right: e^t − 1 − t = nats. */
function rightReach(nats: f64): f64 {
  const root = Math.sqrt(2 * nats);
  const t = logOf(1 + nats + root);
  return t - (root - t) / (nats + root);
}

/**
 * Computes ℓ at the nodes from left to right; returns false if the window is wider than the memory. Each node takes at most one
 * exponential, the series of the light items, one logarithm, and its row of middle items.
 */
export function walkNodes(step: f64, octave: i32, slope: f64, drop: f64): bool {
  const nats = drop / modeCurvature;
  const reach = leftReach(nats) + 0.1 / Math.sqrt(modeCurvature);
  if (reach > <f64>(REACH - 4) * step) return false;
  startAt(-<i32>Math.ceil(reach / step));
  const fresh = low + octave;
  // e^t is doubled if the step divides an octave and if rounding t at the first node has no effect at the mode.
  const firstDoubled = middleCount > 0 && reach < 6 ? fresh : <i32>REACH;
  if (middleCount > 0) chooseBlocks(leastMiddle * modeX * expOf(<f64>low * step));
  const shape = <f64>(1 + lightCount);
  const atMode = modeX / scale;
  let tops = both(-Infinity);
  let k = low;
  // Most of the nodes are computed at once, the others two at a time until ℓ has fallen by `drop`.
  let end = k + (max(2, min(<i32>(rightReach(nats) / step), <i32>REACH - 4) - k + 1) & ~1);
  for (;;) {
    const from = k;
    for (; k < end; k += 2) {
      const t = f64x2.mul(f64x2.replace_lane(both(<f64>k), 1, <f64>(k + 1)), both(step));
      const growth =
        k < firstDoubled ? exp(t) : f64x2.mul(two(), v128.load(atNode(weighted, k - octave, 8)));
      v128.store(atNode(weighted, k, 8), growth);
      v128.store(atNode(v, k, 8), f64x2.mul(both(atMode), growth));
      const linear = f64x2.mul(both(slope), f64x2.sub(growth, one()));
      v128.store(atNode(logAt, k, 8), f64x2.sub(f64x2.mul(t, both(shape)), linear));
    }
    if (middleCount > 0) fillRows(from, end, octave, fresh);
    for (k = from; k < end; k += 2) {
      let value = v128.load(atNode(logAt, k, 8));
      if (lightCount > 0) value = f64x2.add(value, lightValues(v128.load(atNode(v, k, 8))));
      if (middleCount > 0) value = f64x2.add(value, logProducts(k));
      v128.store(atNode(logAt, k, 8), value);
      tops = f64x2.pmax(tops, value);
    }
    highest = max(f64x2.extract_lane(tops, 0), f64x2.extract_lane(tops, 1));
    if (load<f64>(atNode(logAt, k - 1, 8)) < highest - drop || k >= <i32>REACH - 4) break;
    end = k + 2;
  }
  high = k - 1;
  while (load<f64>(atNode(logAt, high - 1, 8)) < highest - drop) high--;
  return load<f64>(atNode(logAt, low, 8)) < highest - drop;
}

/** The first node of the window: the last node to the left of the mode at which ℓ is more than `drop` below its maximum. */
export function firstNode(drop: f64): i32 {
  let first = low;
  while (load<f64>(atNode(logAt, first + 1, 8)) < highest - drop) first++;
  return first;
}
