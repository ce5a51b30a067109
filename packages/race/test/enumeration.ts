/** The probability of every full ranking of a few items: `visit` is called with each ranking, best first. */
export function everyRanking(
  scores: ArrayLike<number>,
  visit: (ranking: readonly number[], probability: number) => void,
): void {
  const ranking: number[] = [];
  const walk = (left: readonly number[], probability: number): void => {
    if (left.length === 0) {
      visit(ranking, probability);
      return;
    }
    const top = Math.max(...left.map((i) => scores[i]));
    const total = left.reduce((sum, i) => sum + Math.exp(scores[i] - top), 0);
    for (const i of left) {
      ranking.push(i);
      walk(
        left.filter((j) => j !== i),
        (probability * Math.exp(scores[i] - top)) / total,
      );
      ranking.pop();
    }
  };
  walk(
    Array.from(scores, (_, i) => i),
    1,
  );
}
