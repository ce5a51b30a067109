import { randomStream } from "@tierwise/random";
import * as control from "../../../network/control.ts";
import type { TrainingNetwork } from "../training-arrays.ts";
import { itemSampler } from "./item-sampler.ts";
import type { Sampled } from "./sampled-arrays.ts";

/** The random streams of samples: one per step while training, and one for all validation batches, so that epochs are comparable. */
const trainingStream = 2;
const validationStream = 3;

/**
 * Returns a function that lists the columns of the batch: the sample of the step, and the items that rows of the batch name. It also
 * translates the preferences of the batch from items to columns.
 *
 * An item that any row names has weight 1 in all rows, whether it is in the sample or not. Such items are known without sampling, so their
 * terms in the losses of the other rows are exact, and the sample only has to represent the remaining items.
 */
export function columnDraw(network: TrainingNetwork, sampled: Sampled): () => void {
  const { control: now, rows, preferences, shape } = network;
  const { count, seed, popularity, items, columnWeights, preferences: translated } = sampled;
  const sampler = itemSampler(popularity ?? new Float64Array(shape.itemCount).fill(1), count);
  const drawn = new Int32Array(count);
  const drawnWeights = new Float64Array(count);
  const named = new Int32Array(translated.items.length);
  /** The column of each item, 0 for a named item whose column is not known yet, and −1 for all other items. */
  const columnOf = new Int32Array(shape.itemCount).fill(-1);

  function listNamed(): number {
    const { tierOffsets, preferenceOffsets, items: all } = preferences;
    let found = 0;
    for (let b = 0; b < now[control.rowCount]; b++) {
      const end = tierOffsets[preferenceOffsets[rows[b] + 1]];
      for (let k = tierOffsets[preferenceOffsets[rows[b]]]; k < end; k++) {
        if (columnOf[all[k]] !== -1) continue;
        columnOf[all[k]] = 0;
        named[found++] = all[k];
      }
    }
    named.subarray(0, found).sort();
    return found;
  }

  /** Merges the named items, the items of every sample, and the drawn items, and returns their number. */
  function merge(namedCount: number, drawnCount: number): number {
    const { always } = sampler;
    let columns = 0;
    for (let n = 0, a = 0, d = 0; n < namedCount || a < always.length || d < drawnCount; columns++) {
      const nextNamed = n < namedCount ? named[n] : shape.itemCount;
      const nextAlways = a < always.length ? always[a] : shape.itemCount;
      const nextDrawn = d < drawnCount ? drawn[d] : shape.itemCount;
      const item = Math.min(nextNamed, nextAlways, nextDrawn);
      items[columns] = item;
      columnWeights[columns] = nextNamed === item || nextAlways === item ? 1 : drawnWeights[d];
      columnOf[item] = columns;
      if (nextNamed === item) n++;
      if (nextAlways === item) a++;
      if (nextDrawn === item) d++;
    }
    return columns;
  }

  function translate(): void {
    const { tierOffsets, preferenceOffsets, restIsLowest } = preferences;
    let tier = 0;
    let at = 0;
    for (let b = 0; b < now[control.rowCount]; b++) {
      translated.restIsLowest[b] = restIsLowest[rows[b]];
      for (let t = preferenceOffsets[rows[b]]; t < preferenceOffsets[rows[b] + 1]; t++) {
        for (let k = tierOffsets[t]; k < tierOffsets[t + 1]; k++)
          translated.items[at++] = columnOf[preferences.items[k]];
        translated.tierOffsets[++tier] = at;
      }
      translated.preferenceOffsets[b + 1] = tier;
    }
  }

  return () => {
    for (let i = 0; i < now[control.columnCount]; i++) columnOf[items[i]] = -1;
    const path = now[control.training] === 1 ? [trainingStream, now[control.step]] : [validationStream];
    const drawnCount = sampler.draw(randomStream(seed, ...path), drawn, drawnWeights);
    now[control.columnCount] = merge(listNamed(), drawnCount);
    translate();
  };
}
