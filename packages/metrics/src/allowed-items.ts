import type { Csr } from "@tierwise/data/rows";
import type { RankOptions } from "./model.ts";

/** The items that rankings may contain, derived from the validated options of {@link Model.rank}. */
export interface AllowedItems {
  /** The length of a ranking: the requested k, or N if N is smaller. */
  readonly k: number;
  /** The items to choose from, ascending; undefined for all items. */
  readonly candidates: Int32Array | undefined;
  /** The items that must not be recommended for each row, or undefined if there are none. */
  readonly exclude: Csr | undefined;
}

/**
 * Checks the options of {@link Model.rank} and returns the items they allow, so that all models accept the same options. k must be a
 * positive integer, candidates must be distinct items, and `exclude` must have one row for each row to rank.
 *
 * Call it first if you implement `rank` yourself; {@link rankRows} calls it for you.
 *
 * @param options - The options that `rank` was called with.
 * @param rowCount - B, the number of rows to rank.
 * @param itemCount - N, the number of items.
 * @throws RangeError that names the invalid option, its value and the expected values.
 *
 * @example
 * ```ts
 * import { allowedItems } from "@tierwise/metrics";
 *
 * const { k, candidates } = allowedItems({ k: 10, candidates: [3, 0, 2] }, 1, 4);
 * console.log(k, candidates?.join(" ")); // 4 0 2 3
 * ```
 */
export function allowedItems(
  { k, candidates, exclude }: Pick<RankOptions, "k" | "candidates" | "exclude">,
  rowCount: number,
  itemCount: number,
): AllowedItems {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k is ${k}; expected a positive integer`);
  if (exclude) {
    if (exclude.indptr.length !== rowCount + 1) {
      throw new RangeError(
        `the number of rows in exclude is ${exclude.indptr.length - 1}; expected ${rowCount}, the number of rows to rank`,
      );
    }
    checkItems("exclude.indices", exclude.indices, itemCount);
  }
  return {
    k: Math.min(k, itemCount),
    candidates: candidates && ascendingCandidates(candidates, itemCount),
    exclude,
  };
}

function ascendingCandidates(candidates: ArrayLike<number>, itemCount: number): Int32Array {
  checkItems("candidates", candidates, itemCount);
  const ascending = Int32Array.from(candidates).sort();
  const twice = ascending.findIndex((item, i) => i > 0 && item === ascending[i - 1]);
  if (twice >= 0) throw new RangeError(`candidates contains item ${ascending[twice]} twice`);
  return ascending;
}

function checkItems(name: string, items: ArrayLike<number>, itemCount: number): void {
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (!Number.isInteger(item) || item < 0 || item >= itemCount) {
      throw new RangeError(`${name}[${i}] is ${item}; expected an item from 0 to ${itemCount - 1}`);
    }
  }
}

/**
 * Marks the items that a row must not contain.
 *
 * @returns A function that maps a row to an array with one entry per item: 1 if the row must not contain it, else 0. The array is reused.
 */
export function barredItems({ candidates, exclude }: AllowedItems, itemCount: number): (row: number) => Uint8Array {
  const barred = new Uint8Array(itemCount);
  if (candidates) {
    barred.fill(1);
    for (const item of candidates) barred[item] = 0;
  }
  const barredHere: number[] = [];
  return (row) => {
    for (const item of barredHere.splice(0)) barred[item] = 0;
    for (let e = exclude?.indptr[row] ?? 0; e < (exclude?.indptr[row + 1] ?? 0); e++) {
      const item = exclude?.indices[e] ?? -1;
      if (barred[item] === 0) barredHere.push(item);
      barred[item] = 1;
    }
    return barred;
  };
}
