import { type Adjacency, adjacencyOf, degree } from "./adjacency.ts";
import { CycleError } from "./cycle-error.ts";
import type { PreferenceGraph } from "./preference-graph.ts";
import { cycleBeyond, topologicalOrder } from "./topological-order.ts";

/** What becomes of items that no edge mentions: a place like any other, or none. */
interface TierOptions {
  readonly unmentioned: "placed" | "left out";
}

/** The maximal ordered partition of all items, or of those that an edge mentions; in a tier, items as they were given. */
export function finestTiers(graph: PreferenceGraph, { unmentioned }: TierOptions): number[][] {
  const adjacency = adjacencyOf(graph);
  const { items } = graph;
  const order = topologicalOrder(adjacency);
  if (order.length < items.length) {
    throw new CycleError(cycleBeyond(order, adjacency).map((place) => items[place]));
  }
  const isMentioned = (place: number): boolean => degree(place, adjacency.below) + degree(place, adjacency.above) > 0;
  const tierOf = tiersAlong(unmentioned === "placed" ? order : order.filter(isMentioned), adjacency);
  return gather(items, tierOf);
}

/** The items of each tier, in the order of `items`. A million tiers of one item are common: each array is made in one piece. */
function gather(items: ArrayLike<number>, tierOf: Int32Array): number[][] {
  const tierCount = tierOf.reduce((most, tier) => Math.max(most, tier), -1) + 1;
  const ends = new Int32Array(tierCount);
  for (let place = 0; place < tierOf.length; place++) if (tierOf[place] >= 0) ends[tierOf[place]]++;
  const sizes = ends.slice();
  for (let tier = 1; tier < tierCount; tier++) ends[tier] += ends[tier - 1];
  const next = ends.map((end, tier) => end - sizes[tier]);
  const sorted = new Array<number>(tierCount === 0 ? 0 : ends[tierCount - 1]).fill(0);
  for (let place = 0; place < tierOf.length; place++) {
    if (tierOf[place] >= 0) sorted[next[tierOf[place]]++] = items[place];
  }
  return Array.from(ends, (end, tier) => sorted.slice(end - sizes[tier], end));
}

/**
 * The number of the tier of every place of `order`, a topological order of all places or of those with an edge; −1 for others.
 *
 * A sink of the part passed has no edge inside it; a source of what is left has no edge from inside that. A sink that is above a
 * source has a direct edge to it, since a way would leave the one part at once and enter the other at its end. So a cut is
 * legal if and only if as many edges lead from sinks to sources as there are such pairs. Every place becomes a sink once, stops
 * being one at most once, and becomes a source once; each of these walks its edges, which makes O(N + E) in all.
 */
function tiersAlong(order: Int32Array, { below, above }: Adjacency): Int32Array {
  const count = above.starts.length - 1;
  const tierOf = new Int32Array(count).fill(-1);
  const isSink = new Uint8Array(count);
  const isSource = new Uint8Array(count);
  const waitsFor = new Int32Array(count);
  let sinks = 0;
  let sources = 0;
  let direct = 0; // edges from a sink of the part passed to a source of what is left
  for (let k = 0; k < order.length; k++) {
    const place = order[k];
    waitsFor[place] = degree(place, above);
    if (waitsFor[place] === 0) {
      isSource[place] = 1;
      sources++;
    }
  }
  let tier = 0;
  for (let k = 0; k < order.length; k++) {
    const place = order[k];
    tierOf[place] = tier;
    // It leaves the sources, and those right above it are sinks no more.
    for (let i = above.starts[place]; i < above.starts[place + 1]; i++) {
      const upper = above.neighbours[i];
      if (isSink[upper] === 0) continue;
      isSink[upper] = 0;
      sinks--;
      direct -= countMarked(below.starts[upper], below.starts[upper + 1], below.neighbours, isSource);
    }
    isSource[place] = 0;
    sources--;
    isSink[place] = 1;
    sinks++;
    for (let i = below.starts[place]; i < below.starts[place + 1]; i++) {
      const lower = below.neighbours[i];
      if (--waitsFor[lower] > 0) continue;
      isSource[lower] = 1;
      sources++;
      direct += countMarked(above.starts[lower], above.starts[lower + 1], above.neighbours, isSink);
    }
    if (direct === sinks * sources) tier++;
  }
  return tierOf;
}

function countMarked(from: number, to: number, places: Int32Array, marks: Uint8Array): number {
  let marked = 0;
  for (let i = from; i < to; i++) marked += marks[places[i]];
  return marked;
}
