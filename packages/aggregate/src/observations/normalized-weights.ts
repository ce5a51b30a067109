/** Weights and prior in units of the largest weight or the prior, so that no sum overflows and no tolerance depends on their scale. */
export interface NormalizedWeights {
  /** The scale of the weights: the original is `unit` times the normalized one. */
  readonly unit: number;
  /** Weights of at most 1; undefined if none were given and all are 1. */
  readonly weights?: Float64Array;
  /** λ/unit, at most 1. */
  readonly prior: number;
  /** The sum of the normalized weights: the number of observations in units of `unit`. */
  readonly total: number;
}

/**
 * Checks the weights of `count` observations and divides them and the prior λ by the largest value among them.
 *
 * Multiplying all weights and the prior by a constant changes only `unit`, up to rounding. A positive weight that rounds to 0
 * relative to the largest is refused: the fit would ignore the observation.
 */
export function normalizeWeights(
  weights: ArrayLike<number> | undefined,
  count: number,
  prior: number,
): NormalizedWeights {
  const heaviest = weights === undefined ? Math.min(1, count) : checkedMaximum(weights, count);
  const unit = Math.max(heaviest, prior) || 1;
  if (weights === undefined && unit === 1) return { unit, prior, total: count };
  const normalized = new Float64Array(count);
  let total = 0;
  for (let b = 0; b < count; b++) {
    const weight = weights?.[b] ?? 1;
    if (weight > 0 && weight / heaviest === 0) {
      throw new RangeError(
        `weights[${b}] is ${weight}, which rounds to 0 relative to the largest, ${heaviest}; expected 0 or a larger fraction of it`,
      );
    }
    normalized[b] = weight / unit;
    total += normalized[b];
  }
  return { unit, weights: normalized, prior: prior / unit, total };
}

function checkedMaximum(weights: ArrayLike<number>, count: number): number {
  if (weights.length !== count) {
    throw new RangeError(`weights has ${weights.length} entries; expected ${count}, one per observation`);
  }
  let most = 0;
  for (let b = 0; b < count; b++) {
    if (!(weights[b] >= 0 && weights[b] < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`weights[${b}] is ${weights[b]}; expected a finite number of at least 0`);
    }
    most = Math.max(most, weights[b]);
  }
  return most;
}
