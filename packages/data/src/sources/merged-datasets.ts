import type { Preference } from "@tierwise/core-integrator";
import type { Reduced } from "../layouts/reducer.ts";

/** Merges the datasets of several files, with items identified by name. */
export function mergedDatasets(datasets: readonly Reduced[]): Reduced {
  const numbers = new Map<string, number>();
  const itemNames: string[] = [];
  const preferences: Preference[] = [];
  const weights: number[] = [];
  for (const dataset of datasets) {
    const order = dataset.itemNames.map((name) => {
      const known = numbers.get(name) ?? itemNames.push(name) - 1;
      numbers.set(name, known);
      return known;
    });
    for (const [i, { tiers, ...others }] of dataset.preferences.entries()) {
      preferences.push({ ...others, tiers: tiers.map((tier) => Int32Array.from(tier, (item) => order[item])) });
      weights.push(dataset.weights[i]);
    }
  }
  return { itemNames, preferences, weights: Float64Array.from(weights) };
}
