import { type Belief, expectedGain } from "./belief.ts";
import type { Answer } from "./expected-information.ts";

/** A set of items to ask about, with its expected gain. */
export interface GainfulSet {
  /** The items, in the order in which they were chosen. */
  readonly items: number[];
  /** The expected decrease in the sum of standard errors. */
  readonly gain: number;
}

/** A set is preferred only if its gain is larger by this factor; smaller differences are rounding errors. */
const NOTICEABLY = 1 + 1e-9;
const MOST_ROUNDS = 5;

/**
 * Finds a set of the given size with a large expected gain. The search starts with the best pair, adds the best item until the set is full,
 * and then exchanges one item at a time as long as that increases the gain. Sets for which `isTaken` is true are avoided if possible.
 *
 * @param candidates - The items to choose from; if gains are equal, earlier items are preferred.
 * @returns The set, or undefined if every set visited by the search is taken.
 */
export function bestSet(
  belief: Belief,
  candidates: Int32Array,
  size: number,
  answer: Answer,
  isTaken: (set: readonly number[]) => boolean,
): GainfulSet | undefined {
  let best = bestPair(belief, candidates, answer, size === 2 ? isTaken : () => false);
  while (best !== undefined && best.items.length < size) {
    const { items } = best;
    best = bestReplacement(
      belief,
      [...items, -1],
      items.length,
      candidates,
      answer,
      items.length + 1 < size ? () => false : isTaken,
    );
  }
  for (let round = 0; best !== undefined && size > 2 && round < MOST_ROUNDS; round++) {
    const before: number = best.gain;
    for (let place = 0; place < size; place++) {
      const found = bestReplacement(belief, best.items, place, candidates, answer, isTaken);
      if (found !== undefined && found.gain > best.gain * NOTICEABLY) best = found;
    }
    if (!(best.gain > before * NOTICEABLY)) break;
  }
  return best;
}

function bestPair(
  belief: Belief,
  candidates: Int32Array,
  answer: Answer,
  isTaken: (set: readonly number[]) => boolean,
): GainfulSet | undefined {
  let best: GainfulSet | undefined;
  for (let a = 0; a < candidates.length; a++) {
    for (let b = a + 1; b < candidates.length; b++) {
      const items = [candidates[a], candidates[b]];
      const gain = expectedGain(belief, items, answer);
      if ((best === undefined || gain > best.gain * NOTICEABLY) && !isTaken(items)) best = { items, gain };
    }
  }
  return best;
}

/** The best set that replaces the item at one position and keeps the others. */
function bestReplacement(
  belief: Belief,
  set: readonly number[],
  place: number,
  candidates: Int32Array,
  answer: Answer,
  isTaken: (set: readonly number[]) => boolean,
): GainfulSet | undefined {
  let best: GainfulSet | undefined;
  for (const item of candidates) {
    if (set.includes(item) && set[place] !== item) continue;
    const items = set.with(place, item);
    const gain = expectedGain(belief, items, answer);
    if ((best === undefined || gain > best.gain * NOTICEABLY) && !isTaken(items)) best = { items, gain };
  }
  return best;
}
