/**
 * Comparisons between two items, grouped into cells of the same kind. In cell c, item `first[c]` meets `second[c]` with the log-odds
 *
 *     η = scale · (w_first − w_second + Σ_a β_a·x_a).
 *
 * The parameters are N utilities w, then the effects β of the controls, then log ν if ties are a third outcome.
 */
export interface PairCells {
  /** N, the number of items. */
  readonly itemCount: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** The number of controls. */
  readonly controlCount: number;
  /** The controls x of each cell, one row per cell. */
  readonly controls: Float64Array;
  /** The scale of each cell, such as the reliability of its judge. Default: 1. */
  readonly scales?: Float64Array | undefined;
  /** Whether ties are a third outcome (Davidson 1970); otherwise each tie counts as half a win for each side. */
  readonly hasTies: boolean;
}

/** How often each outcome occurred in each cell. */
export interface PairCounts {
  /** The number of wins of `first`. */
  readonly wins: Float64Array;
  /** The number of wins of `second`. */
  readonly losses: Float64Array;
  /** Ties; all 0 unless `hasTies` is true. */
  readonly ties: Float64Array;
}

/** The information in each cell about η and θ = log ν. */
export interface PairCurvature {
  readonly eta: Float64Array;
  readonly cross: Float64Array;
  readonly tie: Float64Array;
}

/** P, the number of parameters. */
export function parameterCount({ itemCount, controlCount, hasTies }: PairCells): number {
  return itemCount + controlCount + (hasTies ? 1 : 0);
}

export function newPairCounts({ first: { length } }: PairCells): PairCounts {
  return { wins: new Float64Array(length), losses: new Float64Array(length), ties: new Float64Array(length) };
}

export function newPairCurvature({ first, hasTies }: PairCells): PairCurvature {
  const length = hasTies ? first.length : 0;
  return { eta: new Float64Array(first.length), cross: new Float64Array(length), tie: new Float64Array(length) };
}

/** The log-odds w_first − w_second + Σ β·x of a cell, before scaling. */
export function advantage(
  { first, second, controls, controlCount, itemCount }: PairCells,
  parameters: Float64Array,
  c: number,
): number {
  let eta = parameters[first[c]] - parameters[second[c]];
  for (let a = 0; a < controlCount; a++) eta += parameters[itemCount + a] * controls[c * controlCount + a];
  return eta;
}
