import { checkScores, type Scores } from "@tierwise/core-integrator";
import { topK } from "@tierwise/metrics";
import { aliasTable, gumbel, type Random } from "@tierwise/random";
import { checkTop } from "./sample-plackett-luce.ts";

/** Draws the first `top` places of a ranking. */
export type PlackettLuceSampler = (random: Random, top: number) => Int32Array;

/** Once the drawn items have more than this fraction of the mass, rejecting repeated items becomes slow. */
const MOST_DRAWN_MASS = 0.75;

/**
 * Creates a function that draws many rankings from the same scores. The setup takes O(N). Each ranking then takes O(top) if its first `top`
 * items have at most three quarters of the mass. The Gumbel trick of {@link samplePlackettLuce} takes O(N) per ranking.
 *
 * The item for each place in turn is drawn with Walker's alias method. Items that already have a place are rejected, which gives the
 * probabilities of equation 1. When little mass is left, the remaining items are ordered with the Gumbel trick.
 *
 * @param scores - N finite scores.
 * @returns A function that draws the first `top` places (0 to N), best first.
 *
 * @example
 * ```ts
 * import { randomStream } from "@tierwise/random";
 * import { plackettLuceSampler } from "@tierwise/sim";
 *
 * const sample = plackettLuceSampler(new Float64Array(1_000_000)); // a million equal items
 * const random = randomStream(3);
 * console.log(new Set(sample(random, 500)).size); // 500
 * ```
 */
export function plackettLuceSampler(scores: Scores): PlackettLuceSampler {
  checkScores(scores);
  const itemCount = scores.length;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < itemCount; i++) max = Math.max(max, scores[i]);
  const masses = Float64Array.from(scores, (w) => Math.exp(w - max));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const draw = itemCount > 0 ? aliasTable(masses) : () => 0;
  const drawn = new Uint8Array(itemCount);
  return (random, top) => {
    checkTop(top, itemCount);
    const ranking = new Int32Array(top);
    let place = 0;
    let mass = 0;
    while (place < top && mass <= MOST_DRAWN_MASS * total) {
      const item = draw(random);
      if (drawn[item] === 1) continue;
      drawn[item] = 1;
      ranking[place++] = item;
      mass += masses[item];
    }
    if (place < top) ranking.set(drawRemaining(scores, drawn, random, top - place), place);
    for (let i = 0; i < place; i++) drawn[ranking[i]] = 0;
    return ranking;
  };
}

/** Draws the items for the next places from the remaining items. */
function drawRemaining(scores: Scores, drawn: Uint8Array, random: Random, places: number): Int32Array {
  const keys = new Float64Array(scores.length).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < keys.length; i++) if (drawn[i] === 0) keys[i] = scores[i] + gumbel(random);
  return topK(keys, places);
}
