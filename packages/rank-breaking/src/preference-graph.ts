/**
 * Who is above whom: pairs `[better, worse]`, or the same numbers one after another in an `Int32Array`,
 * `[better₀, worse₀, better₁, worse₁, …]`, which takes a tenth of the memory.
 */
export type PreferenceEdges = readonly (readonly [better: number, worse: number])[] | Int32Array;

/**
 * What one user revealed: any set of pairwise preferences without a cycle. What follows from the edges need not be among them,
 * and an edge may be repeated.
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
  /** The items that there are: distinct integers, in any order. */
  readonly items: ArrayLike<number>;
  /** Who is above whom, among `items`. */
  readonly edges: PreferenceEdges;
}

/** A graph whose edges are pairs, as the functions make it that read what users say. */
export interface PairGraph extends PreferenceGraph {
  /** The items that there are, as they first occur. */
  readonly items: readonly number[];
  /** Who is above whom, each pair once. */
  readonly edges: readonly (readonly [better: number, worse: number])[];
}
