import {
  adaGradStep,
  adamProductStep,
  adamRowsStep,
  adamStep,
  allocate,
  matrix,
  sparseProduct,
} from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { builds, edgeSizes, kernelsOf } from "../builds.ts";
import { random, randomArray, randomMatrix } from "../random.ts";
import { type AdamElement, adamElement } from "../reference/adam.ts";

describe.each(builds)("optimizers, %s", async (build) => {
  const kernels = await kernelsOf(build);
  const { memory } = kernels;
  const uniform = random(5);
  const zeros = (length: number): Float32Array => allocate(memory, Float32Array, length);

  test.each(edgeSizes)("adamStep over %i weights and 20 steps matches Adam in double precision", (count) => {
    const settings = { learningRate: 0.01, beta1: 0.8, beta2: 0.99, epsilon: 1e-6, weightDecay: 0.1 };
    const weights = randomArray(kernels, count, uniform);
    const elements: AdamElement[] = Array.from(weights, (w) => ({ w, m: 0, v: 0 }));
    const arrays = { weights, gradient: zeros(count), first: zeros(count), second: zeros(count) };
    for (let step = 1; step <= 20; step++) {
      for (let i = 0; i < count; i++) {
        arrays.gradient[i] = 2 * uniform() - 1;
        elements[i] = adamElement(elements[i], arrays.gradient[i], step, settings);
      }
      adamStep(kernels, arrays, { step, ...settings });
    }
    for (const [i, { w, m, v }] of elements.entries()) {
      expect(Math.abs(arrays.weights[i] - w)).toBeLessThan(2e-6);
      expect(Math.abs(arrays.first[i] - m)).toBeLessThan(1e-6);
      expect(Math.abs(arrays.second[i] - v)).toBeLessThan(1e-6);
    }
  });

  test("the first step of Adam changes every weight by the learning rate, in the direction opposite to its gradient", () => {
    const arrays = { weights: zeros(6), gradient: zeros(6), first: zeros(6), second: zeros(6) };
    arrays.gradient.set([1, -1, 1e-3, -1e3, 0, 5]);
    adamStep(kernels, arrays, { step: 1, learningRate: 0.1 });
    const expected = [-0.1, 0.1, -0.1, 0.1, 0, -0.1];
    for (const [i, w] of expected.entries()) expect(Math.abs(arrays.weights[i] - w)).toBeLessThan(1e-5);
  });

  test.each([
    [5, 13],
    [70, 130],
  ])("adamRowsStep with all %i rows of %i columns in every step is bit-identical to adamStep", (count, columns) => {
    const length = count * columns;
    const dense = {
      weights: randomArray(kernels, length, uniform),
      gradient: zeros(length),
      first: zeros(length),
      second: zeros(length),
    };
    const byRows = {
      rows: allocate(memory, Int32Array, count),
      weights: matrix(zeros(length), count, columns),
      gradient: matrix(zeros(length), count, columns),
      first: matrix(zeros(length), count, columns),
      second: matrix(zeros(length), count, columns),
      lastSteps: allocate(memory, Int32Array, count),
    };
    byRows.weights.data.set(dense.weights);
    // A permutation, because no count is divisible by 3.
    for (let i = 0; i < count; i++) byRows.rows[i] = (3 * i + 3) % count;
    for (let step = 1; step <= 7; step++) {
      for (let i = 0; i < length; i++) dense.gradient[i] = 2 * uniform() - 1;
      for (const [i, row] of byRows.rows.entries()) {
        byRows.gradient.data.set(dense.gradient.subarray(row * columns, (row + 1) * columns), i * columns);
      }
      adamStep(kernels, dense, { step, learningRate: 0.01, weightDecay: 0.01 });
      adamRowsStep(kernels, byRows, { step, learningRate: 0.01, weightDecay: 0.01 });
    }
    expect(byRows.weights.data).toEqual(dense.weights);
    expect(byRows.first.data).toEqual(dense.first);
    expect(byRows.second.data).toEqual(dense.second);
  });

  test.each([1, 4, 8, 13, 130])(
    "adamProductStep over %i columns is bit-identical to a product and adamRowsStep",
    (columns) => {
      const own = random(columns);
      // Row i has i % 12 entries, and the rows fill more than one group of rows that are fetched together.
      const [features, samples, count] = [100, 20, 70];
      const x = {
        indptr: allocate(memory, Int32Array, count + 1),
        indices: allocate(memory, Int32Array, 12 * count),
        values: randomArray(kernels, 12 * count, own),
      };
      for (let i = 0; i < count; i++) x.indptr[i + 1] = x.indptr[i] + (i % 12);
      for (let e = 0; e < x.indices.length; e++) x.indices[e] = Math.floor(own() * samples);
      const rows = allocate(memory, Int32Array, count);
      for (let i = 0; i < count; i++) rows[i] = (37 * i) % features;
      const start = randomMatrix(kernels, features, columns, own, 1);
      const arrays = () => ({
        rows,
        weights: { ...start, data: zeros(start.data.length) },
        first: matrix(zeros(features * columns), features, columns),
        second: matrix(zeros(features * columns), features, columns),
        lastSteps: allocate(memory, Int32Array, features),
      });
      const [fused, apart] = [arrays(), arrays()];
      for (const { weights } of [fused, apart]) weights.data.set(start.data);
      const workspace = randomArray(kernels, 2 * columns, own);
      const gradient = matrix(zeros(count * columns), count, columns);
      for (const step of [1, 2, 9]) {
        const dense = randomMatrix(kernels, samples, columns, own, 2);
        const settings = { step, learningRate: 0.01, weightDecay: 0.01 };
        adamProductStep(kernels, { ...fused, x, dense, workspace }, settings);
        sparseProduct(kernels, gradient, x, dense);
        adamRowsStep(kernels, { ...apart, gradient }, settings);
      }
      expect(fused.weights.data).not.toEqual(start.data);
      expect(fused.weights.data).toEqual(apart.weights.data);
      expect(fused.first.data).toEqual(apart.first.data);
      expect(fused.second.data).toEqual(apart.second.data);
      expect(fused.lastSteps).toEqual(apart.lastSteps);
    },
  );

  test("adamRowsStep leaves the weights of a skipped row unchanged, and its moments decay as in dense Adam with zero gradients", () => {
    const columns = 9;
    const byRows = {
      rows: allocate(memory, Int32Array, 1),
      weights: randomMatrix(kernels, 3, columns, uniform, 2),
      gradient: randomMatrix(kernels, 1, columns, uniform),
      first: { ...randomMatrix(kernels, 3, columns, uniform, 2), data: zeros(33) },
      second: { ...randomMatrix(kernels, 3, columns, uniform, 2), data: zeros(33) },
      lastSteps: allocate(memory, Int32Array, 3),
    };
    byRows.rows[0] = 1;
    const before = byRows.weights.data.slice();
    const settings = { learningRate: 0.01 };
    const touchedAt = [2, 3, 40, 1041];
    const elements = Array.from({ length: columns }, (_, j): AdamElement => ({ w: before[11 + j], m: 0, v: 0 }));
    for (let step = 1; step <= 1041; step++) {
      const touched = touchedAt.includes(step);
      for (const [j, element] of elements.entries()) {
        if (touched) byRows.gradient.data[j] = 2 * uniform() - 1;
        const after = adamElement(element, touched ? byRows.gradient.data[j] : 0, step, settings);
        elements[j] = touched ? after : { ...after, w: element.w };
      }
      if (touched) adamRowsStep(kernels, byRows, { step, ...settings });
    }
    for (const [j, { w, m, v }] of elements.entries()) {
      expect(Math.abs(byRows.weights.data[11 + j] - w)).toBeLessThan(1e-6);
      expect(Math.abs(byRows.first.data[11 + j] - m)).toBeLessThan(1e-6);
      expect(Math.abs(byRows.second.data[11 + j] - v)).toBeLessThan(1e-6);
    }
    expect([...byRows.lastSteps]).toEqual([0, 1041, 0]);
    expect(byRows.weights.data.subarray(0, 11)).toEqual(before.subarray(0, 11));
    expect(byRows.weights.data.subarray(20)).toEqual(before.subarray(20));
  });

  test.each(edgeSizes)("adaGradStep over %i weights matches AdaGrad in double precision", (count) => {
    const arrays = { weights: randomArray(kernels, count, uniform), gradient: zeros(count), squares: zeros(count) };
    const exact = Array.from(arrays.weights, (w) => ({ w, s: 0 }));
    for (let step = 0; step < 10; step++) {
      for (const [i, element] of exact.entries()) {
        const g = Math.fround(2 * uniform() - 1);
        arrays.gradient[i] = g;
        element.s += g * g;
        element.w = element.w * (1 - 0.1 * 0.05) - (0.1 * g) / (Math.sqrt(element.s) + 1e-3);
      }
      adaGradStep(kernels, arrays, { learningRate: 0.1, epsilon: 1e-3, weightDecay: 0.05 });
    }
    for (const [i, { w, s }] of exact.entries()) {
      expect(Math.abs(arrays.weights[i] - w)).toBeLessThan(2e-6);
      expect(Math.abs(arrays.squares[i] - s)).toBeLessThan(2e-6);
    }
  });

  test("adaGradStep leaves a weight with zero gradients unchanged, even if epsilon is 0", () => {
    const arrays = { weights: zeros(3).fill(2), gradient: zeros(3), squares: zeros(3) };
    adaGradStep(kernels, arrays, { learningRate: 0.1, epsilon: 0 });
    expect([...arrays.weights]).toEqual([2, 2, 2]);
  });

  test("errors name the invalid argument", () => {
    const arrays = { weights: zeros(3), gradient: zeros(3), first: zeros(3), second: zeros(2) };
    expect(() => adamStep(kernels, arrays, { step: 1, learningRate: 0.1 })).toThrow("second.length is 2; expected 3");
    const valid = { ...arrays, second: zeros(3) };
    expect(() => adamStep(kernels, valid, { step: 0, learningRate: 0.1 })).toThrow(
      "step is 0; expected a positive integer",
    );
    expect(() => adamStep(kernels, valid, { step: 1, learningRate: Number.NaN })).toThrow("learningRate is NaN");
    expect(() => adamStep(kernels, valid, { step: 1, learningRate: 0.1, beta2: 1 })).toThrow("beta2 is 1");
    expect(() => adaGradStep(kernels, { ...arrays, squares: zeros(3) }, { learningRate: -1 })).toThrow(
      "learningRate is -1",
    );
  });
});
