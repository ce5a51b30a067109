export function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, i) => permutations(items.toSpliced(i, 1)).map((others) => [first, ...others]));
}

/** The probability of a ranking, best first, under the Plackett-Luce model (equation 1). */
export function rankingProbability(scores: readonly number[], ranking: readonly number[]): number {
  let probability = 1;
  for (let place = 0; place < ranking.length; place++) {
    const left = ranking.slice(place).reduce((sum, item) => sum + Math.exp(scores[item]), 0);
    probability *= Math.exp(scores[ranking[place]]) / left;
  }
  return probability;
}

export function agrees(ranking: readonly number[], edges: readonly (readonly [number, number])[]): boolean {
  return edges.every(([better, worse]) => ranking.indexOf(better) < ranking.indexOf(worse));
}
