/** A comparison that `better` won against `worse`, and how often it did. */
export interface Duels {
  readonly better: number;
  readonly worse: number;
  readonly times: number;
}

/**
 * The most likely Bradley-Terry utilities, centered, by damped Newton steps with the analytic Hessian and Gaussian elimination. Uses
 * neither integrals nor L-BFGS nor finite differences.
 */
export function fitDuels(duels: readonly Duels[], items: number): Float64Array {
  let w: Float64Array = new Float64Array(items);
  for (let round = 0; round < 2000; round++) {
    const step = newtonStep(duels, w);
    const size = Math.max(...step.map(Math.abs));
    const before = logLikelihood(duels, w);
    let share = Math.min(1, 2 / size);
    const at = (): Float64Array => w.map((value, i) => value + share * step[i]);
    while (logLikelihood(duels, at()) < before * (1 + 1e-13) && share > 1e-9) share /= 2;
    w = at();
    if (size < 1e-13) break;
  }
  return w;
}

function logLikelihood(duels: readonly Duels[], w: Float64Array): number {
  let sum = 0;
  for (const { better, worse, times } of duels) {
    const d = w[better] - w[worse];
    sum += times * (Math.min(d, 0) - Math.log1p(Math.exp(-Math.abs(d))));
  }
  return sum;
}

function newtonStep(duels: readonly Duels[], w: Float64Array): Float64Array {
  const n = w.length;
  const rows = Array.from(w, () => new Float64Array(n + 1));
  for (const { better: a, worse: b, times } of duels) {
    const lost = 1 / (1 + Math.exp(w[a] - w[b]));
    const curvature = (times * lost) / (1 + Math.exp(w[b] - w[a]));
    rows[a][n] += times * lost;
    rows[b][n] -= times * lost;
    rows[a][a] += curvature;
    rows[b][b] += curvature;
    rows[a][b] -= curvature;
    rows[b][a] -= curvature;
  }
  // The last item is fixed, since the row and column of any one item can be removed from a singular Laplacian.
  const m = n - 1;
  for (let k = 0; k < m; k++) {
    for (let i = k + 1; i < m; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const step = new Float64Array(n);
  for (let k = m - 1; k >= 0; k--) {
    let sum = rows[k][n];
    for (let j = k + 1; j < m; j++) sum -= rows[k][j] * step[j];
    step[k] = sum / rows[k][k];
  }
  const mean = step.reduce((sum, value) => sum + value, 0) / n;
  return step.map((value) => value - mean);
}
