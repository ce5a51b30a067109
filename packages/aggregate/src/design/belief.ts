import { type Answer, expectedInformation } from "./expected-information.ts";

/**
 * A normal distribution that describes what is known about N centered utilities. The expected gain from a question is computed from the
 * covariance Σ and from G = Σ·W·Σ, where W = diag(1/(2·error_i)) is the derivative of the sum of standard errors with respect to the
 * initial variances.
 */
export interface Belief {
  /** One utility per item. */
  readonly utilities: Float64Array;
  /** The covariance Σ of the centered utilities, N × N; updated in place. */
  readonly covariance: Float64Array;
  /** The matrix G = Σ·W·Σ, N × N; updated in place. */
  readonly sensitivity: Float64Array;
}

/** Creates a belief from utilities and a covariance, which is copied and centered. Cost: N³. */
export function createBelief(utilities: Float64Array, covariance: Float64Array): Belief {
  const n = utilities.length;
  const belief = { utilities, covariance: centered(covariance, n), sensitivity: new Float64Array(n * n) };
  fillSensitivity(belief);
  return belief;
}

export function meanError({ utilities: { length: n }, covariance }: Belief): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.sqrt(Math.max(0, covariance[i * n + i]));
  return n === 0 ? 0 : sum / n;
}

/**
 * The decrease in the sum of standard errors that is expected, to first order, from an answer about the items of a set. This decrease is
 * tr(K·G_SS) with K = (1 + M·Σ_SS)⁻¹·M, where M is the expected information in the answer. Cost: O(s³) for s items, plus the cost of M.
 */
export function expectedGain(belief: Belief, set: ArrayLike<number>, answer: Answer): number {
  const { utilities, sensitivity } = belief;
  const n = utilities.length;
  if (set.length === 2) return pairGain(belief, set[0], set[1]);
  const k = gainMatrix(belief, set, answer);
  let gain = 0;
  for (let a = 0; a < set.length; a++) {
    for (let b = 0; b < set.length; b++) gain += k[a * set.length + b] * sensitivity[set[b] * n + set[a]];
  }
  return gain;
}

/** The closed form for two items: c·g/(1 + c·v) with c = p·(1 − p) for win probability p, where v and g are Σ and G of the difference. */
function pairGain({ utilities, covariance, sensitivity }: Belief, i: number, j: number): number {
  const n = utilities.length;
  const smaller = Math.exp(-Math.abs(utilities[i] - utilities[j]));
  const c = smaller / (1 + smaller) ** 2;
  const v = covariance[i * n + i] + covariance[j * n + j] - 2 * covariance[i * n + j];
  const g = sensitivity[i * n + i] + sensitivity[j * n + j] - 2 * sensitivity[i * n + j];
  return (c * g) / (1 + c * v);
}

/**
 * Updates the belief with the information that an answer about a set is expected to contain. With U = Σ_·S, the updates are Σ ← Σ − U·K·Uᵀ
 * and, with W unchanged, G ← G − U·K·G_S· − G_·S·K·Uᵀ + U·K·G_SS·K·Uᵀ. Cost: O(N²·s).
 */
export function observe(belief: Belief, set: ArrayLike<number>, answer: Answer): void {
  const { utilities, covariance, sensitivity } = belief;
  const n = utilities.length;
  const s = set.length;
  const k = gainMatrix(belief, set, answer);
  const u = columnsOf(covariance, set, n);
  const g = columnsOf(sensitivity, set, n);
  const uk = product(u, k, n, s);
  // With L = U·K·G_SS/2 − G_·S, the change in G is U·K·Lᵀ + L·(U·K)ᵀ.
  const inner = Float64Array.from(
    { length: s * s },
    (_, at) => sensitivity[set[Math.floor(at / s)] * n + set[at % s]] / 2,
  );
  const l = product(uk, inner, n, s).map((value, at) => value - g[at]);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let [change, other] = [0, 0];
      for (let a = 0; a < s; a++) {
        change += uk[i * s + a] * u[j * s + a];
        other += uk[i * s + a] * l[j * s + a] + l[i * s + a] * uk[j * s + a];
      }
      covariance[i * n + j] -= change;
      covariance[j * n + i] = covariance[i * n + j];
      sensitivity[i * n + j] += other;
      sensitivity[j * n + i] = sensitivity[i * n + j];
    }
  }
}

/** The columns of an N × N matrix for the s items of a set, as a row-major N × s matrix. */
function columnsOf(matrix: Float64Array, set: ArrayLike<number>, n: number): Float64Array {
  const s = set.length;
  return Float64Array.from({ length: n * s }, (_, at) => matrix[Math.floor(at / s) * n + set[at % s]]);
}

/** An N × s matrix times an s × s matrix. */
function product(a: Float64Array, b: Float64Array, n: number, s: number): Float64Array {
  const result = new Float64Array(n * s);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < s; c++) {
      for (let j = 0; j < s; j++) result[i * s + j] += a[i * s + c] * b[c * s + j];
    }
  }
  return result;
}

/** K = (1 + M·Σ_SS)⁻¹·M, by Gaussian elimination with pivoting. */
function gainMatrix({ utilities, covariance }: Belief, set: ArrayLike<number>, answer: Answer): Float64Array {
  const n = utilities.length;
  const s = set.length;
  const k = expectedInformation(
    Array.from(set, (item) => utilities[item]),
    answer,
  );
  const left = new Float64Array(s * s);
  for (let a = 0; a < s; a++) {
    for (let b = 0; b < s; b++) {
      left[a * s + b] = a === b ? 1 : 0;
      for (let c = 0; c < s; c++) left[a * s + b] += k[a * s + c] * covariance[set[c] * n + set[b]];
    }
  }
  solveInPlace(left, k, s);
  return k;
}

/** Overwrites B with A⁻¹·B for s × s matrices; A is overwritten too. */
function solveInPlace(a: Float64Array, b: Float64Array, s: number): void {
  for (let c = 0; c < s; c++) {
    let pivot = c;
    for (let r = c + 1; r < s; r++) if (Math.abs(a[r * s + c]) > Math.abs(a[pivot * s + c])) pivot = r;
    for (let j = 0; j < s && pivot !== c; j++) {
      [a[c * s + j], a[pivot * s + j]] = [a[pivot * s + j], a[c * s + j]];
      [b[c * s + j], b[pivot * s + j]] = [b[pivot * s + j], b[c * s + j]];
    }
    const scale = 1 / a[c * s + c];
    for (let r = 0; r < s; r++) {
      if (r === c) continue;
      const factor = a[r * s + c] * scale;
      for (let j = 0; j < s; j++) {
        a[r * s + j] -= factor * a[c * s + j];
        b[r * s + j] -= factor * b[c * s + j];
      }
    }
    for (let j = 0; j < s; j++) {
      a[c * s + j] *= scale;
      b[c * s + j] *= scale;
    }
  }
}

function fillSensitivity({ utilities: { length: n }, covariance, sensitivity }: Belief): void {
  const weights = Float64Array.from({ length: n }, (_, i) => {
    const variance = covariance[i * n + i];
    return variance > 0 ? 1 / (2 * Math.sqrt(variance)) : 0;
  });
  sensitivity.fill(0);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const factor = covariance[i * n + k] * weights[k];
      if (factor === 0) continue;
      for (let j = 0; j <= i; j++) sensitivity[i * n + j] += factor * covariance[k * n + j];
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) sensitivity[j * n + i] = sensitivity[i * n + j];
}

/** C·A·C for a matrix A, with C = 1 − 11ᵀ/n, as a new matrix. */
function centered(matrix: Float64Array, n: number): Float64Array {
  const means = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) means[i] += matrix[i * n + j] / n;
  const mean = means.reduce((sum, value) => sum + value / n, 0);
  return matrix.map((value, at) => value + mean - means[Math.floor(at / n)] - means[at % n]);
}
