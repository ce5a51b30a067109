import type { Scores } from "./preference.ts";

/**
 * Throws unless `scores` is an array of finite numbers; the message names the first that is not.
 *
 * @param scores - One number an item.
 * @throws TypeError where `scores` is no array, RangeError where a score is not finite.
 *
 * @example
 * ```ts
 * import { checkScores } from "@tierwise/core-integrator";
 *
 * try {
 *   checkScores([0, Number.NaN]);
 * } catch (error) {
 *   console.log((error as Error).message); // scores[1] is NaN; expected a finite number
 * }
 * ```
 */
export function checkScores(scores: Scores): void {
  if (typeof scores !== "object" || scores === null || !Number.isInteger(scores.length)) {
    throw new TypeError(`scores is ${scores}; expected an array of numbers`);
  }
  // A product with 0 is NaN for what is not finite: one multiply-add an item, no branch.
  let check = 0;
  for (let i = 0; i < scores.length; i++) check += scores[i] * 0;
  if (check !== 0) throw notFinite(scores, firstNotFinite(scores, 0));
}

/** The first index from `from` on whose score is not a finite number. */
export function firstNotFinite(scores: Scores, from: number): number {
  let i = from;
  while (i < scores.length && Number.isFinite(scores[i])) i++;
  return i;
}

/** The error that names the score at `index`, which is not finite. */
export function notFinite(scores: Scores, index: number): RangeError {
  return new RangeError(`scores[${index}] is ${scores[index]}; expected a finite number`);
}
