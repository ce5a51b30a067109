/** The probability that the first arrivals are exactly the items of each set (a bit mask): f(S ∪ i) += f(S)·λ_i/Σ_{j∉S} λ_j. */
function firstSets(scores: readonly number[]): Float64Array {
  const count = scores.length;
  const sets = new Float64Array(1 << count);
  sets[0] = 1;
  for (let set = 0; set < sets.length - 1; set++) {
    const left = scores.map((_, i) => i).filter((i) => (set & (1 << i)) === 0);
    const top = Math.max(...left.map((i) => scores[i]));
    const rates = left.map((i) => Math.exp(scores[i] - top));
    const total = rates.reduce((sum, rate) => sum + rate, 0);
    left.forEach((i, at) => {
      sets[set | (1 << i)] += (sets[set] * rates[at]) / total;
    });
  }
  return sets;
}

const bits = (set: number): number => set.toString(2).replaceAll("0", "").length;

/** The probability that all items of `together` are among the first k. */
export function exactInTop(scores: readonly number[], together: readonly number[], k: number): number {
  const mask = together.reduce((all, i) => all | (1 << i), 0);
  return firstSets(scores).reduce((sum, p, set) => (bits(set) === k && (set & mask) === mask ? sum + p : sum), 0);
}

/** Returns N × k probabilities P(rank_i = r): item i is the next to arrive after r − 1 other items. */
export function exactRanks(scores: readonly number[], k: number): Float64Array {
  const sets = firstSets(scores);
  const out = new Float64Array(scores.length * k);
  for (let set = 0; set < sets.length - 1; set++) {
    const place = bits(set);
    if (place >= k) continue;
    const left = scores.map((_, i) => i).filter((i) => (set & (1 << i)) === 0);
    const top = Math.max(...left.map((i) => scores[i]));
    const total = left.reduce((sum, i) => sum + Math.exp(scores[i] - top), 0);
    for (const i of left) out[i * k + place] += (sets[set] * Math.exp(scores[i] - top)) / total;
  }
  return out;
}

export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}
