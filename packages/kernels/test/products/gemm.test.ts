import {
  allocate,
  columnRange,
  createKernels,
  gemmNN,
  gemmNT,
  gemmTN,
  loadKernelModuleSync,
  type Matrix,
  matrix,
  rowRange,
} from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { builds, edgeSizes, kernelsOf, roundoff } from "../builds.ts";
import { random, randomArray, randomMatrix } from "../random.ts";
import { type ElementOf, elementsOf, productElement, transposed } from "../reference/gemm.ts";

const widths = builds.flatMap((build) => [[build, "narrow"] as const, [build, "wide"] as const]);

describe.each(widths)("gemm, %s, %s tiles", async (build, width) => {
  const kernels = await kernelsOf(build, 2 ** 28, { wide: width === "wide" });
  const uniform = random(1);

  const shapes = {
    NN: {
      run: gemmNN,
      operands: (m: number, n: number, k: number) => [
        [m, k],
        [k, n],
      ],
      elements: (a: Matrix, b: Matrix): [ElementOf, ElementOf] => [elementsOf(a), elementsOf(b)],
    },
    NT: {
      run: gemmNT,
      operands: (m: number, n: number, k: number) => [
        [m, k],
        [n, k],
      ],
      elements: (a: Matrix, b: Matrix): [ElementOf, ElementOf] => [elementsOf(a), transposed(elementsOf(b))],
    },
    TN: {
      run: gemmTN,
      operands: (m: number, n: number, k: number) => [
        [k, m],
        [k, n],
      ],
      elements: (a: Matrix, b: Matrix): [ElementOf, ElementOf] => [transposed(elementsOf(a)), elementsOf(b)],
    },
  };

  /** Runs one product and expects every element to equal the sum in double precision, within the bound of its rounding error. */
  function check(shape: keyof typeof shapes, m: number, n: number, k: number, base: "bias" | "out" | "zero"): void {
    const { run, operands, elements } = shapes[shape];
    const [[aRows, aColumns], [bRows, bColumns]] = operands(m, n, k);
    const gap = Math.floor(uniform() * 3);
    const a = randomMatrix(kernels, aRows, aColumns, uniform, gap);
    const b = randomMatrix(kernels, bRows, bColumns, uniform, gap);
    const out = randomMatrix(kernels, m, n, uniform, gap);
    const bias = randomArray(kernels, n, uniform);
    const before = out.data.slice();
    run(kernels, out, a, b, base === "bias" ? { bias } : { accumulate: base === "out" });

    const [aElement, bElement] = elements(a, b);
    let worst = 0;
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        const at = i * out.stride + j;
        const start = base === "bias" ? bias[j] : base === "out" ? before[at] : 0;
        const { value, size } = productElement(start, aElement, bElement, k, i, j);
        worst = Math.max(worst, Math.abs(out.data[at] - value) / ((k + 1) * roundoff * size + Number.MIN_VALUE));
        before[at] = out.data[at];
      }
    }
    expect(worst, `${shape} ${m} × ${n} × ${k}, ${base}`).toBeLessThanOrEqual(1);
    expect(out.data, "elements between the rows are unchanged").toEqual(before);
  }

  test.each(["NN", "NT", "TN"] as const)(
    "%s equals the sum in double precision for every combination of edge sizes",
    (shape) => {
      for (const m of [1, 3, 4, 7, 9])
        for (const n of edgeSizes) for (const k of edgeSizes) check(shape, m, n, k, "zero");
    },
  );

  test.each(["NN", "NT", "TN"] as const)(
    "%s equals the sum in double precision for sizes that need several blocks",
    (shape) => {
      check(shape, 131, 17, 259, "zero");
      check(shape, 257, 9, 513, "out");
      check(shape, 129, 31, 256, "bias");
      // With a small depth, a block has more rows than usual: here 819.
      check(shape, 900, 33, 40, "out");
    },
  );

  test.each(["NN", "NT", "TN"] as const)("%s adds the product to the bias or to the values in out", (shape) => {
    for (const m of [1, 4, 6]) {
      for (const n of [1, 8, 13]) {
        check(shape, m, n, 5, "bias");
        check(shape, m, n, 5, "out");
      }
    }
  });

  test("products of small integers are exact", () => {
    const a = randomMatrix(kernels, 37, 300, uniform);
    const b = randomMatrix(kernels, 300, 23, uniform);
    for (const { data } of [a, b]) for (let i = 0; i < data.length; i++) data[i] = Math.round(8 * data[i]);
    const out = matrix(allocate(kernels.memory, Float32Array, 37 * 23), 37, 23);
    gemmNN(kernels, out, a, b);
    for (let i = 0; i < 37; i++) {
      for (let j = 0; j < 23; j++) {
        expect(out.data[i * 23 + j]).toBe(productElement(0, elementsOf(a), elementsOf(b), 300, i, j).value);
      }
    }
  });

  test("a product computed in parts is bit-identical to the whole product", () => {
    const [m, n, k] = [133, 71, 300];
    const a = randomMatrix(kernels, m, k, uniform);
    const b = randomMatrix(kernels, n, k, uniform);
    const whole = randomMatrix(kernels, m, n, uniform);
    const parts = randomMatrix(kernels, m, n, uniform);
    gemmNT(kernels, whole, a, b);
    for (const [from, to] of [
      [0, 5],
      [5, 38],
      [38, 71],
    ]) {
      gemmNT(kernels, columnRange(parts, from, to), a, rowRange(b, from, to));
    }
    expect(parts.data).toEqual(whole.data);
  });

  test("a product with a single row is bit-identical to that row in a larger product, also with `bias` or `accumulate`", () => {
    for (const n of edgeSizes) {
      for (const k of [1, 3, 4, 5, 255, 300]) {
        const a = randomMatrix(kernels, 5, k, uniform, 1);
        const b = randomMatrix(kernels, n, k, uniform, 2);
        const bias = randomArray(kernels, n, uniform);
        for (const options of [{}, { bias }, { accumulate: true }]) {
          const whole = randomMatrix(kernels, 5, n, uniform);
          const single = { ...whole, data: randomArray(kernels, whole.data.length, uniform) };
          single.data.set(whole.data);
          gemmNT(kernels, whole, a, b, options);
          for (let row = 0; row < 5; row++) {
            gemmNT(kernels, rowRange(single, row, row + 1), rowRange(a, row, row + 1), b, options);
          }
          expect(single.data).toEqual(whole.data);
        }
      }
    }
  });

  test("products are bit-identical with narrow and wide tiles", () => {
    const others = createKernels(loadKernelModuleSync({ kernelBuild: build, wide: !kernels.wide }), kernels.memory);
    for (const [m, n, k] of [
      [133, 71, 300],
      [26, 33, 20],
      [4, 16, 5],
      [3, 17, 257],
    ]) {
      const a = randomMatrix(kernels, m, k, uniform);
      const b = randomMatrix(kernels, k, n, uniform);
      const own = randomMatrix(kernels, m, n, uniform);
      const other = randomMatrix(kernels, m, n, uniform);
      gemmNN(kernels, own, a, b);
      gemmNN(others, other, a, b);
      expect(other.data).toEqual(own.data);
    }
  });

  test("a product with an inner dimension of 0 is 0, and adds 0 to the bias or to the values in out", () => {
    const bias = randomArray(kernels, 3, uniform);
    const out = randomMatrix(kernels, 2, 3, uniform);
    const before = out.data.slice();
    const [a, b] = [randomMatrix(kernels, 2, 0, uniform), randomMatrix(kernels, 0, 3, uniform)];
    gemmNN(kernels, out, a, b, { accumulate: true });
    expect(out.data).toEqual(before);
    gemmNN(kernels, out, a, b, { bias });
    expect([...out.data]).toEqual([...bias, ...bias]);
    gemmNN(kernels, out, a, b);
    expect([...out.data]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("NaN and infinity affect only the elements that depend on them", () => {
    const a = randomMatrix(kernels, 5, 9, uniform);
    const b = randomMatrix(kernels, 9, 11, uniform);
    a.data[3 * 9 + 4] = Number.NaN;
    b.data[2 * 11 + 10] = Number.POSITIVE_INFINITY;
    const out = randomMatrix(kernels, 5, 11, uniform);
    gemmNN(kernels, out, a, b);
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j < 11; j++) expect(Number.isFinite(out.data[i * 11 + j])).toBe(i !== 3 && j !== 10);
    }
  });

  test("errors name the invalid argument", () => {
    const make = (rows: number, columns: number): Matrix => randomMatrix(kernels, rows, columns, uniform);
    expect(() => gemmNN(kernels, make(2, 2), make(2, 3), make(4, 2))).toThrow(
      "a.columns is 3 and b.rows is 4; expected the same number",
    );
    expect(() => gemmTN(kernels, make(2, 2), make(4, 3), make(4, 2))).toThrow("out is 2 × 2; expected 3 × 2");
    const outside = matrix(new Float32Array(4), 2, 2);
    expect(() => gemmNN(kernels, make(2, 2), outside, make(2, 2))).toThrow("a.data is not in the kernels' memory");
    const short = { ...make(2, 2), rows: 3 };
    expect(() => gemmNN(kernels, make(3, 2), short, make(2, 2))).toThrow(
      "a.data.length is 4; expected at least 6 for 3 × 2",
    );
    const bias = randomArray(kernels, 3, uniform);
    expect(() => gemmNN(kernels, make(2, 2), make(2, 2), make(2, 2), { bias })).toThrow("bias.length is 3; expected 2");
    expect(() => gemmNN(kernels, make(2, 3), make(2, 2), make(2, 3), { bias, accumulate: true })).toThrow(
      "bias cannot be combined with accumulate",
    );
  });
});
