import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import type { NamedPreferences } from "../observations/named-preferences.ts";
import { checkedClusters, normalizeWeights } from "../observations/weighted-preferences.ts";
import type { MixtureOptions } from "./mixture-fit.ts";

/** The observations of a mixture. All observations of a voter belong to the same group. */
export interface MixtureData {
  readonly preferences: PackedPreferences;
  readonly weights: Float64Array;
  /** The voter who made each observation. */
  readonly voters: Int32Array;
  readonly voterCount: number;
  /**
   * The weight of each voter. Without clusters, an observation of weight 3 counts as three voters. A voter with several observations counts
   * once; the weights of these observations matter only relative to each other.
   */
  readonly voterWeights: Float64Array;
  /** The sum of `voterWeights`. */
  readonly total: number;
}

/** Checks the observations and arranges them by voter. */
export function mixtureData(
  preferences: NamedPreferences["preferences"],
  { items, weights, clusters }: Pick<MixtureOptions, "clusters" | "items" | "weights">,
): MixtureData {
  const packed = packPreferences(preferences, items);
  const { unit, weights: normalized } = normalizeWeights(weights, packed.count, 0);
  const own = Float64Array.from({ length: packed.count }, (_, b) => unit * (normalized?.[b] ?? 1));
  if (clusters === undefined) {
    const voters = Int32Array.from({ length: packed.count }, (_, b) => b);
    return arrange(packed, new Float64Array(packed.count).fill(1), voters, packed.count, own);
  }
  const { voters, count } = numbered(checkedClusters(clusters, packed.count));
  return arrange(packed, own, voters, count, new Float64Array(count).fill(1));
}

/** Returns the same observations with different weights for the voters. */
export function withWeights(data: MixtureData, voterWeights: Float64Array): MixtureData {
  return arrange(data.preferences, data.weights, data.voters, data.voterCount, voterWeights);
}

function arrange(
  preferences: PackedPreferences,
  weights: Float64Array,
  voters: Int32Array,
  voterCount: number,
  voterWeights: Float64Array,
): MixtureData {
  const total = voterWeights.reduce((sum, weight) => sum + weight, 0);
  return { preferences, weights, voters, voterCount, voterWeights, total };
}

/** Assigns numbers to the clusters, from 0 in order of appearance. */
function numbered(clusters: Int32Array): { readonly voters: Int32Array; readonly count: number } {
  const numbers = new Map<number, number>();
  const voters = clusters.map((cluster) => {
    const known = numbers.get(cluster) ?? numbers.size;
    numbers.set(cluster, known);
    return known;
  });
  return { voters, count: numbers.size };
}
