import { normal, randomStream } from "@tierwise/random";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest, squaredNorms } from "../../src/neighbors/nearest.ts";

/** The points sorted by distance, computed in double precision. */
function bruteForce(data: Float32Array, z: Float32Array, count: number): number[] {
  const d = z.length;
  const distances = Array.from({ length: data.length / d }, (_, i): [number, number] => {
    let sum = 0;
    for (let k = 0; k < d; k++) sum += (z[k] - data[i * d + k]) ** 2;
    return [i, sum];
  });
  return distances
    .sort(([a, x], [b, y]) => x - y || a - b)
    .slice(0, count)
    .map(([i]) => i);
}

// Far from the origin, inner products in single precision cannot distinguish the points.
test.each([0, 1, 100, 10_000])("`nearest` is exact for points whose coordinates are all around %i", (center) => {
  const sizes = [
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 1, max: 320 }),
  ] as const;
  fc.assert(
    fc.property(...sizes, fc.integer(), (n, d, count, seed) => {
      const random = randomStream(seed);
      const draw = (length: number): Float32Array => Float32Array.from({ length }, () => center + normal(random));
      const [data, z] = [draw(n * d), draw(d)];
      // Duplicate points have equal distances.
      data.copyWithin(0, (n >> 1) * d, (n >> 1) * d + d);
      const products = Float32Array.from({ length: n }, (_, i) => {
        let sum = 0;
        for (let k = 0; k < d; k++) sum = Math.fround(sum + Math.fround(z[k] * data[i * d + k]));
        return sum;
      });
      const points = { data, dimensions: d, squares: squaredNorms(data, n, d) };
      expect(Array.from(nearest(points, z, products, count))).toEqual(bruteForce(data, z, count));
    }),
    { numRuns: 60 },
  );
});
