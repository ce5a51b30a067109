import type { Point } from "./line-search.ts";

const MOST_STEPS = 200;

/**
 * One step of EM on the exponential race with a prior, which never lowers the likelihood, no matter how skewed the data are. With
 * k_i the wins of item i and g_i the gradient of the log-likelihood, the new utility w_i + δ maximizes
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

/** The zero δ of wins − exposure·e^δ − λ·(w + δ), which is concave and decreasing; 0 if there is none. */
function zeroOf(wins: number, exposure: number, prior: number, w: number): number {
  if (prior === 0) return wins > 0 && exposure > 0 ? Math.log(wins / exposure) : 0;
  const slack = wins - exposure - prior * w;
  // Start to the right of the root, from where Newton's method decreases to it: these bounds lie there, as does the root of the tangent at 0.
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
