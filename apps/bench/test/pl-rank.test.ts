import { dcg, expectedMetric } from "@tierwise/race";
import { normal, randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { plRank } from "../src/peers/pl-rank.ts";

test("PL-Rank-3 estimates the exact expected DCG and its gradient without bias", () => {
  const random = randomStream(4);
  const scores = new Float64Array(12).map(() => normal(random));
  const gains = new Float64Array(12).map((_, i) => (i % 3 === 0 ? 1 + i : 0));
  const metric = dcg({ k: 4 });
  const exact = new Float64Array(12);
  const { value } = expectedMetric(scores, gains, { metric, gradient: exact });
  const batches = 60;
  const mean = new Float64Array(12);
  const squares = new Float64Array(12);
  const estimate = new Float64Array(12);
  let meanValue = 0;
  for (let n = 0; n < batches; n++) {
    meanValue += plRank(scores, gains, metric.weights, 500, random, estimate).value / batches;
    for (let i = 0; i < 12; i++) {
      mean[i] += estimate[i] / batches;
      squares[i] += estimate[i] ** 2 / batches;
    }
  }
  expect(Math.abs(meanValue - value)).toBeLessThan(0.02 * value);
  for (let i = 0; i < 12; i++) {
    const error = Math.sqrt((squares[i] - mean[i] ** 2) / batches);
    expect(Math.abs(mean[i] - exact[i]), "seed 4").toBeLessThan(4 * error);
  }
});
