import { expect, test } from "vitest";
import { voteConnections } from "../../src/design/vote-connections.ts";

/** The sets of connected items, as text. */
function components(votes: Parameters<typeof voteConnections>[0], n: number): string {
  const { component } = voteConnections(votes, n);
  const sets = new Map<number, number[]>();
  for (const [item, key] of component.entries()) sets.set(key, [...(sets.get(key) ?? []), item]);
  return [...sets.values()].map((set) => set.join(" ")).join(" | ");
}

test("a vote with two tiers connects all its items", () => {
  const preferences = [
    { tiers: [[0], [1, 2]], rest: "unobserved" as const },
    { tiers: [[3], [4]], rest: "unobserved" as const },
  ];
  expect(components({ preferences }, 6)).toBe("0 1 2 | 3 4 | 5");
});

test("a vote connects unnamed items if they form its lowest tier", () => {
  expect(components({ preferences: [{ tiers: [[2]] }] }, 4)).toBe("0 1 2 3");
});

test("a vote with only one nonempty tier, or with a weight of 0, connects no items", () => {
  const preferences = [
    { tiers: [[0, 1], []], rest: "unobserved" as const },
    { tiers: [[1], [2]], rest: "unobserved" as const },
    { tiers: [[0, 1, 2]] },
  ];
  expect(components({ preferences, weights: [1, 0, 1] }, 3)).toBe("0 | 1 | 2");
});
