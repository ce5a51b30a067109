import { checkPacked, type PackedPreferences } from "./packed-preferences.ts";

/** Throws unless the preferences are packed and the arrays of a batch have the matching lengths. */
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
  const expect = (name: string, length: number | undefined, expected: number): void => {
    if (length !== undefined && length !== expected) {
      throw new RangeError(
        `${name} has ${length} entries; expected ${expected} for ${count} rows of ${itemCount} items`,
      );
    }
  };
  expect("scores", scores.length, count * itemCount);
  expect("gradient", gradient?.length, count * itemCount);
  expect("values", values?.length, count);
  expect("weights", weights?.length, count);
}
