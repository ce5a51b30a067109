import type { PackedPreferences } from "@tierwise/core-integrator";
import type { Point } from "./maximize.ts";

const MOST_STEPS = 200;

/**
 * Takes one EM step on the exponential race, with a prior. Such a step never lowers the likelihood, however skewed the data are. With k_i
 * the wins of item i and g_i the gradient of the log-likelihood, the new utility w_i + δ maximizes
 *
 *     k_i·δ − (k_i − g_i)·e^δ − λ/2·(w_i + δ)²,
 *
 * which, without a prior, is the update λ_i ← λ_i·k_i/(k_i − g_i) of {@link winsOf}.
 */
export function emStep(
  { x, gradient }: Pick<Point, "x" | "gradient">,
  wins: Float64Array,
  prior: number,
): Float64Array {
  return x.map((w, i) => {
    const exposure = Math.max(0, wins[i] - (gradient[i] + prior * w));
    return w + zeroOf(wins[i], exposure, prior, w);
  });
}

/** The root δ of the concave, decreasing function wins − exposure·e^δ − λ·(w + δ), or 0 if there is no root. */
function zeroOf(wins: number, exposure: number, prior: number, w: number): number {
  if (prior === 0) return wins > 0 && exposure > 0 ? Math.log(wins / exposure) : 0;
  const slack = wins - exposure - prior * w;
  // Newton's method approaches the root from the right, from an upper bound: either `bound` or the zero of the tangent at 0.
  let delta = 0;
  if (slack > 0) {
    const bound = exposure > 0 ? Math.max(-w, Math.log(wins / exposure)) : Number.POSITIVE_INFINITY;
    delta = Math.min(slack / (exposure + prior), Math.max(0, bound));
  }
  for (let k = 0; k < MOST_STEPS; k++) {
    const race = exposure * Math.exp(delta);
    const move = (wins - race - prior * (w + delta)) / (race + prior);
    delta += move;
    if (!(Math.abs(move) > 1e-12)) break;
  }
  return delta;
}

/**
 * Computes how often each item is ranked above others, as a sum of weights. A tier counts unless it is the lowest of its preference or
 * larger than `maxTier`.
 *
 * To first order, g/wins is the EM step on the exponential race, λ_i ← λ_i · wins_i/(wins_i − g_i), in which the order within tiers and the
 * waiting times are hidden variables. For full rankings, this is the step of Hunter's MM algorithm (2004).
 */
export function winsOf(
  preferences: PackedPreferences,
  weights: ArrayLike<number> | undefined,
  maxTier = Number.POSITIVE_INFINITY,
): Float64Array {
  const { itemCount, count, items, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  const wins = new Float64Array(itemCount);
  for (let b = 0; b < count; b++) {
    const from = tierOffsets[preferenceOffsets[b]];
    let to = tierOffsets[preferenceOffsets[b + 1]];
    if (restIsLowest[b] === 0 || to - from === itemCount) {
      let t = preferenceOffsets[b + 1];
      while (t > preferenceOffsets[b] && tierOffsets[t] === to) t--;
      to = Math.max(from, tierOffsets[t]);
    }
    for (let t = preferenceOffsets[b]; t < preferenceOffsets[b + 1]; t++) {
      if (tierOffsets[t] >= to || tierOffsets[t + 1] - tierOffsets[t] > maxTier) continue;
      for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) wins[items[i]] += weights?.[b] ?? 1;
    }
  }
  return wins;
}
