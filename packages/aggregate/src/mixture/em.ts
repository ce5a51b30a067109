import { type LikelihoodOptions, sharedLogLikelihood } from "@tierwise/core-integrator";
import { winsOf } from "../numerics/em-step.ts";
import { center } from "../numerics/linear-algebra.ts";
import { maximize, type Objective } from "../numerics/maximize.ts";
import { addPrior } from "../solvers/tier-likelihood.ts";
import type { MixtureData } from "./mixture-data.ts";

/** The state of a mixture during EM. */
export interface Mixture {
  /** The logarithm of each group's share. */
  readonly logShares: Float64Array;
  /** The utilities of each group. */
  readonly utilities: Float64Array[];
  /** P(group | voter), one row per voter. */
  readonly memberships: Float64Array;
}

/** The settings of EM that are the same in every round. */
export interface RoundSettings {
  readonly prior: number;
  readonly likelihood: LikelihoodOptions;
}

/** The number of L-BFGS steps per round. More steps would come closer to a group's maximum, but this maximum changes in the next round anyway. */
const STEPS = 2;

/**
 * The E step: P(c | voter) ∝ share_c · ∏_b P_c(b)^weight over the voter's observations. Returns the log-likelihood
 * Σ_voters weight · log Σ_c share_c · ∏_b P_c(b)^weight.
 */
export function expect({ logShares, utilities, memberships }: Mixture, data: MixtureData, how: RoundSettings): number {
  const groups = logShares.length;
  const { preferences, weights, voters, voterCount, voterWeights } = data;
  const values = new Float64Array(preferences.count);
  for (let c = 0; c < groups; c++) {
    sharedLogLikelihood(utilities[c], preferences, { ...how.likelihood, values });
    for (let v = 0; v < voterCount; v++) memberships[v * groups + c] = logShares[c];
    for (let b = 0; b < values.length; b++) memberships[voters[b] * groups + c] += weights[b] * values[b];
  }
  let total = 0;
  for (let v = 0; v < voterCount; v++) {
    total += voterWeights[v] * normalize(memberships.subarray(v * groups, (v + 1) * groups));
  }
  return total;
}

/** Replaces logarithms with probabilities that sum to 1, and returns log Σ e^x. */
function normalize(logs: Float64Array): number {
  let top = Number.NEGATIVE_INFINITY;
  for (const x of logs) top = Math.max(top, x);
  let sum = 0;
  for (let c = 0; c < logs.length; c++) {
    logs[c] = Math.exp(logs[c] - top);
    sum += logs[c];
  }
  for (let c = 0; c < logs.length; c++) logs[c] /= sum;
  return top + Math.log(sum);
}

/** The M step computes the share of each group and takes steps toward its most likely utilities, which never lowers the objective. */
export function maximizeGroups(mixture: Mixture, data: MixtureData, how: RoundSettings): void {
  const { logShares, utilities, memberships } = mixture;
  const groups = logShares.length;
  const { preferences, weights, voters, voterCount, voterWeights, total } = data;
  const shared = new Float64Array(preferences.count);
  for (let c = 0; c < groups; c++) {
    let sum = 0;
    for (let v = 0; v < voterCount; v++) sum += voterWeights[v] * memberships[v * groups + c];
    logShares[c] = Math.log(sum / total);
    for (let b = 0; b < shared.length; b++) {
      shared[b] = voterWeights[voters[b]] * memberships[voters[b] * groups + c] * weights[b];
    }
    utilities[c] = climb(utilities[c], shared, data, how, STEPS);
  }
}

/** Takes L-BFGS steps from `start` on the weighted log-likelihood with the prior. */
export function climb(
  start: Float64Array,
  weights: Float64Array,
  { preferences, total }: MixtureData,
  { prior, likelihood }: RoundSettings,
  maxIterations: number,
): Float64Array {
  const objective: Objective = (w, gradient) => {
    const value = sharedLogLikelihood(w, preferences, { ...likelihood, weights, gradient });
    return value - addPrior(w, gradient, prior);
  };
  const wins = winsOf(preferences, weights, likelihood.maxTier);
  const scale = wins.map((k) => 1 / (k + prior));
  return center(maximize(objective, start, { tolerance: 1e-9 * total, maxIterations, scale }).x);
}

/** The logarithm of the prior, −λ/2·Σw², summed over all groups. */
export function logPrior({ utilities }: Mixture, { prior }: RoundSettings): number {
  return -(prior / 2) * utilities.reduce((sum, w) => w.reduce((s, x) => s + x * x, sum), 0);
}
