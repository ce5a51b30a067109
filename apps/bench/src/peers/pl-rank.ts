import type { Random } from "@tierwise/random";

// PL-Rank-3 (H. Oosterhuis, Learning-to-rank at the speed of sampling: Plackett-Luce gradient estimation with minimal computational
// complexity, SIGIR 2022), written from the paper. For a sampled ranking y with weights θ of places and gains ρ of items,
//   PR_i = Σ_{k≥i} θ_k·ρ_{y_k},   S_k = Σ e^w of the items not among the first k − 1,
//   RI_i = Σ_{k≤i} PR_k/S_k,      DR_i = Σ_{k≤i} θ_k/S_k,
// and the estimate of dV/dw_d for an item at place r (K if it is not placed) is
//   PR_{r+1} + e^{w_d}·(ρ_d·DR_r − RI_r).
// The items that are not placed share RI_K and DR_K, so a sample costs O(K) in addition to drawing the ranking, which takes O(N).

export interface PlRankEstimate {
  /** The mean of the metric over the samples. */
  readonly value: number;
}

/** Estimates V = Σ_d gain_d·E[weight of the place of d] and its gradient, which overwrites `gradient`, from sampled rankings. */
export function plRank(
  scores: Float64Array,
  gains: Float64Array,
  weights: Float64Array,
  samples: number,
  random: Random,
  gradient: Float64Array,
): PlRankEstimate {
  const count = scores.length;
  const k = Math.min(weights.length, count);
  const top = scores.reduce((most, w) => Math.max(most, w), Number.NEGATIVE_INFINITY);
  const rates = scores.map((w) => Math.exp(w - top));
  const mass = rates.reduce((sum, rate) => sum + rate, 0);
  const ranking = new Int32Array(k);
  const keys = new Float64Array(k);
  const rewards = new Float64Array(k + 1);
  let [value, sharedRisk, sharedReward] = [0, 0, 0];
  gradient.fill(0);
  for (let s = 0; s < samples; s++) {
    drawTop(rates, k, random, ranking, keys);
    rewards[k] = 0;
    for (let r = k - 1; r >= 0; r--) rewards[r] = rewards[r + 1] + weights[r] * gains[ranking[r]];
    value += rewards[0];
    const left = addPlaced(rates, gains, weights, ranking, rewards, mass, gradient);
    sharedRisk += left.risk;
    sharedReward += left.reward;
    // Placed items already have their own sums; this subtracts the amount that the shared sums will add.
    for (let r = 0; r < k; r++) {
      const d = ranking[r];
      gradient[d] -= rates[d] * (gains[d] * left.reward - left.risk);
    }
  }
  for (let d = 0; d < count; d++) {
    gradient[d] = (gradient[d] + rates[d] * (gains[d] * sharedReward - sharedRisk)) / samples;
  }
  return { value: value / samples };
}

const sums = { risk: 0, reward: 0 };

/** Adds the terms of the placed items, and returns RI_K and DR_K. */
function addPlaced(
  rates: Float64Array,
  gains: Float64Array,
  weights: Float64Array,
  ranking: Int32Array,
  rewards: Float64Array,
  mass: number,
  gradient: Float64Array,
): { readonly risk: number; readonly reward: number } {
  let left = mass;
  sums.risk = 0;
  sums.reward = 0;
  for (let r = 0; r < ranking.length; r++) {
    const d = ranking[r];
    sums.risk += rewards[r] / left;
    sums.reward += weights[r] / left;
    gradient[d] += rewards[r + 1] + rates[d] * (gains[d] * sums.reward - sums.risk);
    left = Math.max(left - rates[d], 1e-12 * mass);
  }
  return sums;
}

/** Draws the first k arrivals of a race, earliest first, by keeping exponential times in a sorted list of length k. */
function drawTop(rates: Float64Array, k: number, random: Random, ranking: Int32Array, keys: Float64Array): void {
  keys.fill(Number.POSITIVE_INFINITY);
  for (let d = 0; d < rates.length; d++) {
    const time = -Math.log(random()) / rates[d];
    if (time >= keys[k - 1]) continue;
    let at = k - 1;
    for (; at > 0 && keys[at - 1] > time; at--) {
      keys[at] = keys[at - 1];
      ranking[at] = ranking[at - 1];
    }
    keys[at] = time;
    ranking[at] = d;
  }
}
