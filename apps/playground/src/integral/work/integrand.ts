/** The integrand of Proposition 1 in y = log s: e^{ℓ(y)} with ℓ(y) = y − e^y + Σ_a log(1 − e^{−e^{d_a + y}}), d_a = w_a − w_R. */
export interface Integrand {
  /** ℓ(y), which is concave. */
  readonly log: (y: number) => number;
  /** The value of y at which ℓ is largest. */
  readonly mode: number;
}

/** Creates the integrand for a tier above a rest, given the scores of both. */
export function integrandOf(top: readonly number[], rest: readonly number[]): Integrand {
  const restScore = logSumExp(rest);
  const advantages = top.map((score) => score - restScore);
  const log = (y: number): number =>
    advantages.reduce((sum, d) => sum + Math.log(-Math.expm1(-Math.exp(d + y))), y - Math.exp(y));
  return { log, mode: maximum(log, -30, 6) };
}

/** The points on both sides of the mode at which the integrand has fallen to e^{−drop} of its maximum. */
export function rangeOf({ log, mode }: Integrand, drop: number): [number, number] {
  const level = log(mode) - drop;
  const edge = (step: number): number => {
    let outside = mode;
    while (log(outside) > level) outside += step;
    let inside = outside - step;
    for (let k = 0; k < 50; k++) {
      const middle = (inside + outside) / 2;
      if (log(middle) > level) inside = middle;
      else outside = middle;
    }
    return outside;
  };
  return [edge(-0.5), edge(0.5)];
}

/** log Σ e^x. */
export function logSumExp(values: readonly number[]): number {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

/** Finds the maximum of a concave function by golden-section search. */
function maximum(f: (x: number) => number, from: number, to: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  for (let k = 0; k < 90; k++) {
    const [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (f(left) < f(right)) low = left;
    else high = right;
  }
  return (low + high) / 2;
}

/** A sum of the integrand at equal steps in y. */
export interface EqualSteps {
  readonly nodes: readonly number[];
  readonly step: number;
  readonly logProbability: number;
}

/** Sums the integrand at equal steps over the range in which it exceeds 1e-16 of its maximum. */
export function equalSteps(integrand: Integrand, points: number): EqualSteps {
  const [from, to] = rangeOf(integrand, 37);
  const step = (to - from) / (points - 1);
  const nodes = Array.from({ length: points }, (_, k) => from + k * step);
  return { nodes, step, logProbability: logSumExp(nodes.map(integrand.log)) + Math.log(step) };
}
