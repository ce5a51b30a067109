import { checkScores, type Scores } from "../passes/scores.ts";
import { checkPacked, type PackedPreferences } from "./packed-preferences.ts";

/** Throws unless the preferences are packed and the arrays of a batch, which has scores for each row, have the matching lengths. */
export function checkBatch(
  scores: ArrayLike<number>,
  preferences: PackedPreferences,
  {
    gradient,
    values,
    weights,
  }: {
    readonly gradient?: ArrayLike<number>;
    readonly weights?: ArrayLike<number>;
    readonly values?: ArrayLike<number>;
  },
): void {
  checkPacked(preferences);
  const { count, itemCount } = preferences;
  const what = ` for ${count} rows of ${itemCount} items`;
  checkLength("scores", scores, count * itemCount, what);
  checkLength("gradient", gradient, count * itemCount, what);
  checkLength("values", values, count, what);
  checkLength("weights", weights, count, what);
}

/** Throws unless packed preferences can be evaluated on one shared vector of scores with these options. */
export function checkShared(
  scores: Scores,
  preferences: PackedPreferences,
  {
    gradient,
    values,
    weights,
    subset,
  }: {
    readonly gradient?: ArrayLike<number>;
    readonly values?: ArrayLike<number>;
    readonly weights?: ArrayLike<number>;
    readonly subset?: ArrayLike<number>;
  },
): void {
  checkPacked(preferences);
  const { count, itemCount } = preferences;
  checkScores(scores);
  checkLength("scores", scores, itemCount, ", one per item");
  checkLength("gradient", gradient, itemCount, ", one per item");
  checkLength("values", values, count, ", one per observation");
  checkLength("weights", weights, count, ", one per observation");
  for (let i = 0; i < (subset?.length ?? 0); i++) {
    const b = subset?.[i] ?? Number.NaN;
    if (!Number.isInteger(b) || b < 0 || b >= count) {
      throw new RangeError(`subset[${i}] is ${b}; expected the index of an observation, from 0 to ${count - 1}`);
    }
  }
}

function checkLength(name: string, array: ArrayLike<number> | undefined, expected: number, what: string): void {
  if (array === undefined || array.length === expected) return;
  throw new RangeError(`${name} has ${array.length} entries; expected ${expected}${what}`);
}
