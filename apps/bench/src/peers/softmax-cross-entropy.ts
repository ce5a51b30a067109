/**
 * The baseline for the speed claims: softmax cross-entropy for one positive item, −log softmax(w)[positive]; writes its gradient
 * to `gradient`. Plain TypeScript with `Math.exp`: one pass for the maximum, N exponentials, and one pass to scale them. Four
 * running maxima break the dependency chain of the first pass.
 */
export function softmaxCrossEntropy<A extends Float32Array | Float64Array>(
  scores: A,
  positive: number,
  gradient: A,
): number {
  const n = scores.length;
  let a = Number.NEGATIVE_INFINITY;
  let b = a;
  let c = a;
  let d = a;
  let m = 0;
  for (; m + 3 < n; m += 4) {
    if (scores[m] > a) a = scores[m];
    if (scores[m + 1] > b) b = scores[m + 1];
    if (scores[m + 2] > c) c = scores[m + 2];
    if (scores[m + 3] > d) d = scores[m + 3];
  }
  for (; m < n; m++) if (scores[m] > a) a = scores[m];
  const max = Math.max(a, b, c, d);
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

/** A simpler implementation, against which {@link softmaxCrossEntropy} is tested: one exponential per item, stored and summed. */
export function bareExponentials<A extends Float32Array | Float64Array>(scores: A, out: A): number {
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    const e = Math.exp(scores[i]);
    out[i] = e;
    sum += e;
  }
  return sum;
}
