import { normal, type Random } from "@tierwise/random";

/** Draws the logarithm of a Gamma(shape, 1) variable (Marsaglia and Tsang 2000). For shape < 1, uses Gamma(shape + 1)·u^{1/shape}. */
export function logGammaDraw(shape: number, random: Random): number {
  if (shape < 1) return logGammaDraw(shape + 1, random) + Math.log(random()) / shape;
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    if (Math.log(random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return Math.log(d * v);
  }
}
