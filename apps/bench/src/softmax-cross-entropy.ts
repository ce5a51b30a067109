/**
 * The baseline of the speed claims: softmax cross-entropy of one positive item, −log softmax(w)[positive], with its
 * gradient written to `gradient`. Plain TypeScript with `Math.exp`: a maximum, N exponentials, one scaling.
 */
export function softmaxCrossEntropy<A extends Float32Array | Float64Array>(
  scores: A,
  positive: number,
  gradient: A,
): number {
  const n = scores.length;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) if (scores[i] > max) max = scores[i];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const e = Math.exp(scores[i] - max);
    gradient[i] = e;
    sum += e;
  }
  const scale = 1 / sum;
  for (let i = 0; i < n; i++) gradient[i] *= scale;
  gradient[positive] -= 1;
  return Math.log(sum) + max - scores[positive];
}

/** What that baseline is itself measured against: one exponential an item, stored and summed. */
export function bareExponentials<A extends Float32Array | Float64Array>(scores: A, out: A): number {
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    const e = Math.exp(scores[i]);
    out[i] = e;
    sum += e;
  }
  return sum;
}
