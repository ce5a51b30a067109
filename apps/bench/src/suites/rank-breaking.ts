import { randomPermutation, randomStream } from "@tierwise/random";
import { graphLogLikelihood, maximalOrderedPartition } from "@tierwise/rank-breaking";
import { growthExponent } from "@tierwise/studies";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { sideBySide, type Timing } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { yardstick } from "../timing/yardstick.ts";

const SEED = 8;
/** The number of edges per item. */
const EDGES = 5;

/** Graphs of n items before the items are shuffled. Each edge is a pair of positions, the upper item first. */
const shapes: Readonly<Record<string, (n: number) => Int32Array>> = {
  /** Random pairs of positions, which form one tier. */
  random(n) {
    const random = randomStream(SEED);
    const draw = (): number => Math.floor(random() * n);
    const ends = new Int32Array(2 * EDGES * n);
    for (let end = 0; end < ends.length; end += 2) {
      const one = draw();
      const other = (one + 1 + Math.floor(random() * (n - 1))) % n;
      ends[end] = Math.min(one, other);
      ends[end + 1] = Math.max(one, other);
    }
    return ends;
  },
  /** Tiers of five, with each item above all five items of the next tier. */
  "tiers of five"(n) {
    const ends = new Int32Array(2 * EDGES * (n - EDGES));
    for (let e = 0; e < ends.length / 2; e++) {
      const upper = Math.floor(e / EDGES);
      ends[2 * e] = upper;
      ends[2 * e + 1] = upper - (upper % EDGES) + EDGES + (e % EDGES);
    }
    return ends;
  },
  /** Each item is above the next five, so that every tier has one item. */
  chain(n) {
    const ends = new Int32Array(2 * EDGES * (n - EDGES));
    for (let e = 0; e < ends.length / 2; e++) {
      ends[2 * e] = Math.floor(e / EDGES);
      ends[2 * e + 1] = Math.floor(e / EDGES) + 1 + (e % EDGES);
    }
    return ends;
  },
  /** Half of the items are above five hubs, which are above the other half, so that the same few lists are visited repeatedly. */
  hubs(n) {
    const half = n >> 1;
    const ends = new Int32Array(2 * EDGES * (n - EDGES));
    for (let e = 0; e < ends.length / 2; e++) {
      const hub = half + (e % EDGES);
      const item = Math.floor(e / EDGES);
      ends[2 * e] = item < half ? item : hub;
      ends[2 * e + 1] = item < half ? hub : item + EDGES;
    }
    return ends;
  },
};

/**
 * Breaking a graph takes time linear in items and edges for any shape, and a likelihood takes time linear in the number of tiers. A million
 * items exceed the processor's caches, so growth is measured relative to a topological sort of the same graph.
 */
export const rankBreaking: Suite = {
  name: "rank-breaking",
  group: "Selection and graphs",
  gated: true,
  title: "Maximal ordered partitions of graphs with five edges per item, and the likelihood of a graph",
  run({ quick }) {
    const sizes = quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
    const largest = sizes[sizes.length - 1];
    const costs = Object.keys(shapes).map((shape) => ({ shape, times: sizes.map((size) => cost(shape, size, quick)) }));
    const claims: Claim[] = costs.flatMap(({ shape, times }) => [
      claimOf(
        `${shape}: time relative to a plain topological sort, ${largest} items and ${EDGES * largest} edges`,
        times[times.length - 1],
        {
          target: { atMost: 8 },
          context: readableTime(times[times.length - 1].nanoseconds),
          gate: { better: "lower" },
        },
      ),
      {
        what: `${shape}: growth exponent of the relative time, ${sizes[0]} to ${largest} items`,
        figure: growthExponent(
          sizes,
          times.map(({ ratio }) => ratio),
        ),
        unit: "" as const,
        target: { atMost: 0.2 },
      },
    ]);
    claims.push(likelihoodGrowth(quick));
    const ratios = costs.map(({ shape, times }) => ({ shape, ratios: times.map(({ ratio }) => ratio) }));
    return { claims, details: { seed: SEED, sizes, ratios } };
  },
};

/** A graph whose items are numbered in random order, independent of the edges. */
function shuffled(shape: string, size: number): { items: Int32Array; edges: Int32Array } {
  const itemAt = randomPermutation(size, randomStream(SEED, size));
  return { items: Int32Array.from(itemAt).sort(), edges: shapes[shape](size).map((position) => itemAt[position]) };
}

function cost(shape: string, size: number, quick: boolean): Timing {
  const { items, edges } = shuffled(shape, size);
  const { partition } = sideBySide(
    { sort: () => sortTopologically(size, edges), partition: () => maximalOrderedPartition({ items, edges }) },
    { rounds: size > 100_000 ? 3 : quick ? 5 : 7, sliceMilliseconds: quick ? 5 : 20 },
  );
  return partition;
}

/** Kahn's algorithm on items 0 … N − 1 without checks: the minimum work for any such algorithm. */
function sortTopologically(count: number, edges: Int32Array): Int32Array {
  const starts = new Int32Array(count + 1);
  const waitsFor = new Int32Array(count);
  for (let end = 0; end < edges.length; end += 2) {
    starts[edges[end] + 1]++;
    waitsFor[edges[end + 1]]++;
  }
  for (let item = 0; item < count; item++) starts[item + 1] += starts[item];
  const next = starts.slice();
  const below = new Int32Array(edges.length / 2);
  for (let end = 0; end < edges.length; end += 2) below[next[edges[end]]++] = edges[end + 1];
  const order = new Int32Array(count);
  let found = 0;
  for (let item = 0; item < count; item++) if (waitsFor[item] === 0) order[found++] = item;
  for (let place = 0; place < found; place++) {
    for (let i = starts[order[place]]; i < starts[order[place] + 1]; i++) {
      if (--waitsFor[below[i]] === 0) order[found++] = below[i];
    }
  }
  return order;
}

/** The cost of breaking a graph with n items above one item, and of the value and gradient of its likelihood, relative to a fixed piece of work. */
function likelihoodGrowth(quick: boolean): Claim {
  const sizes = [100, 316, 1000, 3162, 10_000];
  const costs = sizes.map((size) => {
    const items = Int32Array.from({ length: size + 1 }, (_, i) => i);
    const edges = new Int32Array(2 * size).map((_, end) => (end % 2 === 0 ? end / 2 : size));
    const scores = new Float64Array(size + 1).map((_, i) => Math.sin(i));
    const gradient = new Float64Array(size + 1);
    const { likelihood } = sideBySide(
      {
        yardstick,
        likelihood: () => graphLogLikelihood(scores, [{ items, edges }], { gradient }),
      },
      { rounds: quick ? 5 : 11, sliceMilliseconds: quick ? 5 : 20 },
    );
    return likelihood.ratio;
  });
  return {
    what: `graphLogLikelihood with gradient, a tier of n items: growth exponent from n = ${sizes[0]} to ${sizes.at(-1)}`,
    figure: growthExponent(sizes, costs),
    unit: "",
    target: { atMost: 1.1 },
  };
}
