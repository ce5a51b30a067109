import type { Scores } from "@tierwise/core-integrator";

/** Throws unless every score is finite; the message names the first that is not. */
export function checkScores(scores: Scores): void {
  for (let i = 0; i < scores.length; i++) {
    if (!Number.isFinite(scores[i])) throw new RangeError(`scores[${i}] is ${scores[i]}; expected a finite number`);
  }
}
