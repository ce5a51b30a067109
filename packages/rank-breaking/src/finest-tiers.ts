import { type Adjacency, adjacencyOf, degree } from "./adjacency.ts";
import { CycleError } from "./cycle-error.ts";
import type { PreferenceGraph } from "./preference-graph.ts";
import { cycleBeyond, topologicalOrder } from "./topological-order.ts";

interface TierOptions {
  readonly withoutEdges: "include" | "omit";
}

/** Computes the maximal ordered partition, either of all items or of the items with an edge. Items within a tier keep the given order. */
export function finestTiers(graph: PreferenceGraph, { withoutEdges }: TierOptions): number[][] {
  const adjacency = adjacencyOf(graph);
  const { items } = graph;
  const order = topologicalOrder(adjacency);
  if (order.length < items.length) {
    throw new CycleError(cycleBeyond(order, adjacency).map((place) => items[place]));
  }
  const hasEdge = (place: number): boolean => degree(place, adjacency.below) + degree(place, adjacency.above) > 0;
  const tierOf = tiersAlong(withoutEdges === "include" ? order : order.filter(hasEdge), adjacency);
  return gather(items, tierOf);
}

/** Lists the items of each tier in the order of `items`. Tiers are slices of one array, since there may be a million tiers. */
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
 * Computes the tier of every place in `order`, a topological order of all places, or of the places with an edge. Places that are not in
 * `order` get −1.
 *
 * A cut splits the order into a first and a second part. A sink of the first part has no outgoing edge within that part; a source of the
 * second part has no incoming edge within that part. If a sink is above a source, there is a direct edge between them, since the first edge
 * of any path leaves the first part and the last edge enters the second part. Therefore, a cut is valid if and only if the number of edges
 * from sinks to sources equals the number of sinks times the number of sources. Every place becomes a sink once, stops being a sink at most
 * once, and becomes a source once. Each of these steps visits its edges, so the total is O(N + E).
 */
function tiersAlong(order: Int32Array, { below, above }: Adjacency): Int32Array {
  const count = above.starts.length - 1;
  const tierOf = new Int32Array(count).fill(-1);
  const isSink = new Uint8Array(count);
  const isSource = new Uint8Array(count);
  const waitsFor = new Int32Array(count);
  let sinks = 0;
  let sources = 0;
  let direct = 0; // Counts edges from a sink of the first part to a source of the second.
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
    // The place is no longer a source, and the places directly above it are no longer sinks.
    for (let i = above.starts[place]; i < above.starts[place + 1]; i++) {
      const upper = above.neighbors[i];
      if (isSink[upper] === 0) continue;
      isSink[upper] = 0;
      sinks--;
      direct -= countMarked(below.starts[upper], below.starts[upper + 1], below.neighbors, isSource);
    }
    isSource[place] = 0;
    sources--;
    isSink[place] = 1;
    sinks++;
    for (let i = below.starts[place]; i < below.starts[place + 1]; i++) {
      const lower = below.neighbors[i];
      if (--waitsFor[lower] > 0) continue;
      isSource[lower] = 1;
      sources++;
      direct += countMarked(above.starts[lower], above.starts[lower + 1], above.neighbors, isSink);
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
