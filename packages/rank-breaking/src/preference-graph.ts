/**
 * The edges of a graph: pairs `[better, worse]`, or an `Int32Array` of the same numbers, `[better₀, worse₀, better₁, worse₁, …]`, which
 * takes a tenth of the memory.
 */
export type PreferenceEdges = readonly (readonly [better: number, worse: number])[] | Int32Array;

/**
 * The preferences of one user: any set of pairwise preferences without a cycle. Edges that follow from other edges may be
 * omitted, and an edge may be repeated.
 *
 * @example
 * ```ts
 * import type { PreferenceGraph } from "@tierwise/rank-breaking";
 *
 * // Item 3 is above items 1 and 4; nothing is known about item 8.
 * const graph: PreferenceGraph = { items: [1, 3, 4, 8], edges: [[3, 1], [3, 4]] };
 * ```
 */
export interface PreferenceGraph {
  /** The items: distinct integers, in any order. */
  readonly items: ArrayLike<number>;
  /** The preferences between items. */
  readonly edges: PreferenceEdges;
}

/** A graph whose edges are pairs, as returned by the `graphFrom…` functions. */
export interface PairGraph extends PreferenceGraph {
  /** The items, in order of first occurrence. */
  readonly items: readonly number[];
  /** The edges, without repetitions. */
  readonly edges: readonly (readonly [better: number, worse: number])[];
}
