import { exponential } from "@tierwise/core-integrator/passes";

/** softplus(d) = log(1 + e^d), to relative machine precision. */
export function softplus(d: number): number {
  return Math.max(d, 0) + Math.log1p(exponential(-Math.abs(d)));
}

/** The logistic function 1/(1 + e^{−d}), the derivative of softplus. */
export function logistic(d: number): number {
  const e = exponential(-Math.abs(d));
  return (d > 0 ? 1 : e) / (1 + e);
}
