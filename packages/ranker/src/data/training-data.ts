import { type PackedPreferences, type Preference, packPreferences } from "@tierwise/core-integrator";
import type { LabeledRows, ValuedCsr } from "@tierwise/data/rows";
import type { NetworkShape } from "../model/layers.ts";
import { formedRows, type RowForm } from "./row-form.ts";
import { checkRows, shared, tight } from "./sparse-rows.ts";

/** Rows of features with one preference per row. A preference may have more than two tiers or leave items unobserved. */
export interface PreferenceRows {
  /** The features of the rows. */
  readonly features: ValuedCsr;
  /** The preference of each row; metrics treat the items of its first tier as relevant. */
  readonly preferences: readonly Preference[];
  /** The group of each row, such as its user. The rows of a group are held out together. Default: every row is a separate group. */
  readonly groups?: Int32Array | undefined;
}

/** Training data for a ranker: a multi-label dataset, whose labels form the top tier of each row, or rows with preferences. */
export type TrainingData = LabeledRows | PreferenceRows;

/** Training data in the memory layout of the training loop. */
export interface PreparedData {
  readonly rowCount: number;
  readonly features: ValuedCsr;
  readonly preferences: PackedPreferences;
  /** The group of each row; undefined if every row is a separate group. */
  readonly groups?: Int32Array | undefined;
}

/** Checks data against the shape of a ranker, and converts it to the layout used for training. */
export function prepareData(
  data: TrainingData,
  shape: Omit<NetworkShape, "hidden">,
  form: RowForm = { normalize: false },
): PreparedData {
  const preferences = "preferences" in data ? packed(data, shape) : labelPreferences(data, shape);
  const rowCount = data.features.indptr.length - 1;
  checkRows(data.features, shape.featureCount, "features");
  if (preferences.count !== rowCount) {
    throw new RangeError(`preferences.count is ${preferences.count}; expected ${rowCount}, one per row of features`);
  }
  const { groups } = data;
  if (groups !== undefined && groups.length !== rowCount) {
    throw new RangeError(`groups.length is ${groups.length}; expected ${rowCount}, one per row of features`);
  }
  const features = formedRows(tight(data.features), form, shape.featureCount);
  return { rowCount, features, preferences, groups };
}

function packed({ preferences }: PreferenceRows, { itemCount }: Pick<NetworkShape, "itemCount">): PackedPreferences {
  return inSharedMemory(packPreferences(preferences, itemCount));
}

/** Preferences with the labels of a row in the top tier and all other items in the lowest tier. A row without labels has no tier. */
function labelPreferences(
  { labels, numRows, numLabels, numFeatures }: LabeledRows,
  shape: Omit<NetworkShape, "hidden">,
): PackedPreferences {
  if (numLabels !== shape.itemCount) {
    throw new RangeError(
      `numLabels is ${numLabels} in the dataset, and itemCount is ${shape.itemCount} in the ranker; expected the same number`,
    );
  }
  if (numFeatures !== shape.featureCount) {
    throw new RangeError(
      `numFeatures is ${numFeatures} in the dataset, and featureCount is ${shape.featureCount} in the ranker; expected the same number`,
    );
  }
  const tiers = new Int32Array(numRows + 1);
  const start = labels.indptr[0];
  const tierOffsets: number[] = [0];
  const seen = new Int32Array(numLabels).fill(-1);
  for (let row = 0; row < numRows; row++) {
    for (let k = labels.indptr[row]; k < labels.indptr[row + 1]; k++) {
      const label = labels.indices[k];
      if (!(label >= 0 && label < numLabels)) {
        throw new RangeError(`row ${row} has label ${label}; expected 0 to ${numLabels - 1}`);
      }
      if (seen[label] === row) throw new RangeError(`row ${row} has label ${label} twice`);
      seen[label] = row;
    }
    const labeled = labels.indptr[row + 1] > labels.indptr[row];
    if (labeled) tierOffsets.push(labels.indptr[row + 1] - start);
    tiers[row + 1] = tiers[row] + Number(labeled);
  }
  return inSharedMemory({
    itemCount: numLabels,
    count: numRows,
    items: labels.indices.slice(start, labels.indptr[numRows]),
    tierOffsets: Int32Array.from(tierOffsets),
    preferenceOffsets: tiers,
    restIsLowest: new Uint8Array(numRows).fill(1),
  });
}

function inSharedMemory(preferences: PackedPreferences): PackedPreferences {
  return {
    ...preferences,
    items: shared(preferences.items),
    tierOffsets: shared(preferences.tierOffsets),
    preferenceOffsets: shared(preferences.preferenceOffsets),
    restIsLowest: shared(preferences.restIsLowest),
  };
}

/** The items of a row that metrics treat as relevant: its first tier. */
export function relevantItems({ preferences }: PreparedData, row: number): Int32Array {
  const { items, tierOffsets, preferenceOffsets } = preferences;
  const tier = preferenceOffsets[row];
  if (tier === preferenceOffsets[row + 1]) return items.subarray(0, 0);
  return items.subarray(tierOffsets[tier], tierOffsets[tier + 1]);
}

/** For each item, the number of rows in `rows` that have the item in their first tier. */
export function itemCounts(data: PreparedData, rows: Int32Array): Float64Array {
  const counts = new Float64Array(data.preferences.itemCount);
  for (const row of rows) for (const item of relevantItems(data, row)) counts[item]++;
  return counts;
}

export function concatData(a: PreparedData, b: PreparedData): PreparedData {
  const [p, q] = [a.preferences, b.preferences];
  return {
    rowCount: a.rowCount + b.rowCount,
    features: {
      indptr: joinedOffsets(a.features.indptr, b.features.indptr),
      indices: joined(a.features.indices, b.features.indices),
      values: joined(a.features.values, b.features.values),
    },
    preferences: inSharedMemory({
      itemCount: p.itemCount,
      count: p.count + q.count,
      items: joined(p.items, q.items),
      tierOffsets: joinedOffsets(p.tierOffsets, q.tierOffsets),
      preferenceOffsets: joinedOffsets(p.preferenceOffsets, q.preferenceOffsets),
      restIsLowest: joined(p.restIsLowest, q.restIsLowest),
    }),
  };
}

function joined<T extends Float32Array | Int32Array | Uint8Array>(a: T, b: T): T {
  const both = new (a.constructor as new (length: number) => T)(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Concatenates offsets: those of `a`, followed by those of `b`, increased by the last offset of `a`. */
function joinedOffsets(a: Int32Array, b: Int32Array): Int32Array {
  const end = a[a.length - 1];
  return joined(
    a,
    b.subarray(1).map((offset) => offset + end),
  );
}
