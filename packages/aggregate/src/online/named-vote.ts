import type { LocalVote } from "./local-vote.ts";

/** A vote on named items: ordered tiers, best first. A vote contains no information about items that it does not name. */
export interface Vote {
  /** The names of the items, best tier first; the order within a tier is unknown. */
  readonly tiers: readonly (readonly string[])[];
  /** How often the vote was observed, positive and at most 10⁹. Default: 1. */
  readonly weight?: number;
}

/** A battle of two named items that may end in a tie. */
export interface Battle {
  /** The first item. */
  readonly left: string;
  /** The second item. */
  readonly right: string;
  /** How the battle ended. A tie counts as half a win for each item. */
  readonly outcome: "left" | "right" | "tie";
  /** How often the battle was observed, positive and at most 10⁹. Default: 1. */
  readonly weight?: number;
}

const LARGEST_WEIGHT = 1e9;

/**
 * Converts the names in a vote or battle to indices. Items in a tier are sorted by name, so that not a single digit of the result depends
 * on their order in the vote or on the order in which items were added.
 *
 * @param indexOf - Returns the index of an item in the rating, and adds the item if it is new.
 */
export function localVote(vote: Battle | Vote, indexOf: (name: string) => number): LocalVote {
  const { weight = 1 } = vote;
  if (!(weight > 0 && weight <= LARGEST_WEIGHT)) {
    throw new RangeError(`weight is ${weight}; expected a positive number of at most ${LARGEST_WEIGHT}`);
  }
  const isBattle = !("tiers" in vote);
  const tiers = (isBattle ? battleTiers(vote) : vote.tiers).map((tier) => [...tier].sort()).filter(isNotEmpty);
  checkNames(tiers);
  const names = tiers.flat();
  const tierOffsets = new Int32Array(tiers.length + 1);
  for (const [m, tier] of tiers.entries()) tierOffsets[m + 1] = tierOffsets[m] + tier.length;
  const items = Int32Array.from(names, indexOf);
  if (names.length !== 2 || (tiers.length === 1 && !isBattle)) return { items, tierOffsets, weight };
  return { items, tierOffsets, weight, duel: tiers.length === 2 ? [weight, 0] : [weight / 2, weight / 2] };
}

function isNotEmpty(tier: readonly string[]): boolean {
  return tier.length > 0;
}

function battleTiers({ left, right, outcome }: Battle): string[][] {
  if (outcome === "left") return [[left], [right]];
  if (outcome === "right") return [[right], [left]];
  if (outcome === "tie") return [[left, right]];
  throw new RangeError(`outcome is ${JSON.stringify(outcome)}; expected "left", "right" or "tie"`);
}

function checkNames(tiers: readonly (readonly string[])[]): void {
  const seen = new Set<string>();
  for (const [m, tier] of tiers.entries()) {
    for (const name of tier) {
      if (typeof name !== "string")
        throw new TypeError(`tiers[${m}] contains ${String(name)}; expected names of items`);
      if (seen.has(name))
        throw new RangeError(`tiers[${m}] contains ${JSON.stringify(name)} again; expected distinct names`);
      seen.add(name);
    }
  }
}
