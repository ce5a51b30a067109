import type { PackedPreferences } from "@tierwise/core-integrator";

/** Weights and prior, divided by the largest value among them so that no sum overflows and no tolerance depends on their scale. */
export interface NormalizedWeights {
  /** The scale of the weights: each given weight is `unit` times the normalized weight. */
  readonly unit: number;
  /** Weights of at most 1; undefined if none were given and all are 1. */
  readonly weights?: Float64Array;
  /** The strength λ of the prior, divided by `unit`; at most 1. */
  readonly prior: number;
  /** The sum of the normalized weights: the number of observations in units of `unit`. */
  readonly total: number;
}

/**
 * Checks the weights of `count` observations and divides them and the prior λ by the largest value among them.
 *
 * Multiplying all weights and the prior by a constant changes only `unit`, up to rounding. Throws if a positive weight becomes 0 after this
 * division, because the fit would ignore the observation.
 */
export function normalizeWeights(
  weights: ArrayLike<number> | undefined,
  count: number,
  prior: number,
): NormalizedWeights {
  const heaviest = weights === undefined ? Math.min(1, count) : checkedMaximum(weights, count);
  const unit = Math.max(heaviest, prior) || 1;
  if (weights === undefined && unit === 1) return { unit, prior, total: count };
  const normalized = new Float64Array(count);
  let total = 0;
  for (let b = 0; b < count; b++) {
    const weight = weights?.[b] ?? 1;
    if (weight > 0 && weight / heaviest === 0) {
      throw new RangeError(
        `weights[${b}] is ${weight}, which rounds to 0 relative to the largest, ${heaviest}; expected 0 or a larger weight`,
      );
    }
    normalized[b] = weight / unit;
    total += normalized[b];
  }
  return { unit, weights: normalized, prior: prior / unit, total };
}

function checkedMaximum(weights: ArrayLike<number>, count: number): number {
  if (weights.length !== count) {
    throw new RangeError(`weights has length ${weights.length}; expected ${count}, one per observation`);
  }
  let most = 0;
  for (let b = 0; b < count; b++) {
    if (!(weights[b] >= 0 && weights[b] < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`weights[${b}] is ${weights[b]}; expected a nonnegative finite number`);
    }
    most = Math.max(most, weights[b]);
  }
  return most;
}

/** Distinct preferences with the sums of their weights. */
export interface MergedPreferences {
  readonly preferences: PackedPreferences;
  readonly weights: Float64Array;
}

/**
 * Merges equal preferences: those with the same tiers, regardless of the order in which the items of a tier are listed. Preferences of
 * weight 0 are dropped. Cost: O(n log m) for n listed items in tiers of at most m.
 */
export function mergePreferences(
  preferences: PackedPreferences,
  weights: ArrayLike<number> | undefined,
): MergedPreferences {
  const { count, tierOffsets, preferenceOffsets, restIsLowest, itemCount } = preferences;
  const items = sortedTiers(preferences);
  const mask = tableSize(count) - 1;
  const table = new Int32Array(mask + 1).fill(-1);
  const kept = new Int32Array(count);
  const sums = new Float64Array(count);
  let distinct = 0;
  for (let p = 0; p < count; p++) {
    const weight = weights?.[p] ?? 1;
    if (weight === 0) continue;
    let slot = hashOf(preferences, items, p) & mask;
    while (table[slot] >= 0 && !areEqual(preferences, items, kept[table[slot]], p)) slot = (slot + 1) & mask;
    if (table[slot] < 0) {
      table[slot] = distinct;
      kept[distinct++] = p;
    }
    sums[table[slot]] += weight;
  }
  if (distinct === count) return { preferences, weights: sums };
  const chosen = kept.subarray(0, distinct);
  return {
    preferences: select({ itemCount, count, items, tierOffsets, preferenceOffsets, restIsLowest }, chosen),
    weights: sums.slice(0, distinct),
  };
}

function tableSize(count: number): number {
  let size = 16;
  while (size < 2 * count) size *= 2;
  return size;
}

/** The items, in ascending order within each tier. */
function sortedTiers({ items, tierOffsets }: PackedPreferences): Int32Array {
  const sorted = items.slice();
  for (let t = 0; t + 1 < tierOffsets.length; t++) {
    if (tierOffsets[t + 1] - tierOffsets[t] > 1) sorted.subarray(tierOffsets[t], tierOffsets[t + 1]).sort();
  }
  return sorted;
}

/** A hash of the tiers of a preference (FNV-1a on whole items, with a final mix). */
function hashOf(
  { tierOffsets, preferenceOffsets, restIsLowest }: PackedPreferences,
  items: Int32Array,
  p: number,
): number {
  let hash = 0x811c9dc5 ^ restIsLowest[p];
  for (let t = preferenceOffsets[p]; t < preferenceOffsets[p + 1]; t++) {
    hash = Math.imul(hash ^ 0x9e3779b9, 0x01000193);
    for (let k = tierOffsets[t]; k < tierOffsets[t + 1]; k++) hash = Math.imul(hash ^ items[k], 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

function areEqual(
  { tierOffsets, preferenceOffsets, restIsLowest }: PackedPreferences,
  items: Int32Array,
  p: number,
  q: number,
): boolean {
  const [a, b] = [preferenceOffsets[p], preferenceOffsets[q]];
  const tiers = preferenceOffsets[p + 1] - a;
  if (preferenceOffsets[q + 1] - b !== tiers || restIsLowest[p] !== restIsLowest[q]) return false;
  const shift = tierOffsets[b] - tierOffsets[a];
  for (let t = 1; t <= tiers; t++) if (tierOffsets[b + t] - tierOffsets[a + t] !== shift) return false;
  for (let k = tierOffsets[a]; k < tierOffsets[a + tiers]; k++) if (items[k] !== items[k + shift]) return false;
  return true;
}

/** Returns the chosen preferences, in the order in which they were chosen. */
function select(
  { itemCount, items, tierOffsets, preferenceOffsets, restIsLowest }: PackedPreferences,
  chosen: Int32Array,
): PackedPreferences {
  let [tierCount, named] = [0, 0];
  for (const p of chosen) {
    tierCount += preferenceOffsets[p + 1] - preferenceOffsets[p];
    named += tierOffsets[preferenceOffsets[p + 1]] - tierOffsets[preferenceOffsets[p]];
  }
  const selected = {
    itemCount,
    count: chosen.length,
    items: new Int32Array(named),
    tierOffsets: new Int32Array(tierCount + 1),
    preferenceOffsets: new Int32Array(chosen.length + 1),
    restIsLowest: new Uint8Array(chosen.length),
  };
  let [tier, at] = [0, 0];
  for (let c = 0; c < chosen.length; c++) {
    const p = chosen[c];
    const from = tierOffsets[preferenceOffsets[p]];
    for (let t = preferenceOffsets[p]; t < preferenceOffsets[p + 1]; t++) {
      selected.tierOffsets[++tier] = at + tierOffsets[t + 1] - from;
    }
    const to = tierOffsets[preferenceOffsets[p + 1]];
    selected.items.set(items.subarray(from, to), at);
    at += to - from;
    selected.preferenceOffsets[c + 1] = tier;
    selected.restIsLowest[c] = restIsLowest[p];
  }
  return selected;
}

/** Returns the clusters as an array. Throws unless there is one nonnegative integer per observation. */
export function checkedClusters(clusters: ArrayLike<number>, count: number): Int32Array {
  if (clusters.length !== count) {
    throw new RangeError(`clusters has length ${clusters.length}; expected ${count}, one per observation`);
  }
  return Int32Array.from({ length: count }, (_, b) => {
    const cluster = clusters[b];
    if (!(Number.isInteger(cluster) && cluster >= 0 && cluster < 2 ** 31)) {
      throw new RangeError(`clusters[${b}] is ${cluster}; expected a nonnegative integer`);
    }
    return cluster;
  });
}
