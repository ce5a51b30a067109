/** Scores w, one per item: any finite numbers, the larger the better. */
export type Scores = Float32Array | Float64Array | readonly number[];

/**
 * Throws unless `scores` is an array of numbers within ±1e300, so that differences are finite; the message names the first
 * that is not.
 *
 * @param scores - One number an item.
 * @param name - What messages call them; `scores` where left out.
 * @throws TypeError where `scores` is no array, RangeError where a score is not such a number.
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

/** A product with 0 is NaN for what is not finite, or not after multiplying with 1e8: no branch, three flops an item. */
function allFinite(scores: Scores): boolean {
  let check = 0;
  for (let i = 0; i < scores.length; i++) check += scores[i] * 1e8 * 0;
  return check === 0;
}

/** Whether a number may be a score of a named item: neither NaN nor beyond ±1e300. */
export function isScore(score: number): boolean {
  return Math.abs(score) <= 1e300;
}

/** The first index that does not hold a number within ±1e300. */
function firstBad(scores: Scores): number {
  let i = 0;
  while (i < scores.length && typeof scores[i] === "number" && isScore(scores[i])) i++;
  return i;
}

/** The error for a row of scores whose sum of exponentials is NaN: names the first NaN or +∞ from `from` on. */
export function badRow(scores: Scores, from: number): RangeError {
  let i = from;
  while (i < scores.length - 1 && scores[i] < Number.POSITIVE_INFINITY) i++;
  return badScore(scores, i, "scores");
}

/** The error that names the score at `index`. */
export function badScore(scores: Scores, index: number, name: string): RangeError {
  return new RangeError(`${name}[${index}] is ${scores[index]}; expected a finite number`);
}
