import { normal, type Random } from "@tierwise/random";

/** Below this mean, summing probabilities is faster than rejection. */
const SMALL = 10;
/** Above this mean, the normal approximation is accurate to 1e-4 standard deviations. */
const LARGE = 1e8;

/**
 * Draws a Poisson number with any mean in constant time, by transformed rejection with squeeze (Hörmann, Insurance: Mathematics and
 * Economics 12, 1993, algorithm PTRS).
 */
export function poissonCount(mean: number, random: Random): number {
  if (mean < SMALL) return bySum(mean, random());
  if (mean > LARGE) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
  const squeeze = 0.9277 - 3.6224 / (b - 2);
  const logMean = Math.log(mean);
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= squeeze) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (Math.log((v * inverseAlpha) / (a / (us * us) + b)) <= k * logMean - mean - logFactorial(k)) return k;
  }
}

/** The smallest k at which the distribution function exceeds u. */
function bySum(mean: number, u: number): number {
  let probability = Math.exp(-mean);
  let left = u - probability;
  let k = 0;
  while (left > 0 && k < 200) {
    probability *= mean / ++k;
    left -= probability;
  }
  return k;
}

/** log k!, by Stirling's series for k ≥ 10, with an error below 1e-11. */
function logFactorial(k: number): number {
  if (k < 10) {
    let product = 1;
    for (let i = 2; i <= k; i++) product *= i;
    return Math.log(product);
  }
  const x = k + 1;
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
