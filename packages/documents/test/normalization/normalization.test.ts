import { describe, expect, test } from "vitest";
import { fitNormalization, generateDocuments } from "../../src/index.ts";
import { normalizeRow } from "../../src/normalization/normalization.ts";

describe("fitNormalization", () => {
  const { lists } = generateDocuments({ lists: 50, documents: 20, features: 8, seed: 1 });
  const normalization = fitNormalization(lists);
  const count = lists.grades.length;
  const rows = new Float32Array(count * 8);
  for (let i = 0; i < count; i++) normalizeRow(normalization, lists.features, 8 * i, rows, 8 * i);

  test("gives every feature of the training lists mean 0 and variance 1", () => {
    for (let f = 0; f < 8; f++) {
      let [sum, squares] = [0, 0];
      for (let i = 0; i < count; i++) {
        sum += rows[8 * i + f];
        squares += rows[8 * i + f] ** 2;
      }
      expect(sum / count).toBeCloseTo(0, 5);
      expect(squares / count).toBeCloseTo(1, 4);
    }
  });

  test("takes the logarithm of counts and heavy tails, not of bounded features", () => {
    expect(Array.from(normalization.log.subarray(0, 3))).toEqual([0, 1, 1]);
    expect(Array.from(fitNormalization(lists, "none").log)).toEqual(new Array(8).fill(0));
    expect(Array.from(fitNormalization(lists, "all").log)).toEqual(new Array(8).fill(1));
  });

  test("a constant feature becomes 0, and negative values keep their sign", () => {
    const features = Float32Array.of(5, -1e6, 5, -10, 5, 0);
    const fitted = fitNormalization({ featureCount: 2, offsets: Int32Array.of(0, 3), features }, "all");
    const out = new Float32Array(6);
    for (let i = 0; i < 3; i++) normalizeRow(fitted, features, 2 * i, out, 2 * i);
    expect([out[0], out[2], out[4]]).toEqual([0, 0, 0]);
    expect(out[1]).toBeLessThan(out[3]);
    expect(out[3]).toBeLessThan(out[5]);
  });
});
