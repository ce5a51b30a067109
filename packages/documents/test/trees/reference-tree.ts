// A reference tree that tries every split of every leaf, with sums over documents in double precision.

export interface Derivatives {
  readonly features: readonly (readonly number[])[];
  readonly gradient: readonly number[];
  readonly curvature: readonly number[];
}

/** Grows a tree with `leaves` leaves and returns the value of each document. */
export function referenceTree(
  { features, gradient, curvature }: Derivatives,
  { leaves, ridge, minDocuments }: { leaves: number; ridge: number; minDocuments: number },
): number[] {
  const sum = (members: readonly number[], of: readonly number[]): number =>
    members.reduce((total, i) => total + of[i], 0);
  const worth = (members: readonly number[]): number => sum(members, gradient) ** 2 / (sum(members, curvature) + ridge);
  const bestSplit = (members: readonly number[]) => {
    let best = { gain: 0, left: [] as number[], right: [] as number[] };
    for (let f = 0; f < features[0].length; f++) {
      for (const threshold of new Set(members.map((i) => features[i][f]))) {
        const left = members.filter((i) => features[i][f] <= threshold);
        const right = members.filter((i) => features[i][f] > threshold);
        if (left.length < minDocuments || right.length < minDocuments) continue;
        const gain = 0.5 * (worth(left) + worth(right) - worth(members));
        if (gain > best.gain * (1 + 1e-9)) best = { gain, left, right };
      }
    }
    return { members, ...best };
  };
  const grown = [bestSplit(features.map((_, i) => i))];
  while (grown.length < leaves) {
    const next = grown.reduce((one, other) => (other.gain > one.gain ? other : one));
    if (next.gain === 0) break;
    grown.splice(grown.indexOf(next), 1, bestSplit(next.left), bestSplit(next.right));
  }
  const values: number[] = [];
  for (const { members } of grown) {
    const value = -sum(members, gradient) / (sum(members, curvature) + ridge);
    for (const i of members) values[i] = value;
  }
  return values;
}
