import { createLoss, type LossName, lossNames, type RankingLoss, rowLoss } from "@tierwise/losses";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { packLists, viewList } from "../../src/lists/packed-lists.ts";
import { curvatureOf } from "../../src/objective/curvature.ts";
import { listLoss } from "../../src/objective/list-loss.ts";

/** Random lists, including a list of one document and a list with a single grade. */
function randomLists(seed: number) {
  const random = randomStream(seed);
  const offsets = Int32Array.of(0, 9, 10, 15, 40);
  const grades = Float32Array.from({ length: 40 }, (_, i) => (i >= 10 && i < 15 ? 1 : Math.floor(4 * random())));
  const scores = Float64Array.from({ length: 40 }, () => 4 * random() - 2);
  return { packed: packLists({ offsets, grades }), scores };
}

/** The curvature of all lists, and the second derivatives of the loss by finite differences. */
function derivatives(loss: RankingLoss, seed: number, weight: number) {
  const { packed, scores } = randomLists(seed);
  const row = rowLoss(loss);
  const gradientAt = (at: Float64Array): Float64Array => {
    const gradient = new Float64Array(40);
    for (let l = 0; l < packed.count; l++) {
      viewList(packed, l);
      row(at, packed.offsets[l], packed, l, gradient, weight);
    }
    return gradient;
  };
  const gradient = gradientAt(scores);
  const curvature = new Float64Array(40);
  for (let l = 0; l < packed.count; l++) {
    if (viewList(packed, l)) curvatureOf(loss)(packed, l, scores, packed.offsets[l], gradient, weight, curvature);
  }
  const step = 1e-5;
  const differences = scores.map((_, i) => {
    const moved = (by: number): number => gradientAt(scores.map((score, j) => score + (i === j ? by : 0)))[i];
    return (moved(step) - moved(-step)) / (2 * step);
  });
  return { curvature, differences };
}

describe("curvatureOf", () => {
  test.each(["pl-partition", "pl-lb", "pl-topk", "attrank"] satisfies LossName[])(
    "%s: the curvature is at least the second derivative, and in total less than three times as large",
    (name) => {
      for (let seed = 0; seed < 20; seed++) {
        const { curvature, differences } = derivatives(createLoss(name), seed, 1.5);
        for (const [i, second] of differences.entries()) {
          expect(curvature[i], `seed ${seed}, document ${i}`).toBeGreaterThan(second - 1e-7);
          expect(second, `seed ${seed}, document ${i}`).toBeGreaterThan(-1e-7);
        }
        const [sum, bound] = [differences, curvature].map((values) =>
          values.reduce((total, value) => total + value, 0),
        );
        expect(bound / sum, `seed ${seed}`).toBeLessThan(3);
      }
    },
  );

  test("RankNet: the curvature equals the second derivative", () => {
    const { curvature, differences } = derivatives(createLoss("ranknet"), 3, 2);
    for (const [i, second] of differences.entries()) expect(curvature[i]).toBeCloseTo(second, 7);
  });

  test("RankSVM: the quadratic bound at a pair's margin lies above the hinge", () => {
    const packed = packLists({ offsets: Int32Array.of(0, 2), grades: Float32Array.of(1, 0) });
    viewList(packed, 0);
    const hinge = (x: number): number => Math.max(0, 1 - x);
    for (const margin of [-3, 0, 3.5]) {
      const out = new Float64Array(2);
      curvatureOf(createLoss("ranksvm"))(packed, 0, Float64Array.of(margin, 0), 0, new Float64Array(2), 1, out);
      const slope = margin < 1 ? -1 : 0;
      for (let x = -9; x <= 9; x += 0.5) {
        const above = hinge(margin) + slope * (x - margin) + (out[0] / 2) * (x - margin) ** 2;
        expect(above, `at ${x} from ${margin}`).toBeGreaterThanOrEqual(hinge(x) - 1e-12);
      }
      expect(out[1]).toBe(out[0]);
    }
  });

  test("PL-Partition with maxTier: the curvature is at least the second derivative", () => {
    const { curvature, differences } = derivatives(createLoss({ name: "pl-partition", maxTier: 3 }), 5, 1);
    for (const [i, second] of differences.entries()) expect(curvature[i]).toBeGreaterThan(second - 1e-7);
  });

  test("the curvature of a custom loss is the weight of the list", () => {
    const custom: RankingLoss = () => 0;
    const { packed, scores } = randomLists(1);
    viewList(packed, 0);
    const out = new Float64Array(40);
    curvatureOf(custom)(packed, 0, scores, 0, scores, 3, out);
    expect(Array.from(out.subarray(0, 10))).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 0]);
  });
});

test("listLoss rejects negative sampling and accepts the name of every loss", () => {
  for (const name of lossNames) expect(listLoss(name).spec?.name).toBe(name);
  const message = "loss.negatives is not supported for lists of documents; expected a loss without negatives";
  expect(() => listLoss({ name: "ranknet", negatives: { count: 5 } })).toThrow(message);
});
