import { type Random, randomPermutation } from "@tierwise/random";
import { cumulative, drawFrom, longTailWeight } from "./long-tail.ts";

/** Members (labels or features) divided into groups, with long-tailed popularity. */
export interface Topics {
  readonly count: number;
  readonly groupOf: Int32Array;
  /** Logarithm of the popularity of each member. */
  readonly logPopularity: Float64Array;
  /** The sum of the popularities in each group. */
  readonly mass: Float64Array;
  /** Draws a member of a group in proportion to popularity. */
  draw(group: number, random: Random): number;
}

/**
 * Assigns popularity ranks to `members` at random and distributes the members over `count` groups in turn, so that each group gets both
 * popular and rare members.
 */
export function createTopics(members: number, count: number, shift: number, random: Random): Topics {
  const order = randomPermutation(members, random);
  const groupOf = new Int32Array(members);
  const logPopularity = new Float64Array(members);
  const starts = Int32Array.from({ length: count + 1 }, (_, group) => firstOf(group, members, count));
  const grouped = new Int32Array(members);
  const weights = new Float64Array(members);
  for (let rank = 0; rank < members; rank++) {
    const member = order[rank];
    const group = rank % count;
    groupOf[member] = group;
    logPopularity[member] = Math.log(longTailWeight(rank, shift));
    const at = starts[group] + Math.floor(rank / count);
    grouped[at] = member;
    weights[at] = longTailWeight(rank, shift);
  }
  const sums = cumulative(weights);
  const upTo = (end: number): number => (end === 0 ? 0 : sums[end - 1]);
  return {
    count,
    groupOf,
    logPopularity,
    mass: Float64Array.from({ length: count }, (_, group) => upTo(starts[group + 1]) - upTo(starts[group])),
    draw: (group, random) => grouped[drawFrom(sums, starts[group], starts[group + 1], random)],
  };
}

/** The start of a group: the first `members % count` groups have one more member than the others. */
function firstOf(group: number, members: number, count: number): number {
  return group * Math.floor(members / count) + Math.min(group, members % count);
}
