import { CycleError } from "./cycle-error.ts";
import { type ItemPlaces, itemPlaces } from "./item-places.ts";
import type { PreferenceEdges, PreferenceGraph } from "./preference-graph.ts";

/** The neighbors of every place: place p has the neighbors `neighbors[starts[p]]` … `neighbors[starts[p + 1] − 1]`. */
export interface Neighbors {
  /** The start of each place's list in `neighbors`, followed by the end of the last list: N + 1 entries. */
  readonly starts: Int32Array;
  /** The lists, one after another. */
  readonly neighbors: Int32Array;
}

/** A graph over places, which are the positions 0 … N − 1 in the list of items. Each edge is stored once in each direction. */
export interface Adjacency {
  /** The places directly below each place. */
  readonly below: Neighbors;
  /** The places directly above each place. */
  readonly above: Neighbors;
}

export function degree(place: number, { starts }: Neighbors): number {
  return starts[place + 1] - starts[place];
}

/** Checks a graph and lists its edges by place, without repetitions, in O(N + E). */
export function adjacencyOf({ items, edges }: PreferenceGraph): Adjacency {
  if (typeof items !== "object" || items === null || !Number.isInteger(items.length)) {
    throw new TypeError(`items is ${String(items)}; expected an array of integers`);
  }
  const ends = placedEnds(edges, itemPlaces(items));
  const below = withoutRepeats(groupByFirst(items.length, ends));
  return { below, above: reversed(below) };
}

/** The two places of every edge, in the order better, worse, better, worse, … */
function placedEnds(edges: PreferenceEdges, placeOf: ItemPlaces): Int32Array {
  if (edges instanceof Int32Array) {
    if (edges.length % 2 !== 0) {
      throw new RangeError(`edges has length ${edges.length}; expected an even length, alternating better and worse`);
    }
    return placed(edges.length / 2, (end) => edges[end], placeOf);
  }
  if (!Array.isArray(edges)) {
    throw new TypeError(`edges is ${String(edges)}; expected an array of pairs [better, worse], or an Int32Array`);
  }
  for (let e = 0; e < edges.length; e++) {
    if (edges[e]?.length !== 2) {
      throw new TypeError(`edges[${e}] is ${JSON.stringify(edges[e])}; expected a pair [better, worse]`);
    }
  }
  return placed(edges.length, (end) => edges[end >> 1][end & 1], placeOf);
}

function placed(edgeCount: number, itemAt: (end: number) => number, placeOf: ItemPlaces): Int32Array {
  const ends = new Int32Array(2 * edgeCount);
  for (let end = 0; end < ends.length; end++) {
    const item = itemAt(end);
    const place = placeOf(item);
    if (place < 0) throw new RangeError(`edges[${end >> 1}] contains ${String(item)}; expected one of the items`);
    if ((end & 1) === 1 && ends[end - 1] === place) throw new CycleError([item, item]);
    ends[end] = place;
  }
  return ends;
}

/** Lists, for each place, the ends of all edges that start there (counting sort). */
function groupByFirst(count: number, ends: Int32Array): Neighbors {
  const starts = new Int32Array(count + 1);
  for (let end = 0; end < ends.length; end += 2) starts[ends[end] + 1]++;
  for (let p = 0; p < count; p++) starts[p + 1] += starts[p];
  const next = starts.slice(0, count);
  const neighbors = new Int32Array(ends.length / 2);
  for (let end = 0; end < ends.length; end += 2) neighbors[next[ends[end]]++] = ends[end + 1];
  return { starts, neighbors };
}

function withoutRepeats({ starts, neighbors }: Neighbors): Neighbors {
  const count = starts.length - 1;
  const seenBy = new Int32Array(count).fill(-1);
  let kept = 0;
  let from = 0;
  for (let p = 0; p < count; p++) {
    const to = starts[p + 1];
    for (let i = from; i < to; i++) {
      const neighbor = neighbors[i];
      if (seenBy[neighbor] === p) continue;
      seenBy[neighbor] = p;
      neighbors[kept++] = neighbor;
    }
    from = to;
    starts[p + 1] = kept;
  }
  return { starts, neighbors: neighbors.subarray(0, kept) };
}

function reversed({ starts, neighbors }: Neighbors): Neighbors {
  const count = starts.length - 1;
  const reverse = new Int32Array(count + 1);
  for (let i = 0; i < neighbors.length; i++) reverse[neighbors[i] + 1]++;
  for (let p = 0; p < count; p++) reverse[p + 1] += reverse[p];
  const next = reverse.slice(0, count);
  const sources = new Int32Array(neighbors.length);
  for (let p = 0; p < count; p++) {
    for (let i = starts[p]; i < starts[p + 1]; i++) sources[next[neighbors[i]]++] = p;
  }
  return { starts: reverse, neighbors: sources };
}
