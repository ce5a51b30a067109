import { checkLevel } from "../uncertainty/uncertain-fit.ts";
import { type MajorityEdge, majorityEdges } from "./majority-edges.ts";
import type { PairCounts } from "./pair-counts.ts";
import { stronglyConnected } from "./strongly-connected.ts";

/** Options for {@link findCycles}. */
export interface CycleOptions {
  /** The probability that all supported majorities are real. Default: 0.95. */
  readonly level?: number;
}

/** One step of a cycle: an item, and how often it was above and below the next item. */
export interface CycleStep {
  /** The index of the item. */
  readonly item: number;
  /** The name of the item, if the data have names. */
  readonly name?: string;
  /** How often the item was above the next item of the cycle. */
  readonly wins: number;
  /** How often the item was below the next item of the cycle. */
  readonly losses: number;
}

/** A cycle of items in which each beats the next by a majority and the last beats the first. */
export interface Cycle {
  /** The cycle, starting at the item with the smallest index. */
  readonly steps: readonly CycleStep[];
  /** The indices of all items in the component, which cycles connect; `steps` is the strongest of these cycles. */
  readonly component: readonly number[];
  /** The strength (wins − losses)/√(wins + losses) of the weakest majority of the cycle. */
  readonly strength: number;
  /** Whether every majority in the cycle is too large to be due to chance, by a joint test of all pairs at the given level. */
  readonly supported: boolean;
}

/**
 * Finds cycles of majorities (Condorcet cycles): A usually beats B, B beats C, and C beats A, so that no order of the items agrees with all
 * majorities.
 *
 * Items that are connected by cycles form a component. Components of supported majorities are reported with `supported: true`. Components
 * of observed majorities that contain no supported cycle are reported with `supported: false`, since chance alone produces many of them.
 * The reported cycle is the one whose weakest majority is the strongest.
 *
 * A majority is supported if (wins − losses)/√(wins + losses) ≥ √(2·log(M/(1 − level))) for M compared pairs. By Hoeffding's inequality,
 * all supported majorities are then real with probability at least `level`, for any number of comparisons, with ties counted as half wins.
 *
 * Cost: O(E·log E) for E ≤ N²/2 compared pairs.
 *
 * @param pairs - The result of {@link pairCounts}.
 * @param options - The level that decides which majorities are supported.
 *
 * @example
 * ```ts
 * import { findCycles, pairCounts } from "@tierwise/aggregate";
 *
 * const itemNames = ["rock", "paper", "scissors", "well"];
 * const battles = [[0, 2, 80], [2, 0, 20], [2, 1, 70], [1, 2, 30], [1, 0, 90], [0, 1, 10], [3, 0, 60], [0, 3, 40]];
 * const preferences = battles.map(([better, worse]) => ({ tiers: [[better], [worse]], rest: "unobserved" as const }));
 * const pairs = pairCounts({ itemNames, preferences, weights: battles.map(([, , count]) => count) });
 * const [{ steps, strength, supported }] = findCycles(pairs);
 * console.log(steps.map(({ name, wins, losses }) => `${name} (${wins} : ${losses})`).join(" beats "));
 * // rock (80 : 20) beats scissors (70 : 30) beats paper (90 : 10)
 * console.log(strength, supported); // 4 true
 * ```
 */
export function findCycles(pairs: PairCounts, { level = 0.95 }: CycleOptions = {}): Cycle[] {
  checkLevel(level);
  const { itemCount } = pairs;
  const { edges, comparedPairs } = majorityEdges(pairs);
  const bound = Math.sqrt(2 * Math.log(Math.max(1, comparedPairs) / (1 - level)));
  const supported = componentsOf(
    edges.filter(({ strength }) => strength >= bound),
    itemCount,
  );
  const inSupported = new Set(supported.flat());
  const observed = componentsOf(edges, itemCount).filter((items) => !items.some((item) => inSupported.has(item)));
  return [...supported, ...observed]
    .map((component) => strongestCycle(component, edges, pairs, bound))
    .sort((a, b) => b.strength - a.strength || a.component[0] - b.component[0]);
}

/** The strongly connected components with more than one item. */
function componentsOf(edges: readonly MajorityEdge[], itemCount: number): number[][] {
  return stronglyConnected(edges, itemCount).filter(({ length }) => length > 1);
}

/** The cycle whose weakest edge is the strongest, among the items of a component. */
function strongestCycle(component: number[], all: readonly MajorityEdge[], pairs: PairCounts, bound: number): Cycle {
  const inside = new Set(component);
  const edges = all.filter(({ from, to }) => inside.has(from) && inside.has(to));
  const cyclic = (count: number): boolean => componentsOf(edges.slice(0, count), pairs.itemCount).length > 0;
  // Edges are sorted by strength. In the shortest prefix that contains a cycle, the last edge is part of every cycle.
  let [without, fewest] = [0, edges.length];
  while (fewest - without > 1) {
    const middle = (without + fewest) >> 1;
    if (cyclic(middle)) fewest = middle;
    else without = middle;
  }
  const last = edges[fewest - 1];
  const path = shortestPath(edges.slice(0, fewest), last.to, last.from, pairs.itemCount);
  const first = path.indexOf(Math.min(...path));
  const items = [...path.slice(first), ...path.slice(0, first)];
  return {
    steps: items.map((item, i) => stepOf(pairs, item, items[(i + 1) % items.length])),
    component,
    strength: last.strength,
    supported: last.strength >= bound,
  };
}

function stepOf({ itemCount: n, itemNames, wins }: PairCounts, item: number, next: number): CycleStep {
  const counts = { wins: wins[item * n + next], losses: wins[next * n + item] };
  return { item, ...(itemNames && { name: itemNames[item] }), ...counts };
}

/** The items on a shortest path, found by breadth-first search; a path must exist. */
function shortestPath(edges: readonly MajorityEdge[], from: number, to: number, itemCount: number): number[] {
  const next: number[][] = Array.from({ length: itemCount }, () => []);
  for (const edge of edges) next[edge.from].push(edge.to);
  const previous = new Int32Array(itemCount).fill(-1);
  const queue = [from];
  for (let i = 0; i < queue.length && previous[to] < 0; i++) {
    for (const item of next[queue[i]]) {
      if (previous[item] >= 0 || item === from) continue;
      previous[item] = queue[i];
      queue.push(item);
    }
  }
  const path = [to];
  while (path[0] !== from) path.unshift(previous[path[0]]);
  return path;
}
