/** The possible outcomes of a battle; {@link Battles} stores indices into this list. */
export const battleOutcomes = ["left", "right", "tie", "both bad", "both good"] as const;

/** How a battle ended. */
export type BattleOutcome = (typeof battleOutcomes)[number];

/** A column of categories, such as the language of each battle. */
export interface BattleFactor {
  /** The category of each row, as an index into `names`. */
  readonly codes: Int32Array;
  /** The names of the categories. */
  readonly names: readonly string[];
}

/** Battles between two items, stored in columns. Row r stands for equal battles, and its weight is their number. */
export interface Battles {
  /** The names of the N items; item i is `itemNames[i]`. */
  readonly itemNames: readonly string[];
  /** The item on the left of each row. */
  readonly left: Int32Array;
  /** The item on the right of each row. */
  readonly right: Int32Array;
  /** The outcome of each row, as an index into {@link battleOutcomes}. */
  readonly outcomes: Uint8Array;
  /** The number of battles that each row stands for. */
  readonly weights: Float64Array;
  /** The cluster of each row, as an index into `clusterNames`. Rows in a cluster, such as the rows of one judge, may be dependent. */
  readonly clusters?: Int32Array;
  /** The names of the clusters. */
  readonly clusterNames?: readonly string[];
  /** Categorical columns by name, such as language or month, which define slices. */
  readonly factors?: Readonly<Record<string, BattleFactor>>;
  /** Numeric columns by name, such as the lengths of the two answers, which controls can use. */
  readonly numbers?: Readonly<Record<string, Float64Array>>;
}

/** Throws unless the columns have equal lengths and valid entries. */
export function checkBattles(battles: Battles): void {
  const { itemNames, left, right, outcomes, weights, clusters } = battles;
  const rows = left.length;
  const columns = { right, outcomes, weights, ...(clusters && { clusters }) };
  for (const [name, column] of Object.entries(columns)) checkLength(name, column.length, rows);
  for (const [name, { codes }] of Object.entries(battles.factors ?? {})) {
    checkLength(`factors.${name}.codes`, codes.length, rows);
  }
  for (const [name, column] of Object.entries(battles.numbers ?? {})) {
    checkLength(`numbers.${name}`, column.length, rows);
  }
  const items = itemNames.length;
  for (let r = 0; r < rows; r++) {
    if (!(left[r] >= 0 && left[r] < items)) throw notAnItem("left", r, left[r], items);
    if (!(right[r] >= 0 && right[r] < items)) throw notAnItem("right", r, right[r], items);
    if (left[r] === right[r]) {
      throw new RangeError(`left[${r}] and right[${r}] are both item ${left[r]}; expected two different items`);
    }
    if (outcomes[r] >= battleOutcomes.length) {
      throw new RangeError(`outcomes[${r}] is ${outcomes[r]}; expected 0 to ${battleOutcomes.length - 1}`);
    }
    if (clusters !== undefined && !(clusters[r] >= 0)) {
      throw new RangeError(`clusters[${r}] is ${clusters[r]}; expected a nonnegative index of a cluster`);
    }
  }
}

function checkLength(name: string, length: number, rows: number): void {
  if (length !== rows) throw new RangeError(`${name} has length ${length}; expected ${rows}, the length of left`);
}

function notAnItem(side: string, row: number, item: number, items: number): RangeError {
  return new RangeError(`${side}[${row}] is ${item}; expected the index of an item, from 0 to ${items - 1}`);
}
