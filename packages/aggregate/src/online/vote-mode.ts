import { packPreferences, rowLogLikelihood } from "@tierwise/core-integrator";
import { maximize } from "../numerics/maximize.ts";
import type { LocalVote } from "./local-vote.ts";

/** The tolerance of the mode, in standard deviations of the prior. */
const TOLERANCE = 1e-11;
const MOST_STEPS = 500;

/**
 * The mode of log P(vote; w)·weight − Σ (w_i − mean_i)²/(2·variance_i) over the named items: the most likely utilities after the vote.
 * The function is strictly concave, so the mode is unique.
 */
export function voteMode(vote: LocalVote, means: Float64Array, variances: Float64Array): Float64Array {
  return vote.duel === undefined ? tierMode(vote, means, variances) : duelMode(vote.duel, means, variances);
}

/** Uses L-BFGS on (w − mean)/√variance, where the prior has curvature 1. The cost of a step is linear in the number of named items. */
function tierMode({ tierOffsets, weight }: LocalVote, means: Float64Array, variances: Float64Array): Float64Array {
  const n = means.length;
  const tiers = Array.from({ length: tierOffsets.length - 1 }, (_, m) =>
    Array.from({ length: tierOffsets[m + 1] - tierOffsets[m] }, (_, i) => tierOffsets[m] + i),
  );
  const packed = packPreferences([{ tiers, rest: "unobserved" }], n);
  const likelihood = rowLogLikelihood();
  const deviations = variances.map(Math.sqrt);
  const w = new Float64Array(n);
  const place = (x: Float64Array): void => {
    for (let i = 0; i < n; i++) w[i] = means[i] + deviations[i] * x[i];
  };
  const objective = (x: Float64Array, gradient: Float64Array): number => {
    place(x);
    let value = weight * likelihood(w, 0, packed, 0, gradient, weight);
    for (let i = 0; i < n; i++) {
      gradient[i] = deviations[i] * gradient[i] - x[i];
      value -= (x[i] * x[i]) / 2;
    }
    return value;
  };
  const { x } = maximize(objective, new Float64Array(n), { tolerance: TOLERANCE, maxIterations: MOST_STEPS });
  place(x);
  return w;
}

/**
 * For two items, both move along one line: w_0 = mean_0 + variance_0·t, w_1 = mean_1 − variance_1·t, where t solves
 *
 *     t = wins_0·σ(−δ) − wins_1·σ(δ),   δ = w_0 − w_1 = d + v·t.
 *
 * The right side decreases in t, so there is only one root. Newton steps find it within a bracket, which is halved if a step leaves it.
 */
function duelMode(
  [wins, losses]: readonly [number, number],
  means: Float64Array,
  variances: Float64Array,
): Float64Array {
  const d = means[0] - means[1];
  const v = variances[0] + variances[1];
  let [low, high] = [-losses, wins];
  let t = 0;
  for (let step = 0; step < 200; step++) {
    const delta = d + v * t;
    const smaller = Math.exp(-Math.abs(delta));
    const lose = (delta > 0 ? smaller : 1) / (1 + smaller); // σ(−δ)
    const win = (delta > 0 ? 1 : smaller) / (1 + smaller); // σ(δ)
    const excess = wins * lose - losses * win - t;
    if (excess > 0) low = t;
    else high = t;
    const next = t + excess / (1 + (wins + losses) * lose * win * v);
    const inside = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(inside - t) <= 1e-15 * Math.max(Math.abs(t), Number.MIN_VALUE) || inside === t) break;
    t = inside;
  }
  return Float64Array.of(means[0] + variances[0] * t, means[1] - variances[1] * t);
}
