/** Throws unless `x` and `y` have one number per item of the same items, and names the first element that is none. */
export function checkPaired(x: ArrayLike<number>, y: ArrayLike<number>): void {
  if (x.length !== y.length) throw new RangeError(`y has length ${y.length}; expected ${x.length}, as x`);
  for (let i = 0; i < x.length; i++) {
    if (!(x[i] >= Number.NEGATIVE_INFINITY)) throw new RangeError(`x[${i}] is ${x[i]}; expected a number`);
    if (!(y[i] >= Number.NEGATIVE_INFINITY)) throw new RangeError(`y[${i}] is ${y[i]}; expected a number`);
  }
}
