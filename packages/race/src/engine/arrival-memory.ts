/**
 * Describes the number of arrivals at one time t by polynomials in z. With f = q + p·z, q = e^{−x}, p = 1 − q, x = λ·t,
 *
 *   A = ∏ f,   and, for the middle items with gains g, B = Σ_i g_i·x_i·q_i·∏_{j≠i} f_j.
 *
 * A_m is the probability that m items have arrived; x·q is the density, in log t, of an item's arrival time. The light items come first,
 * then the *active* middle items, whose arrival is uncertain: those without gains, then those with gains. B is 0 before the first item with
 * a gain. The `arrived` items that have certainly arrived only shift the powers of z. Only powers below `width` = k − arrived matter. All
 * nodes share one object.
 */
export interface Arrivals {
  arrived: number;
  /** The number of active items. */
  active: number;
  /** The number of active items without gains. */
  plain: number;
  /** Active item i is middle item i + plainOffset if i < plain, and middle item i + gainedOffset otherwise. */
  plainOffset: number;
  gainedOffset: number;
  width: number;
  readonly x: Float64Array;
  readonly q: Float64Array;
  readonly p: Float64Array;
  /** The product g·x·q of each active item with a gain. */
  readonly marks: Float64Array;
  /** The polynomial of the light items, `width` entries. */
  readonly light: Float64Array;
  /** The product A before each active item of the current block, `width` entries per item. */
  readonly rows: Float64Array;
  /** The sum B before each item with a gain in the current block. */
  readonly rowsMarked: Float64Array;
  /** The polynomials A and B of all items together. */
  readonly product: Float64Array;
  readonly productMarked: Float64Array;
  /** The range of powers that are not negligible in the product before each active item, followed by the range in the whole product. */
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** {@link Arrivals} whose arrays can be replaced by longer arrays. */
export interface ArrivalMemory extends Arrivals {
  x: Float64Array;
  q: Float64Array;
  p: Float64Array;
  marks: Float64Array;
  light: Float64Array;
  rows: Float64Array;
  rowsMarked: Float64Array;
  product: Float64Array;
  productMarked: Float64Array;
  low: Int32Array;
  high: Int32Array;
  /** A and B before the first item of each block. */
  checkpoints: Float64Array;
  checkpointsMarked: Float64Array;
  /** The number of items per block. */
  blockSize: number;
  /** The block whose products are in `rows`, or −1 if there is none. */
  loaded: number;
}

const none = new Float64Array(0);

/** The memory, which is reused for all nodes. */
export const arrivalMemory: ArrivalMemory = {
  arrived: 0,
  active: 0,
  plain: 0,
  plainOffset: 0,
  gainedOffset: 0,
  width: 0,
  x: none,
  q: none,
  p: none,
  marks: none,
  light: none,
  rows: none,
  rowsMarked: none,
  product: none,
  productMarked: none,
  low: new Int32Array(0),
  high: new Int32Array(0),
  checkpoints: none,
  checkpointsMarked: none,
  blockSize: 1,
  loaded: -1,
};

/** The maximum number of entries in the rows of a block: 1 MB, which fits into the cache of a core. */
const ROWS = 131_072;
const LEAST_BLOCK = 64;

/** Allocates memory for the active items of a node, if more is needed. */
export function reserveArrivals(memory: ArrivalMemory): void {
  const { active, width, plain } = memory;
  if (memory.x.length < active) {
    memory.x = new Float64Array(2 * active);
    memory.q = new Float64Array(2 * active);
    memory.p = new Float64Array(2 * active);
    memory.marks = new Float64Array(2 * active);
  }
  if (memory.low.length < active + 1) {
    memory.low = new Int32Array(2 * active + 1);
    memory.high = new Int32Array(2 * active + 1);
  }
  if (memory.light.length < width) {
    memory.light = new Float64Array(2 * width);
    memory.product = new Float64Array(2 * width);
    memory.productMarked = new Float64Array(2 * width);
  }
  memory.blockSize = Math.max(LEAST_BLOCK, Math.floor(ROWS / width));
  const length = Math.min(memory.blockSize, active) * width;
  const kept = Math.max(1, Math.ceil(active / memory.blockSize)) * width;
  if (memory.rows.length < length) memory.rows = new Float64Array(2 * length);
  if (memory.checkpoints.length < kept) memory.checkpoints = new Float64Array(2 * kept);
  if (plain === active) return;
  if (memory.rowsMarked.length < length) memory.rowsMarked = new Float64Array(2 * length);
  if (memory.checkpointsMarked.length < kept) memory.checkpointsMarked = new Float64Array(2 * kept);
}
