import { normal, randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { copySparse, transposeCopy } from "../../src/engine/sparse-copy.ts";
import { multiply, multiplySparse } from "../../src/linear/products.ts";
import { dense, randomDataset } from "../random-dataset.ts";
import { withEngine } from "../with-engine.ts";

// 300 rows are divided into three shards.
test.each([1, 2])("products of normalized rows are correct on %i threads", async (threads) => {
  const data = randomDataset(300, 11, 2, 1);
  const x = dense(data.features, 11).map((row) => row.map((value) => value / (Math.hypot(...row) || 1)));
  await withEngine(async (engine) => {
    const { arena } = engine;
    const all = Array.from({ length: 300 }, (_, i) => i);
    const sparse = copySparse(arena, data.features, all, { normalize: true });
    const transpose = transposeCopy(arena, sparse, 11);
    const [w, xw, square, all2] = [arena.matrix(11, 5), arena.matrix(300, 5), arena.matrix(5, 5), arena.matrix(300, 5)];
    const back = arena.matrix(11, 5);
    const random = randomStream(2);
    for (const { data: values } of [w, square]) for (let i = 0; i < values.length; i++) values[i] = normal(random);
    await multiplySparse(engine, xw, sparse, w);
    await multiplySparse(engine, back, transpose, xw);
    await multiply(engine, all2, xw, square);
    for (let i = 0; i < 300; i++) {
      for (let k = 0; k < 5; k++) {
        const exact = x[i].reduce((sum, value, f) => sum + value * w.data[5 * f + k], 0);
        expect(xw.data[5 * i + k]).toBeCloseTo(exact, 5);
        let product = 0;
        for (let l = 0; l < 5; l++) product += xw.data[5 * i + l] * square.data[5 * l + k];
        expect(all2.data[5 * i + k]).toBeCloseTo(product, 5);
      }
    }
    for (let f = 0; f < 11; f++) {
      for (let k = 0; k < 5; k++) {
        const exact = x.reduce((sum, row, i) => sum + row[f] * xw.data[5 * i + k], 0);
        expect(back.data[5 * f + k]).toBeCloseTo(exact, 4);
      }
    }
  }, threads);
});
