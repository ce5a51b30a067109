import type { FittedMaximum, Interval, Uncertainty } from "../intervals/interval.ts";
import type { Fit } from "./fit.ts";

type UncertaintyFields = Pick<Fit, "covariance" | "draws" | "interval" | "standardErrors">;

/** The fields of a fit that an interval fills, for the N utilities without further parameters. */
export function uncertaintyOf(interval: Interval, maximum: FittedMaximum): UncertaintyFields {
  return uncertaintyFields(interval.estimate(maximum), maximum.itemCount);
}

/** The uncertainty of the first `itemCount` parameters. */
export function uncertaintyFields(
  { method, standardErrors, covariance, draws, relativeError, replaced }: Uncertainty,
  itemCount: number,
): UncertaintyFields {
  return {
    standardErrors: standardErrors.slice(0, itemCount),
    ...(covariance && { covariance: leadingBlock(covariance, standardErrors.length, itemCount) }),
    ...(draws && { draws }),
    interval: {
      method,
      ...(relativeError !== undefined && { relativeError }),
      ...(replaced !== undefined && { replaced }),
    },
  };
}

/** The upper left n × n block of a square matrix. */
function leadingBlock(matrix: Float64Array, size: number, n: number): Float64Array {
  if (n === size) return matrix;
  const block = new Float64Array(n * n);
  for (let i = 0; i < n; i++) block.set(matrix.subarray(i * size, i * size + n), i * n);
  return block;
}
