import type { PackedPreferences } from "./packed-preferences.ts";

/** Throws unless the arrays of a batch have the lengths that its preferences ask for; the message names the array. */
export function checkRowLengths(
  scores: ArrayLike<number>,
  { count, itemCount }: PackedPreferences,
  {
    gradient,
    values,
    weights,
  }: {
    readonly gradient?: ArrayLike<number>;
    readonly values?: ArrayLike<number>;
    readonly weights?: ArrayLike<number>;
  },
): void {
  const expect = (name: string, length: number | undefined, wanted: number): void => {
    if (length !== undefined && length !== wanted) {
      throw new RangeError(`${name} has ${length} entries; expected ${wanted} for ${count} rows of ${itemCount} items`);
    }
  };
  expect("scores", scores.length, count * itemCount);
  expect("gradient", gradient?.length, count * itemCount);
  expect("values", values?.length, count);
  expect("weights", weights?.length, count);
}
