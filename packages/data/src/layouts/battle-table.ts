import type { Preference } from "@tierwise/core-integrator";
import type { Tally } from "../records/tally.ts";

/** A column-oriented table of distinct battles with their counts. */
export interface BattleTable {
  /** The items: `itemNames[i]` is the name of item i. */
  readonly itemNames: readonly string[];
  /** The item on the left side of each row. */
  readonly left: Int32Array;
  /** The item on the right side of each row. */
  readonly right: Int32Array;
  /** The outcome of each row, as an index into {@link battleOutcomes}. */
  readonly outcomes: Uint8Array;
  /** How often each row was observed: the sum of the weight column, always positive. */
  readonly weights: Float64Array;
  /** The cluster of each row, such as its judge, as an index into `clusterNames`. Observations within a cluster may be dependent. */
  readonly clusters?: Int32Array;
  /** The names of the clusters. */
  readonly clusterNames?: readonly string[];
  /** The kept categorical columns, such as the language of a question, by column name. */
  readonly factors?: Readonly<Record<string, BattleFactor>>;
  /** The kept numeric columns, such as the length of an answer, by column name. */
  readonly numbers?: Readonly<Record<string, Float64Array>>;
}

/** A categorical column of a {@link BattleTable}. */
export interface BattleFactor {
  /** The value of each row, as an index into `names`. */
  readonly codes: Int32Array;
  /** The distinct values. */
  readonly names: readonly string[];
}

/** Columns of battles to keep, by name. */
export interface KeepColumns {
  /** Whether to keep the judge column, if there is one, as clusters. */
  readonly judges?: boolean;
  /** The column that groups dependent observations, such as the judge. */
  readonly cluster?: string;
  /** Categorical columns, such as the language of a question. */
  readonly factors?: readonly string[];
  /** Numeric columns, such as the length of an answer. */
  readonly numbers?: readonly string[];
}

/** How preferences count a tied battle: as half a win for each side, or not at all. */
export type BattleTies = "half" | "drop";

/** A kept column, whose values the tally stores as codes. */
export interface KeptColumn {
  readonly name: string;
  readonly kind: "cluster" | "factor" | "number";
  /** The name or number for each code, as text. */
  readonly names: readonly string[];
  /** The new code for each old code; new codes follow the canonical order of names. */
  readonly order: Int32Array;
}

/** Builds the table, with rows in ascending order, from the counts of distinct rows (left, right, outcome, kept codes …). */
export function battleTable(
  counted: ReturnType<Tally["finish"]>,
  itemNames: readonly string[],
  itemOrder: Int32Array,
  kept: readonly KeptColumn[],
): BattleTable {
  const recoded = (k: number, order: Int32Array | undefined): Int32Array => {
    const column = counted.columns[k];
    return order === undefined ? column : column.map((code) => order[code]);
  };
  const columns = [recoded(0, itemOrder), recoded(1, itemOrder), recoded(2, undefined)];
  for (const [k, { order }] of kept.entries()) columns.push(recoded(3 + k, order));
  const { weights } = counted;
  const rows = Int32Array.from(weights, (_, row) => row).filter((row) => weights[row] > 0);
  rows.sort((one, other) => {
    for (const column of columns) if (column[one] !== column[other]) return column[one] - column[other];
    return 0;
  });
  const sorted = (column: Int32Array): Int32Array => rows.map((row) => column[row]);
  const table: Mutable<BattleTable> = {
    itemNames,
    left: sorted(columns[0]),
    right: sorted(columns[1]),
    outcomes: Uint8Array.from(rows, (row) => columns[2][row]),
    weights: Float64Array.from(rows, (row) => weights[row]),
  };
  const factors: Record<string, BattleFactor> = {};
  const numbers: Record<string, Float64Array> = {};
  for (const [k, { name, kind, names }] of kept.entries()) {
    const codes = sorted(columns[3 + k]);
    if (kind === "cluster") Object.assign(table, { clusters: codes, clusterNames: names });
    else if (kind === "factor") factors[name] = { codes, names };
    else numbers[name] = Float64Array.from(codes, (code) => Number(names[code]));
  }
  if (Object.keys(factors).length > 0) table.factors = factors;
  if (Object.keys(numbers).length > 0) table.numbers = numbers;
  return table;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Converts battles to preferences: one per pair of winner and loser, weighted by the number of wins, in ascending order of winner and
 * loser. A tie counts as half a win for each side, or not at all.
 */
export function battlePreferences(
  { itemNames, left, right, outcomes, weights }: BattleTable,
  ties: BattleTies,
): { preferences: Preference[]; weights: Float64Array } {
  const wins = new Map<number, number>();
  const add = (winner: number, loser: number, weight: number): void => {
    const pair = winner * itemNames.length + loser;
    wins.set(pair, (wins.get(pair) ?? 0) + weight);
  };
  for (let row = 0; row < left.length; row++) {
    if (outcomes[row] === 0) add(left[row], right[row], weights[row]);
    else if (outcomes[row] === 1) add(right[row], left[row], weights[row]);
    else if (ties === "half") {
      add(left[row], right[row], weights[row] / 2);
      add(right[row], left[row], weights[row] / 2);
    }
  }
  const pairs = [...wins].sort(([one], [other]) => one - other);
  return {
    preferences: pairs.map(([pair]) => ({
      tiers: [Int32Array.of(Math.floor(pair / itemNames.length)), Int32Array.of(pair % itemNames.length)],
      rest: "unobserved",
    })),
    weights: Float64Array.from(pairs, ([, weight]) => weight),
  };
}
