import { dcg, expectedMetric } from "@tierwise/race";
import { normal, randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { plRank } from "../src/peers/pl-rank.ts";
import { pythonPeer } from "../src/peers/python-peer.ts";

test("PL-Rank-3 gives unbiased estimates of the expected DCG and its gradient", () => {
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

test.for([
  { itemCount: 40, k: 7 },
  { itemCount: 5, k: 5 },
  { itemCount: 6, k: 1 },
])(
  "the NumPy and TypeScript versions of PL-Rank-3 return the same estimate for the same samples: $itemCount items, k = $k",
  (size, { skip }) => {
    const { itemCount, k } = size;
    const random = randomStream(9, itemCount);
    // The scores are close together: otherwise, the total weight of the items not yet placed would lose digits through cancellation.
    const scores = Array.from({ length: itemCount }, () => 0.5 * normal(random));
    const gains = scores.map((_, i) => (i % 2 === 0 ? 1 + i : 0));
    const { weights } = dcg({ k });
    const uniforms = Array.from({ length: 30 }, () => scores.map(() => random()));
    const problem = { scores, gains, weights: Array.from(weights), uniforms };
    const options = { input: JSON.stringify(problem), modules: ["numpy"] };
    const numpy = pythonPeer<{ value: number; gradient: number[] }>("pl_rank.py", options);
    if (numpy === undefined) return skip("TIERWISE_PYTHON is not set to a Python with NumPy");
    const replay = uniforms.flat()[Symbol.iterator]();
    const gradient = new Float64Array(itemCount);
    const given = [scores, gains].map((values) => Float64Array.from(values));
    const { value } = plRank(given[0], given[1], weights, 30, () => replay.next().value ?? 0, gradient);
    expect(Math.abs(numpy.value - value)).toBeLessThan(1e-13 * value);
    const largest = gradient.reduce((most, g) => Math.max(most, Math.abs(g)), 0);
    for (const [i, g] of numpy.gradient.entries()) expect(Math.abs(g - gradient[i])).toBeLessThan(1e-13 * largest);
  },
);
