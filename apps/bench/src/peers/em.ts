import { type Preference, packPreferences, sharedLogLikelihood } from "@tierwise/core-integrator";

/** Options for the solvers that are compared with L-BFGS. */
export interface SolverOptions {
  readonly itemCount: number;
  readonly weights?: ArrayLike<number>;
  /** The tolerance for the gradient, per observation. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/**
 * EM on the exponential race. The hidden variables are the order within tiers and the waiting time for each rank; their expectations are
 * exact. With g the gradient and k_i the weight of the observations that rank item i above their lowest tier, Fisher's identity gives the
 * M-step λ_i ← λ_i·k_i/(k_i − g_i). On full rankings this is Hunter's MM algorithm (2004).
 */
export function emFit(
  preferences: readonly Preference[],
  { itemCount, tolerance, maxIterations, ...weighted }: SolverOptions,
): { utilities: Float64Array; iterations: number; converged: boolean } {
  const packed = packPreferences(preferences, itemCount);
  const wins = winsOf(preferences, itemCount, weighted.weights);
  const total = weighted.weights === undefined ? packed.count : Array.from(weighted.weights).reduce((a, b) => a + b, 0);
  const w = new Float64Array(itemCount);
  const gradient = new Float64Array(itemCount);
  for (let iterations = 0; ; iterations++) {
    sharedLogLikelihood(w, packed, { ...weighted, gradient });
    const converged = gradient.every((g) => Math.abs(g) <= tolerance * total);
    if (converged || iterations === maxIterations) return { utilities: w, iterations, converged };
    for (let i = 0; i < itemCount; i++) w[i] -= Math.log1p(-gradient[i] / wins[i]);
  }
}

function winsOf(
  preferences: readonly Preference[],
  itemCount: number,
  weights: ArrayLike<number> | undefined,
): Float64Array {
  const wins = new Float64Array(itemCount);
  for (const [b, { tiers, rest }] of preferences.entries()) {
    const filled = tiers.filter((tier) => tier.length > 0);
    const named = filled.reduce((sum, tier) => sum + tier.length, 0);
    const upper = rest === "unobserved" || named === itemCount ? filled.slice(0, -1) : filled;
    for (const tier of upper) for (const item of Array.from(tier)) wins[item] += weights?.[b] ?? 1;
  }
  return wins;
}
