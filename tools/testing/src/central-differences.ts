/**
 * The gradient of `f` at `x` by central differences with one Richardson step, error O(h⁴):
 * (4·D(h/2) − D(h))/3, where D(h) = (f(x + h) − f(x − h))/2h.
 */
export function centralDifferences(f: (x: Float64Array) => number, x: Float64Array, step = 1e-3): Float64Array {
  const at = Float64Array.from(x);
  const difference = (i: number, h: number): number => {
    at[i] = x[i] + h;
    const above = f(at);
    at[i] = x[i] - h;
    const below = f(at);
    at[i] = x[i];
    return (above - below) / (2 * h);
  };
  return x.map((_, i) => (4 * difference(i, step / 2) - difference(i, step)) / 3);
}
