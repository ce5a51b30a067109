import type { Board, Voter } from "./board.ts";

/**
 * All votes of a board as JSON Lines of tiers for `tierwise fit`: a line for each voter who has placed items, then a line for each answer
 * to a best-worst question. Items that a line does not mention are unobserved. The text is empty if nobody has voted.
 */
export function votesText({ items, tiers, voters }: Board): string {
  const lines = voters.flatMap((voter) => voterTiers(voter, tiers.length));
  return lines
    .map(
      (line) =>
        `${JSON.stringify({ tiers: line.map((tier) => tier.map((item) => items[item])), rest: "unobserved" })}\n`,
    )
    .join("");
}

function voterTiers({ places, choices }: Voter, tierCount: number): number[][][] {
  const lists = Array.from({ length: tierCount }, (): number[] => []);
  for (const [item, tier] of places.entries()) lists[tier]?.push(item);
  const filled = lists.filter((list) => list.length > 0);
  const answers = choices.map(({ best, worst, shown }) => {
    const others = shown.filter((item) => item !== best && item !== worst);
    return [[best], others, [worst]].filter((list) => list.length > 0);
  });
  return filled.length > 0 ? [filled, ...answers] : answers;
}

/** Whether any vote ranks one item above another. */
export function hasComparisons({ tiers, voters }: Board): boolean {
  return voters.some((voter) => voterTiers(voter, tiers.length).some((line) => line.length > 1));
}
