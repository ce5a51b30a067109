import { advantage, type PairCells, type PairCounts, type PairCurvature } from "./pair-cells.ts";

/** Probabilities of the outcomes of one cell. */
export interface OutcomeProbabilities {
  /** The probability that `first` wins. */
  win: number;
  /** The probability that `second` wins. */
  loss: number;
  /** The probability of a tie. */
  tie: number;
}

/**
 * Computes the probabilities of Davidson's model: a win, a loss and a tie have the odds e^{η/2} : e^{−η/2} : ν (Davidson, JASA 65, 1970);
 * without ties, ν is 0, which gives the Bradley-Terry model. Each probability has full relative precision.
 */
export function fillProbabilities(eta: number, nu: number, out: OutcomeProbabilities): void {
  const root = Math.exp(-Math.abs(eta) / 2);
  const total = 1 + root * root + nu * root;
  const high = 1 / total;
  const low = (root * root) / total;
  out.win = eta >= 0 ? high : low;
  out.loss = eta >= 0 ? low : high;
  out.tie = (nu * root) / total;
}

const p: OutcomeProbabilities = { win: 0, loss: 0, tie: 0 };

/**
 * The log-likelihood of the counts minus the prior λ/2·Σw². Overwrites `gradient` and, if given, the information of each cell. Cost: one
 * exponential and one logarithm per cell.
 */
export function pairLikelihood(
  cells: PairCells,
  counts: PairCounts,
  prior: number,
  parameters: Float64Array,
  gradient: Float64Array,
  curvature?: PairCurvature,
): number {
  const { itemCount, first, second, controlCount, controls, scales, hasTies } = cells;
  const { wins, losses, ties } = counts;
  const theta = hasTies ? parameters[itemCount + controlCount] : Number.NEGATIVE_INFINITY;
  const nu = Math.exp(theta);
  gradient.fill(0);
  let value = 0;
  let tieSlope = 0;
  for (let c = 0; c < first.length; c++) {
    const [a, b, t] = [wins[c], losses[c], ties[c]];
    const all = a + b + t;
    if (all === 0) {
      clear(curvature, c, hasTies);
      continue;
    }
    const scale = scales === undefined ? 1 : scales[c];
    const eta = scale * advantage(cells, parameters, c);
    fillProbabilities(eta, nu, p);
    // Logarithms are relative to the larger side, so the logarithm of the smaller side is −|η|.
    const loss = Math.abs(eta);
    const root = Math.exp(-loss / 2);
    const logTotal = Math.log1p(root * root + nu * root);
    value -= all * logTotal + (eta >= 0 ? b : a) * loss;
    if (t > 0) value += t * (theta - loss / 2);
    // Computes differences such as a·(1 − p) − b·p without subtracting nearly equal numbers.
    const half = p.tie / 2;
    const slope = scale * (a * (p.loss + half) - b * (p.win + half) + (t * (p.loss - p.win)) / 2);
    gradient[first[c]] += slope;
    gradient[second[c]] -= slope;
    for (let k = 0; k < controlCount; k++) gradient[itemCount + k] += slope * controls[c * controlCount + k];
    if (hasTies) tieSlope += t * (p.win + p.loss) - (a + b) * p.tie;
    if (curvature === undefined) continue;
    // The curvature is the variance of ½(win − loss), p_win·p_loss + p_tie·(p_win + p_loss)/4.
    curvature.eta[c] = all * scale * scale * (p.win * p.loss + (p.tie * (p.win + p.loss)) / 4);
    if (!hasTies) continue;
    curvature.cross[c] = (all * scale * p.tie * (p.loss - p.win)) / 2;
    curvature.tie[c] = all * p.tie * (p.win + p.loss);
  }
  if (hasTies) gradient[itemCount + controlCount] = tieSlope;
  if (prior === 0) return value;
  for (let i = 0; i < itemCount; i++) {
    value -= (prior / 2) * parameters[i] * parameters[i];
    gradient[i] -= prior * parameters[i];
  }
  return value;
}

function clear(curvature: PairCurvature | undefined, c: number, hasTies: boolean): void {
  if (curvature === undefined) return;
  curvature.eta[c] = 0;
  if (!hasTies) return;
  curvature.cross[c] = 0;
  curvature.tie[c] = 0;
}
