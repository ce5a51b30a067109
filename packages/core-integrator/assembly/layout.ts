// The memory that the passes share with TypeScript; tier-memory.ts describes each area. Arrays over nodes start with
// node −REACH; the constants point at node 0.

const REACH: usize = 400;
const NODES: i32 = 804;
/** The capacity of a row of middle items, rounded up to an even number, plus one pair. */
const MIDDLE: i32 = 162;

/** The results of a pass: either the maximum of ℓ, the first node and the last node, or Σφ and Σ dφ/dy. */
export const result = memory.data(32, 16);
/** Σu and Σu^{2k}, k = 1 … 15. */
export const powers = memory.data(128, 16);
/** The coefficients of a series in v² or u². */
export const series = memory.data(144, 16);
export const log = memory.data(8 * NODES, 16);
export const v = memory.data(8 * NODES, 16);
export const weight = memory.data(8 * NODES, 16);
export const active = memory.data(4 * NODES, 16);
/** The ratio r of each middle item, sorted by bucket. */
export const middle = memory.data(8 * MIDDLE, 16);
export const bucketStart = memory.data(4 * 512, 16);
export const clumpRatio = memory.data(8 * 514, 16);
export const clumpWeight = memory.data(8 * 514, 16);
/** The value of e^{−z} for each middle item, one row per node. */
export const decay = memory.data(8 * NODES * MIDDLE, 16);

@inline
export function atNode(area: usize, k: i32, size: usize): usize {
  return area + (REACH + <usize>k) * size;
}
