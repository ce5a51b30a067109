import { checkScores, type Scores } from "../passes/scores.ts";
import { checkPacked, type PackedPreferences } from "./packed-preferences.ts";

/** Throws unless packed preferences can be evaluated on one shared vector of scores with these options. */
export function checkShared(
  scores: Scores,
  preferences: PackedPreferences,
  {
    gradient,
    weights,
    subset,
  }: {
    readonly gradient?: ArrayLike<number>;
    readonly weights?: ArrayLike<number>;
    readonly subset?: ArrayLike<number>;
  },
): void {
  checkPacked(preferences);
  const { count, itemCount } = preferences;
  checkScores(scores);
  if (scores.length !== itemCount) throw new RangeError(`scores has ${scores.length} entries; expected ${itemCount}`);
  if (gradient !== undefined && gradient.length !== itemCount) {
    throw new RangeError(`gradient has ${gradient.length} entries; expected ${itemCount}`);
  }
  if (weights !== undefined && weights.length !== count) {
    throw new RangeError(`weights has ${weights.length} entries; expected ${count}, one per observation`);
  }
  for (let i = 0; i < (subset?.length ?? 0); i++) {
    const b = subset?.[i] ?? Number.NaN;
    if (!Number.isInteger(b) || b < 0 || b >= count) {
      throw new RangeError(`subset[${i}] is ${b}; expected the index of an observation, from 0 to ${count - 1}`);
    }
  }
}
