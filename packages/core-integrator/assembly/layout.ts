// The memory that the passes share with TypeScript; tier-memory.ts describes each area. Arrays over nodes start at node −REACH; `atNode`
// returns the address of node k.

export const REACH: usize = 400;
export const NODES: i32 = 808;
/** The capacity of a row of middle items, rounded up to an even number, plus one pair. */
const MIDDLE: i32 = 164;

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

/** The maximum number of named items and of tiers of an observation that is evaluated in one call. */
const NAMED: i32 = 4096;
const TIERS: i32 = 512;

/** The scores of the named items, their e^w, and their gradients. */
export const scores = memory.data(8 * (NAMED + 4), 16);
export const masses = memory.data(8 * (NAMED + 4), 16);
export const gradient = memory.data(8 * (NAMED + 4), 16);
/** The first item of each tier, and Σ e^w of everything below each tier. */
export const tierStart = memory.data(4 * (TIERS + 4), 16);
export const restMass = memory.data(8 * (TIERS + 4), 16);
/** One tier: the ratios u of its light items, their E[φ], and the positions of light and middle items. */
export const lightRatio = memory.data(8 * (NAMED + 4), 16);
export const lightSlope = memory.data(8 * (NAMED + 4), 16);
export const lightIndex = memory.data(4 * (NAMED + 4), 16);
export const middleIndex = memory.data(4 * (NAMED + 4), 16);
/** Per node: q·x, and −ℓ″ from second differences. */
export const weighted = memory.data(8 * NODES, 16);
export const curvature = memory.data(8 * NODES, 16);
/** The results of an observation or of a tier: log P, its error, the number of evaluations, and Σ ∂ log P/∂w. */
export const outcome = memory.data(64, 16);

@inline
export function atNode(area: usize, k: i32, size: usize): usize {
  return area + (REACH + <usize>k) * size;
}
