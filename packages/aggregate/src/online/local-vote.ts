/** A vote on n named items, which are numbered tier after tier, best first: item i of the vote is `items[i]` of the rating. */
export interface LocalVote {
  /** The items of the rating. */
  readonly items: Int32Array;
  /** The offset of each tier in `items`, followed by the end of the last tier; no tier is empty. */
  readonly tierOffsets: Int32Array;
  /** How often the vote was observed. */
  readonly weight: number;
  /** Only for two items: how often the first and the second won. In a tie, each has half a win, and both items are in one tier. */
  readonly duel?: readonly [wins: number, losses: number];
}

/** Whether a vote compares any items; a single tier does not. */
export function isInformative({ tierOffsets, duel }: LocalVote): boolean {
  return duel !== undefined || tierOffsets.length > 2;
}
