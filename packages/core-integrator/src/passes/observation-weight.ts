/** Returns the weight of observation b, or 1 if there are no weights. Throws if it is not a finite number. */
export function weightOf(weights: ArrayLike<number> | undefined, b: number): number {
  if (weights === undefined) return 1;
  const weight = weights[b];
  if (!Number.isFinite(weight)) throw new RangeError(`weights[${b}] is ${weight}; expected a finite number`);
  return weight;
}
