import { lightIndex, lightRatio, masses, middle, middleIndex } from "../layout";
import { both } from "./lanes";

// Items are divided by their ratio r = e^w/e^{w_B}, as in tier-parts.ts, at the cost of one or two passes with one multiplication per item.

/** Up to this many items that are not heavy, the subset recursion is faster. */
export const SMALL_TIER: i32 = 7;
/** Tiers with this many middle items or more are evaluated by the reference. */
const MANY_MIDDLE: i32 = 160;
/** With fewer light items than this, the series of the light items costs more than their rows. */
const FEW_LIGHT: i32 = 20;
/** In a tier with few light items, those with less than this fraction of the bound remain light, so that no D is close to 0. */
const FAINT: f64 = 1e-6;
const LARGEST_LIGHT: f64 = 4;
const HEAVY_RATIO: f64 = 2.3538526683702e17; // e⁴⁰

/** An upper bound on x at any node; light items are stored as u = r·scale ≤ 4. */
export let scale: f64 = 0;
export let lightCount: i32 = 0;
export let middleCount: i32 = 0;
export let heavyCount: i32 = 0;
/** Whether all items are middle items, so that `middleIndex` is not needed. */
export let inOrder: bool = false;
/** The smallest ratio of the middle items. */
export let leastMiddle: f64 = 0;
/** The largest ratio of the middle items. */
export let greatestMiddle: f64 = 0;

/**
 * Divides a tier into light, middle and heavy items; returns false if it has too many middle items. If all items are middle items, as in
 * most small tiers, they stay in their order, and two items are classified at a time.
 */
export function split(from: i32, size: i32, perRest: f64, drop: f64): bool {
  const wide = <f64>(size + 1);
  scale = wide + Math.sqrt(2 * drop * wide) + drop;
  const mostLight = LARGEST_LIGHT / scale;
  const leastHeavy = HEAVY_RATIO * <f64>size;
  const start = masses + (<usize>from << 3);
  const end = <usize>size << 3;
  if (size > SMALL_TIER && size < MANY_MIDDLE) {
    const factors = both(perRest);
    const bounds = both(mostLight);
    let lights = i64x2.splat(0);
    let least = both(Infinity);
    let most = both(0);
    for (let i: usize = 0; i < end; i += 16) {
      let r = f64x2.mul(v128.load(start + i), factors);
      if (i + 8 == end) r = v128.shuffle<f64>(r, r, 0, 0);
      v128.store(middle + i, r);
      lights = i64x2.sub(lights, f64x2.le(r, bounds));
      least = f64x2.pmin(least, r);
      most = f64x2.pmax(most, r);
    }
    leastMiddle = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
    greatestMiddle = max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
    const light = <i32>(i64x2.extract_lane(lights, 0) + i64x2.extract_lane(lights, 1));
    if (light < FEW_LIGHT && leastMiddle > mostLight * FAINT && greatestMiddle <= leastHeavy) {
      padMiddle(size);
      lightCount = 0;
      middleCount = size;
      heavyCount = 0;
      inOrder = true;
      return true;
    }
  }
  return sortOut(start, size, perRest, mostLight, leastHeavy);
}

/** Rows have an even number of items, and the search for the mode reads them in fours. */
@inline
function padMiddle(count: i32): void {
  const end = middle + (<usize>count << 3);
  store<f64>(end, Infinity);
  v128.store(end, both(Infinity), 8);
}

/** Divides the items one by one: the first pass counts, because a limit depends on the counts, and the second pass stores. */
function sortOut(start: usize, size: i32, perRest: f64, mostLight: f64, leastHeavy: f64): bool {
  let light = 0;
  let heavy = 0;
  for (let a = 0; a < size; a++) {
    const r = load<f64>(start + (<usize>a << 3)) * perRest;
    light += i32(r <= mostLight);
    heavy += i32(r > leastHeavy);
  }
  const isSmall = size - heavy <= SMALL_TIER;
  const asMiddle = isSmall ? 0 : light < FEW_LIGHT ? mostLight * FAINT : mostLight;
  let lights = 0;
  let middles = 0;
  let least: f64 = 1;
  let greatest: f64 = 0;
  for (let a = 0; a < size; a++) {
    const r = load<f64>(start + (<usize>a << 3)) * perRest;
    if (r <= asMiddle) {
      store<f64>(lightRatio + (<usize>lights << 3), r * scale);
      store<i32>(lightIndex + (<usize>lights << 2), a);
      lights++;
    } else if (r <= leastHeavy) {
      if (middles == MANY_MIDDLE - 1) return false;
      store<f64>(middle + (<usize>middles << 3), r);
      store<i32>(middleIndex + (<usize>middles << 2), a);
      middles++;
      least = min(least, r);
      greatest = max(greatest, r);
    }
  }
  padMiddle(middles);
  lightCount = lights;
  middleCount = middles;
  leastMiddle = least;
  greatestMiddle = greatest;
  heavyCount = heavy;
  inOrder = false;
  return true;
}
