import type { Scores } from "./preference.ts";

/** Throws unless every score is a number within ±1e300, so that differences are finite; names the first that is not. */
export function checkScores(scores: Scores, name = "scores"): void {
  if (typeof scores !== "object" || scores === null || !Number.isInteger(scores.length)) {
    throw new TypeError(`${name} is ${scores}; expected an array of numbers`);
  }
  const first = ArrayBuffer.isView(scores) && allFinite(scores) ? scores.length : firstBad(scores, 0);
  if (first < scores.length) throw badScore(scores, first, name);
}

/** A product with 0 is NaN for what is not finite, or not after multiplying with 1e8: no branch, three flops an item. */
function allFinite(scores: Scores): boolean {
  let check = 0;
  for (let i = 0; i < scores.length; i++) check += scores[i] * 1e8 * 0;
  return check === 0;
}

/** The first index from `from` on that does not hold a number within ±1e300. */
function firstBad(scores: Scores, from: number): number {
  let i = from;
  while (i < scores.length && typeof scores[i] === "number" && Math.abs(scores[i]) <= 1e300) i++;
  return i;
}

/** The error for a row of scores whose sum of exponentials is NaN: names the first NaN or +∞ from `from` on. */
export function badRow(scores: Scores, from: number): RangeError {
  let i = from;
  while (i < scores.length - 1 && scores[i] < Number.POSITIVE_INFINITY) i++;
  return badScore(scores, i, "scores");
}

export function badScore(scores: Scores, index: number, name: string): RangeError {
  return new RangeError(`${name}[${index}] is ${scores[index]}; expected a finite number`);
}
