import { CycleError } from "./cycle-error.ts";
import { type ItemPlaces, itemPlaces } from "./item-places.ts";
import type { PreferenceEdges, PreferenceGraph } from "./preference-graph.ts";

/** Neighbours of every place: those of place p are `neighbours[starts[p]]` … `neighbours[starts[p + 1] − 1]`. */
export interface Neighbours {
  /** Where the list of each place begins; one entry more than there are places. */
  readonly starts: Int32Array;
  /** The lists, one after another. */
  readonly neighbours: Int32Array;
}

/** A graph over places 0 … N − 1 in the list of items, each edge once, from both ends. */
export interface Adjacency {
  /** Whom each place is directly above. */
  readonly below: Neighbours;
  /** Who is directly above each place. */
  readonly above: Neighbours;
}

/** How many neighbours a place has. */
export function degree(place: number, { starts }: Neighbours): number {
  return starts[place + 1] - starts[place];
}

/** Checks a graph and lays its edges out by place, without repetitions: O(N + E). */
export function adjacencyOf({ items, edges }: PreferenceGraph): Adjacency {
  if (typeof items !== "object" || items === null || !Number.isInteger(items.length)) {
    throw new TypeError(`items is ${String(items)}; expected an array of integers`);
  }
  const ends = placedEnds(edges, itemPlaces(items));
  const below = withoutRepeats(groupByFirst(items.length, ends));
  return { below, above: reversed(below) };
}

/** The ends of all edges as places: better, worse, better, worse, … */
function placedEnds(edges: PreferenceEdges, placeOf: ItemPlaces): Int32Array {
  if (edges instanceof Int32Array) {
    if (edges.length % 2 !== 0) {
      throw new RangeError(`edges has ${edges.length} entries; expected an even number, better and worse by turns`);
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
    if (place < 0) throw new RangeError(`edges[${end >> 1}] names ${String(item)}, which is not among items`);
    if ((end & 1) === 1 && ends[end - 1] === place) throw new CycleError([item, item]);
    ends[end] = place;
  }
  return ends;
}

/** Lists the second ends of edges by their first: a counting sort. */
function groupByFirst(count: number, ends: Int32Array): Neighbours {
  const starts = new Int32Array(count + 1);
  for (let end = 0; end < ends.length; end += 2) starts[ends[end] + 1]++;
  for (let p = 0; p < count; p++) starts[p + 1] += starts[p];
  const next = starts.slice(0, count);
  const neighbours = new Int32Array(ends.length / 2);
  for (let end = 0; end < ends.length; end += 2) neighbours[next[ends[end]]++] = ends[end + 1];
  return { starts, neighbours };
}

/** The same lists with each neighbour once, written over the old ones. */
function withoutRepeats({ starts, neighbours }: Neighbours): Neighbours {
  const count = starts.length - 1;
  const seenBy = new Int32Array(count).fill(-1);
  let kept = 0;
  let from = 0;
  for (let p = 0; p < count; p++) {
    const to = starts[p + 1];
    for (let i = from; i < to; i++) {
      const neighbour = neighbours[i];
      if (seenBy[neighbour] === p) continue;
      seenBy[neighbour] = p;
      neighbours[kept++] = neighbour;
    }
    from = to;
    starts[p + 1] = kept;
  }
  return { starts, neighbours: neighbours.subarray(0, kept) };
}

function reversed({ starts, neighbours }: Neighbours): Neighbours {
  const count = starts.length - 1;
  const reverse = new Int32Array(count + 1);
  for (let i = 0; i < neighbours.length; i++) reverse[neighbours[i] + 1]++;
  for (let p = 0; p < count; p++) reverse[p + 1] += reverse[p];
  const next = reverse.slice(0, count);
  const sources = new Int32Array(neighbours.length);
  for (let p = 0; p < count; p++) {
    for (let i = starts[p]; i < starts[p + 1]; i++) sources[next[neighbours[i]]++] = p;
  }
  return { starts: reverse, neighbours: sources };
}
