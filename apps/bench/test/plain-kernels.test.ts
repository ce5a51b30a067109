import { expect, test } from "vitest";
import { plainProductNN, plainProductNT, plainProductTN } from "../src/peers/plain-kernels.ts";

const [m, n, k] = [6, 8, 4];
const at = (i: number, p: number): number => (i + 1) * (p - 2);
const bt = (p: number, j: number): number => p * p - j;

/** A rows × columns matrix filled with the values of f. */
function fill(rows: number, columns: number, f: (i: number, j: number) => number): Float32Array {
  return Float32Array.from({ length: rows * columns }, (_, e) => f(Math.floor(e / columns), e % columns));
}

const expected = fill(m, n, (i, j) => [0, 1, 2, 3].reduce((sum, p) => sum + at(i, p) * bt(p, j), 0));

test("each of the baseline's three blocked products equals the plain product", () => {
  const products = {
    NT: (out: Float32Array) =>
      plainProductNT(
        out,
        fill(m, k, at),
        fill(n, k, (j, p) => bt(p, j)),
        m,
        n,
        k,
      ),
    NN: (out: Float32Array) => plainProductNN(out, fill(m, k, at), fill(k, n, bt), m, n, k),
    TN: (out: Float32Array) =>
      plainProductTN(
        out,
        fill(k, m, (p, i) => at(i, p)),
        fill(k, n, bt),
        m,
        n,
        k,
      ),
  };
  for (const product of Object.values(products)) {
    const out = new Float32Array(m * n).fill(7);
    product(out);
    expect(out).toEqual(expected);
  }
});
