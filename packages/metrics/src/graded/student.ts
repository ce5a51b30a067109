/** P(T > t) for Student's t distribution with `degrees` degrees of freedom and t ≥ 0: I_x(ν/2, 1/2)/2 with x = ν/(ν + t²). */
export function studentTail(t: number, degrees: number): number {
  return 0.5 * incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** The quantile of Student's t distribution for a probability of at least 1/2, found by bisection on the tail. */
export function studentQuantile(probability: number, degrees: number): number {
  const tail = 1 - probability;
  let high = 1;
  while (studentTail(high, degrees) > tail) high *= 2;
  let low = 0;
  for (let i = 0; i < 200 && high - low > 4 * Number.EPSILON * high; i++) {
    const middle = (low + high) / 2;
    if (studentTail(middle, degrees) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The regularized incomplete beta function I_x(a, b), computed from its continued fraction (DLMF 8.17.22). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const factor = Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a;
  return factor / fraction(x, a, b);
}

/** 1 + d₁/(1 + d₂/(1 + …)), computed with Lentz's algorithm. */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let value = 1;
  let numerator = 1;
  let denominator = 0;
  for (let n = 1; n <= 1000; n++) {
    const m = Math.floor(n / 2);
    const odd = (-(a + m) * (a + b + m)) / ((a + 2 * m) * (a + 2 * m + 1));
    const even = (m * (b - m)) / ((a + 2 * m - 1) * (a + 2 * m));
    const d = x * (n % 2 === 1 ? odd : even);
    denominator = 1 / (1 + d * denominator || tiny);
    numerator = 1 + d / numerator || tiny;
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return value;
}

/** log Γ(x) for x > 0: Stirling's series after shifting x above 15, with a relative error near 1e-15. */
function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 15; y++) shift += Math.log(y);
  const inverse = 1 / (y * y);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / y;
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
