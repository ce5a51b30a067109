import { type PreparedData, relevantItems } from "../data/training-data.ts";
import * as control from "../network/control.ts";
import type { TrainingNetwork } from "../network/training-arrays.ts";
import type { Glas } from "./glas-arrays.ts";

/** Lists the labels that the rows of the batch name in their first tier, each once, ascending; the control gets how many. */
export function listLabels({ rows, preferences, control: now }: TrainingNetwork, { labels, places }: Glas): void {
  for (let i = 0; i < now[control.labelCount]; i++) places[labels[i]] = -1;
  const { items, tierOffsets, preferenceOffsets } = preferences;
  let count = 0;
  for (let i = 0; i < now[control.rowCount]; i++) {
    const tier = preferenceOffsets[rows[i]];
    if (tier === preferenceOffsets[rows[i] + 1]) continue;
    for (let k = tierOffsets[tier]; k < tierOffsets[tier + 1]; k++) {
      const label = items[k];
      if (places[label] !== -1) continue;
      places[label] = 0;
      labels[count++] = label;
    }
  }
  labels.subarray(0, count).sort();
  for (let i = 0; i < count; i++) places[labels[i]] = i;
  now[control.labelCount] = count;
}

/** The most different labels that any `batch` rows of the data name: at most as many as those with the most have together. */
export function mostLabels(data: PreparedData, batch: number): number {
  const lengths = Int32Array.from({ length: data.rowCount }, (_, row) => relevantItems(data, row).length).sort();
  let most = 0;
  for (const length of lengths.subarray(Math.max(0, lengths.length - batch))) most += length;
  return Math.min(most, data.preferences.itemCount);
}
