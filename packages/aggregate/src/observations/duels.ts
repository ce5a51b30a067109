import type { PackedPreferences } from "@tierwise/core-integrator";
import type { PairCells } from "../pairs/pair-cells.ts";
import { PairIndex } from "../pairs/pair-index.ts";
import type { PairObservations } from "../pairs/pair-observations.ts";

/** Comparisons made from preferences that each rank one item above one other item. */
export interface Duels {
  readonly cells: PairCells;
  readonly observations: PairObservations;
}

/**
 * Converts preferences to comparisons if each of them ranks just one item above one other item; otherwise returns undefined. Equal
 * comparisons are merged unless the data have clusters.
 *
 * @param weights - The weight of each preference; preferences with weight 0 are dropped. Default: 1.
 */
export function duelsOf(
  preferences: PackedPreferences,
  weights: Float64Array | undefined,
  clusters: Int32Array | undefined,
): Duels | undefined {
  const { count, itemCount } = preferences;
  const pairs = new PairIndex(itemCount);
  const pair: [better: number, worse: number] = [0, 0];
  const [cells, outcomes, kept] = [new Int32Array(count), new Uint8Array(count), new Int32Array(count)];
  let length = 0;
  for (let b = 0; b < count; b++) {
    if (!readDuel(preferences, b, pair)) return undefined;
    if (weights?.[b] === 0) continue;
    cells[length] = pairs.indexOf(pair[0], pair[1]);
    outcomes[length] = pair[0] < pair[1] ? 0 : 1;
    kept[length++] = b;
  }
  const weightAt = (k: number): number => weights?.[kept[k]] ?? 1;
  const at = { cells: cells.subarray(0, length), outcomes: outcomes.subarray(0, length) };
  const model: PairCells = {
    itemCount,
    ...pairs.sides(),
    controlCount: 0,
    controls: new Float64Array(0),
    hasTies: false,
  };
  if (clusters !== undefined) {
    const given = { weights: Float64Array.from({ length }, (_, k) => weightAt(k)) };
    return { cells: model, observations: { ...given, ...at, clusters: clusters.filter((_, b) => weights?.[b] !== 0) } };
  }
  const merged = new Float64Array(2 * pairs.size);
  for (let k = 0; k < length; k++) merged[2 * cells[k] + outcomes[k]] += weightAt(k);
  const seen = Int32Array.from(merged.keys()).filter((kind) => merged[kind] > 0);
  return {
    cells: model,
    observations: {
      weights: Float64Array.from(seen, (kind) => merged[kind]),
      cells: seen.map((kind) => kind >> 1),
      outcomes: Uint8Array.from(seen, (kind) => kind & 1),
    },
  };
}

/** Reads a preference that ranks one item above one other item. Returns false for any other preference. */
function readDuel(
  { items, tierOffsets, preferenceOffsets, restIsLowest, itemCount }: PackedPreferences,
  b: number,
  pair: [better: number, worse: number],
): boolean {
  let named = 0;
  for (let t = preferenceOffsets[b]; t < preferenceOffsets[b + 1]; t++) {
    const size = tierOffsets[t + 1] - tierOffsets[t];
    if (size === 0) continue;
    if (size > 1 || named === 2) return false;
    pair[named++] = items[tierOffsets[t]];
  }
  if (restIsLowest[b] === 0 || itemCount === 2) {
    if (named === 2) return true;
    if (named === 1 && itemCount === 2 && restIsLowest[b] === 1) {
      pair[1] = 1 - pair[0];
      return true;
    }
  }
  return false;
}
