/** Scores w, one per item: any finite numbers; higher is better. */
export type Scores = Float32Array | Float64Array | readonly number[];

/**
 * Throws unless `scores` is an array of numbers within ±1e300, so that differences are finite. The message names the first
 * offending score.
 *
 * @param scores - One number per item.
 * @param name - The name of the argument in error messages. Default: `scores`.
 * @throws TypeError if `scores` is not an array, RangeError if a score is out of range.
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
export function checkScores(scores: Scores, name = "scores"): void {
  if (typeof scores !== "object" || scores === null || !Number.isInteger(scores.length)) {
    throw new TypeError(`${name} is ${scores}; expected an array of numbers`);
  }
  const first = ArrayBuffer.isView(scores) && allFinite(scores) ? scores.length : firstBad(scores);
  if (first < scores.length) throw badScore(scores, first, name);
}

/** x·1e8·0 is NaN exactly when x·1e8 is not finite. The check has no branch and costs three flops per item. */
function allFinite(scores: Scores): boolean {
  let check = 0;
  for (let i = 0; i < scores.length; i++) check += scores[i] * 1e8 * 0;
  return check === 0;
}

/** Whether a number is a valid score for a named item: neither NaN nor beyond ±1e300. */
export function isScore(score: number): boolean {
  return Math.abs(score) <= 1e300;
}

/** The first index whose value is not a number within ±1e300. */
function firstBad(scores: Scores): number {
  let i = 0;
  while (i < scores.length && typeof scores[i] === "number" && isScore(scores[i])) i++;
  return i;
}

/** The error for a row of scores whose sum of exponentials is NaN; it names the first NaN or +∞ at or after `from`. */
export function badRow(scores: Scores, from: number): RangeError {
  let i = from;
  while (i < scores.length - 1 && scores[i] < Number.POSITIVE_INFINITY) i++;
  return badScore(scores, i, "scores");
}

/** The error for the score at `index`. */
export function badScore(scores: Scores, index: number, name: string): RangeError {
  return new RangeError(`${name}[${index}] is ${scores[index]}; expected a finite number`);
}
