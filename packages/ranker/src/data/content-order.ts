import type { PackedPreferences } from "@tierwise/core-integrator";
import type { ValuedCsr } from "@tierwise/data/rows";
import { shared } from "./sparse-rows.ts";
import type { PreparedData } from "./training-data.ts";

/**
 * Reorders rows by their content, so that results do not depend on their order in a file: for a given seed, the same rows are held out, and
 * rows are shuffled in the same way. This hashes every entry, then sorts and copies the rows.
 */
export function inContentOrder(data: PreparedData): PreparedData {
  const { rowCount, features, preferences, groups } = data;
  const order = contentOrder(data);
  return {
    rowCount,
    features: selectFeatures(features, order),
    preferences: selectPreferences(preferences, order),
    groups: groups && order.map((row) => groups[row]),
  };
}

/** The rows sorted by a hash of their content, then by their entries and tiers, then by group. Identical rows may be in either order. */
function contentOrder({ rowCount, features, preferences, groups }: PreparedData): Int32Array {
  const { indptr, indices, values } = features;
  const { items, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  // One key per row, with the hash in the high bits and the row in the low bits, so that the keys can be sorted without a comparator.
  const keys = new BigUint64Array(rowCount);
  const halves = new Uint32Array(keys.buffer);
  for (let row = 0; row < rowCount; row++) {
    let hash = mix(restIsLowest[row], indptr[row + 1] - indptr[row]);
    for (let k = indptr[row]; k < indptr[row + 1]; k++) hash = mix(mix(hash, indices[k]), bits[k]);
    for (let t = preferenceOffsets[row]; t < preferenceOffsets[row + 1]; t++) {
      hash = mix(hash, tierOffsets[t + 1] - tierOffsets[t]);
      for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) hash = mix(hash, items[i]);
    }
    halves[2 * row] = row;
    halves[2 * row + 1] = hash;
  }
  keys.sort();
  const order = Int32Array.from({ length: rowCount }, (_, i) => halves[2 * i]);
  for (let from = 0, to = 1; from < rowCount; from = to++) {
    while (to < rowCount && halves[2 * to + 1] === halves[2 * from + 1]) to++;
    if (to - from === 1) continue;
    const between = (a: number, b: number): number => (groups === undefined ? 0 : groups[a] - groups[b]);
    order.subarray(from, to).sort((a, b) => compareRows(features, preferences, a, b) || between(a, b));
  }
  return order;
}

/** One step of MurmurHash3 on 32 bits (A. Appleby, public domain). */
function mix(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/** Compares two rows by their entries, then by their tiers: negative if row a comes first, 0 if the rows are equal. */
function compareRows(
  { indptr, indices, values }: ValuedCsr,
  preferences: PackedPreferences,
  a: number,
  b: number,
): number {
  const { items, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  const [tierA, tierB] = [preferenceOffsets[a], preferenceOffsets[b]];
  const [tiers, tiersB] = [preferenceOffsets[a + 1] - tierA, preferenceOffsets[b + 1] - tierB];
  const entries = indptr[a + 1] - indptr[a];
  let difference = entries - (indptr[b + 1] - indptr[b]) || tiers - tiersB || restIsLowest[a] - restIsLowest[b];
  for (let k = 0; k < entries && difference === 0; k++) {
    const [i, j] = [indptr[a] + k, indptr[b] + k];
    difference = indices[i] - indices[j] || values[i] - values[j];
  }
  for (let t = 1; t <= tiers && difference === 0; t++) {
    difference = tierOffsets[tierA + t] - tierOffsets[tierA] - (tierOffsets[tierB + t] - tierOffsets[tierB]);
  }
  const named = tierOffsets[tierA + tiers] - tierOffsets[tierA];
  for (let i = 0; i < named && difference === 0; i++) {
    difference = items[tierOffsets[tierA] + i] - items[tierOffsets[tierB] + i];
  }
  return difference;
}

/** Returns the rows of a sparse matrix in the given order. */
export function selectFeatures({ indptr, indices, values }: ValuedCsr, order: Int32Array): ValuedCsr {
  const selected = {
    indptr: new Int32Array(order.length + 1),
    indices: new Int32Array(indices.length),
    values: new Float32Array(values.length),
  };
  let at = 0;
  for (const [i, row] of order.entries()) {
    const [from, to] = [indptr[row], indptr[row + 1]];
    selected.indices.set(indices.subarray(from, to), at);
    selected.values.set(values.subarray(from, to), at);
    at += to - from;
    selected.indptr[i + 1] = at;
  }
  return selected;
}

function selectPreferences(preferences: PackedPreferences, order: Int32Array): PackedPreferences {
  const { items, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  const selected = {
    items: new Int32Array(items.length),
    tierOffsets: new Int32Array(tierOffsets.length),
    preferenceOffsets: new Int32Array(preferenceOffsets.length),
  };
  let tier = 0;
  let at = 0;
  for (const [i, row] of order.entries()) {
    for (let t = preferenceOffsets[row]; t < preferenceOffsets[row + 1]; t++) {
      selected.items.set(items.subarray(tierOffsets[t], tierOffsets[t + 1]), at);
      at += tierOffsets[t + 1] - tierOffsets[t];
      selected.tierOffsets[++tier] = at;
    }
    selected.preferenceOffsets[i + 1] = tier;
  }
  return {
    ...preferences,
    items: shared(selected.items),
    tierOffsets: shared(selected.tierOffsets),
    preferenceOffsets: shared(selected.preferenceOffsets),
    restIsLowest: shared(Uint8Array.from(order, (row) => restIsLowest[row])),
  };
}
