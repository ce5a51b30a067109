import { type PackedPreferences, type Preference, packPreferences } from "@tierwise/core-integrator";
import { strictCsrProblem } from "@tierwise/data/reading";
import type { Csr, ValuedCsr } from "@tierwise/data/rows";

/**
 * Training rows of a two-tower model: contexts with labels or preferences over items. Multi-label data and the rows of `recommenderRows` can
 * be passed unchanged.
 */
export interface TowerRows {
  /** The features of the contexts. */
  readonly features: ValuedCsr;
  /** The relevant items of each row, which form its top tier; all other items are below. Give either `labels` or `preferences`. */
  readonly labels?: Csr;
  /** The tiers of each row; metrics treat the items of the first tier as relevant. */
  readonly preferences?: readonly Preference[];
  /** The items that each row could choose from. Default: all items. */
  readonly candidates?: Csr;
  /** Items that are excluded from the rankings in validation, such as items that a user has already rated. Default: none. */
  readonly exclude?: Csr | undefined;
  /** The group of each row, such as its user: rows of one group are held out together. Default: each row forms a separate group. */
  readonly groups?: Int32Array | undefined;
  /** The weight of each row in training. Default: 1. */
  readonly weights?: Float64Array;
}

/** Rows that have been checked, with tiers in a flat layout. */
export interface PreparedRows extends Omit<TowerRows, "labels" | "preferences"> {
  readonly rowCount: number;
  /** The tiers. If rows have candidates, an item is numbered by its position among the candidates of its row. */
  readonly packed: PackedPreferences & { itemCount: number };
}

/** Checks rows against the numbers of features and items. */
export function prepareRows(rows: TowerRows, featureCount: number, itemCount: number): PreparedRows {
  const { features, labels, preferences, candidates, exclude, groups, weights } = rows;
  const rowCount = features.indptr.length - 1;
  const check = (name: string, matrix: Csr | undefined, columns: number): void => {
    const problem = matrix && strictCsrProblem(matrix, rowCount, columns);
    if (problem !== undefined) throw new RangeError(`${name}: ${problem}`);
  };
  check("features", features, featureCount);
  for (const [name, matrix] of Object.entries({ labels, candidates, exclude })) check(name, matrix, itemCount);
  for (const [name, list] of Object.entries({ preferences, groups, weights })) {
    if (list === undefined || list.length === rowCount) continue;
    throw new RangeError(`${name}.length is ${list.length}; expected ${rowCount}, one per row of features`);
  }
  for (let row = 0; row < (weights?.length ?? 0); row++) {
    const weight = weights?.[row] ?? 1;
    if (weight >= 0 && weight < Number.POSITIVE_INFINITY) continue;
    throw new RangeError(`weights[${row}] is ${weight}; expected a finite nonnegative number`);
  }
  if ((labels === undefined) === (preferences === undefined)) {
    throw new TypeError(
      `${labels ? "both labels and preferences" : "no labels and no preferences"} are given; expected one of them`,
    );
  }
  const tiers = preferences ?? (labels ? labelTiers(labels) : []);
  const packed =
    candidates === undefined
      ? packPreferences(tiers, itemCount)
      : packPreferences(withinCandidates(tiers, candidates, itemCount), longest(candidates));
  return {
    rowCount,
    packed: { ...packed },
    features,
    ...(candidates && { candidates }),
    ...(exclude && { exclude }),
    ...(groups && { groups }),
    ...(weights && { weights }),
  };
}

/** The items of a row that metrics treat as relevant: its first tier. */
export function relevantItems({ packed, candidates }: PreparedRows, row: number): Int32Array {
  const { items, tierOffsets, preferenceOffsets } = packed;
  const tier = preferenceOffsets[row];
  if (tier === preferenceOffsets[row + 1]) return items.subarray(0, 0);
  const first = items.subarray(tierOffsets[tier], tierOffsets[tier + 1]);
  return candidates === undefined ? first : first.map((place) => candidates.indices[candidates.indptr[row] + place]);
}

function labelTiers({ indptr, indices }: Csr): Preference[] {
  return Array.from({ length: indptr.length - 1 }, (_, row) => {
    const tier = indices.subarray(indptr[row], indptr[row + 1]);
    return { tiers: tier.length > 0 ? [tier] : [] };
  });
}

function longest({ indptr }: Csr): number {
  let most = 1;
  for (let row = 1; row < indptr.length; row++) most = Math.max(most, indptr[row] - indptr[row - 1]);
  return most;
}

/** Replaces the items in tiers with their positions among the candidates of the row. */
function withinCandidates(tiers: readonly Preference[], { indptr, indices }: Csr, itemCount: number): Preference[] {
  const placeOf = new Int32Array(itemCount).fill(-1);
  return tiers.map((preference, row) => {
    const own = indices.subarray(indptr[row], indptr[row + 1]);
    for (const [place, item] of own.entries()) placeOf[item] = place;
    const local = preference.tiers.map((tier) =>
      Array.from(tier, (item) => {
        if (placeOf[item] >= 0) return placeOf[item];
        throw new RangeError(`row ${row} ranks item ${item}, which is not among its candidates`);
      }),
    );
    for (const item of own) placeOf[item] = -1;
    return { ...preference, tiers: local };
  });
}
