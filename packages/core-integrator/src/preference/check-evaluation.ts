import { checkScores, type Scores } from "../passes/scores.ts";
import { checkPacked, type PackedPreferences } from "./packed-preferences.ts";

/** The arrays that go with the scores and preferences of an evaluation. */
export interface EvaluationArrays {
  /** As many entries as there are scores. */
  readonly gradient?: ArrayLike<number>;
  /** One entry per preference. */
  readonly values?: ArrayLike<number>;
  /** One weight per preference. */
  readonly weights?: ArrayLike<number>;
  /** Indices of preferences. */
  readonly subset?: ArrayLike<number>;
}

/**
 * Throws unless the preferences are packed and the arrays have the matching lengths.
 *
 * @param layout - `"rows"`: N scores per preference, which the walk checks row by row. `"shared"`: N scores for all preferences, which
 *   are checked here.
 */
export function checkEvaluation(
  layout: "rows" | "shared",
  scores: Scores,
  preferences: PackedPreferences,
  { gradient, values, weights, subset }: EvaluationArrays,
): void {
  checkPacked(preferences);
  const { count, itemCount } = preferences;
  const isShared = layout === "shared";
  if (isShared) checkScores(scores);
  const rows = ` for ${count} rows of ${itemCount} items`;
  const [perScore, perPreference] = isShared ? [", one per item", ", one per observation"] : [rows, rows];
  const length = isShared ? itemCount : count * itemCount;
  checkLength("scores", scores, length, perScore);
  checkLength("gradient", gradient, length, perScore);
  checkLength("values", values, count, perPreference);
  checkLength("weights", weights, count, perPreference);
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

/** Returns the weight of observation b, or 1 if there are no weights. Throws if it is not a finite number. */
export function weightOf(weights: ArrayLike<number> | undefined, b: number): number {
  if (weights === undefined) return 1;
  const weight = weights[b];
  if (!Number.isFinite(weight)) throw new RangeError(`weights[${b}] is ${weight}; expected a finite number`);
  return weight;
}
