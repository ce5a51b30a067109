import { checkPacked, type PackedPreferences } from "./packed-preferences.ts";

/** Throws unless preferences are packed and the arrays of a batch have the lengths that they ask for. */
export function checkBatch(
  scores: ArrayLike<number>,
  preferences: PackedPreferences,
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
  checkPacked(preferences);
  const { count, itemCount } = preferences;
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
