import { type Adjacency, degree } from "./adjacency.ts";

/**
 * Sorts the places so that each comes after all places above it (Kahn 1962), in O(N + E). If there is a cycle, the result
 * omits all places that are on a cycle or below one.
 */
export function topologicalOrder({ below, above }: Adjacency): Int32Array {
  const count = above.starts.length - 1;
  const waitsFor = new Int32Array(count);
  const order = new Int32Array(count);
  let found = 0;
  for (let p = 0; p < count; p++) {
    waitsFor[p] = degree(p, above);
    if (waitsFor[p] === 0) order[found++] = p;
  }
  for (let next = 0; next < found; next++) {
    const to = below.starts[order[next] + 1];
    for (let i = below.starts[order[next]]; i < to; i++) {
      const place = below.neighbors[i];
      if (--waitsFor[place] === 0) order[found++] = place;
    }
  }
  return order.subarray(0, found);
}

/**
 * Finds a cycle among the places that {@link topologicalOrder} could not order, with the first place repeated at the end. Each of these
 * places is below another of them, so a walk from place to place upward must return to a visited place.
 */
export function cycleBeyond(order: Int32Array, { above }: Adjacency): number[] {
  const count = above.starts.length - 1;
  const isOrdered = new Uint8Array(count);
  for (let i = 0; i < order.length; i++) isOrdered[order[i]] = 1;
  const step = new Int32Array(count).fill(-1);
  const walked: number[] = [];
  let place = isOrdered.indexOf(0);
  while (step[place] < 0) {
    step[place] = walked.length;
    walked.push(place);
    let i = above.starts[place];
    while (isOrdered[above.neighbors[i]] === 1) i++;
    place = above.neighbors[i];
  }
  return [...walked.slice(step[place]), place].reverse();
}
