// All integrals of the race are over time: ∫ f(t) dt/t. In log t, the integrand has a long left tail, ∝ t, because any item may
// arrive early. Both substitutions start from
//   v = s − e^{−s},
// which makes that tail doubly exponential: t falls as exp(−e^{−s}), and 4 units of s replace 30 units of log t. (Takahasi and Mori, Double
// exponential formulas for numerical integration, Publications of the RIMS 9, 1974.) The substitutions differ on the right:
//
// - *log time*, log t = c + v, suits a race with several time scales. The number of arrivals m has a standard deviation of √m, so
//   late arrivals need a step of about 1/√k throughout.
// - *root time*, log t = c + 2·log τ, τ = log(1 + e^v) ≈ s, has the same resolution everywhere, because √m has the same standard deviation
//   for every m. A time window in which M items arrive takes O(√M) nodes rather than O(√k·log M).
//
// c is chosen so early that few items have arrived by then, because left of c the substitution rotates t in the complex plane.

/** In log time, c is the log t at which this many arrivals are expected. */
const EARLY_LOG = 0.2;
/** In root time, τ = 1 is the time at which this many arrivals would be expected if the total rate stayed constant. */
const EARLY_ROOT = 5;

/** A change of variables from log t to s. */
export interface Substitution {
  /** log t. */
  logTime(s: number): number;
  /** d(log t)/ds. */
  slope(s: number): number;
  /** The value of s for a given log t. */
  inverse(logTime: number): number;
}

/** Log time in a race whose rates sum to e^{logMass}. */
export function inLogTime(logMass: number): Substitution {
  const center = Math.log(EARLY_LOG) - logMass;
  return {
    logTime: (s) => center + s - Math.exp(-s),
    slope: (s) => 1 + Math.exp(-s),
    inverse: (y) => solve(y - center),
  };
}

/** Root time in a race whose rates sum to e^{logMass}. */
export function inRootTime(logMass: number): Substitution {
  const center = Math.log(EARLY_ROOT) - logMass;
  return {
    logTime: (s) => {
      const v = s - Math.exp(-s);
      return center + 2 * (v < -30 ? v : Math.log(softplus(v)));
    },
    slope: (s) => {
      const v = s - Math.exp(-s);
      // (dτ/dv)/τ tends to 1 as v → −∞, where the formula would compute ∞·0.
      const rate = v < -30 ? 1 : 1 / ((1 + Math.exp(-v)) * softplus(v));
      return 2 * rate * (1 + Math.exp(-s));
    },
    inverse: (y) => {
      const logRoot = (y - center) / 2;
      const root = Math.exp(logRoot);
      // Inverts τ = log(1 + e^v), which is e^v for small τ and v for large τ.
      return solve(logRoot < -30 ? logRoot : root > 30 ? root : Math.log(Math.expm1(root)));
    },
  };
}

function softplus(v: number): number {
  return v > 30 ? v : Math.log1p(Math.exp(v));
}

/** Solves s − e^{−s} = v by Newton's method; the function is concave and increasing. */
function solve(v: number): number {
  let s = v > 1 ? v : v > -1 ? 0.6 : -Math.log(-v);
  for (let i = 0; i < 5; i++) s -= (s - Math.exp(-s) - v) / (1 + Math.exp(-s));
  return s;
}
