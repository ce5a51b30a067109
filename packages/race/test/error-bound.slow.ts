import { dcg, expectedMetric, inclusionProbabilities, rankProbabilities } from "@tierwise/race";
import { normal, randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { exactRanks, farthest } from "./enumeration.ts";

const SEED = 27;
const CASES = 10_000;

test("the reported error bounds the true error in 99% of 10,000 random cases", () => {
  const random = randomStream(SEED);
  const exceeded = { ranks: 0, inclusion: 0, metric: 0 };
  for (let n = 0; n < CASES; n++) {
    const count = 2 + Math.floor(random() * 5);
    const k = 1 + Math.floor(random() * count);
    const spread = 0.01 * 10 ** (4 * random());
    const tolerance = 10 ** (-3 - 10 * random());
    const scores = Array.from({ length: count }, () => spread * normal(random));
    const exact = exactRanks(scores, k);
    const ranks = rankProbabilities(scores, { k, tolerance });
    if (farthest(ranks.probabilities, exact) > ranks.error) exceeded.ranks++;
    const rows = scores.map((_, i) => exact.subarray(i * k, (i + 1) * k));
    const inclusion = inclusionProbabilities(scores, { k, tolerance });
    const exactInclusion = rows.map((row) => row.reduce((sum, p) => sum + p, 0));
    // For k = N, the result is exactly 1 with a reported error of 0, but the enumeration has rounding errors.
    const rounding = k === count ? 1e-14 : 0;
    if (farthest(inclusion.probabilities, exactInclusion) > inclusion.error + rounding) exceeded.inclusion++;
    const metric = dcg({ k });
    const gains = scores.map((_, i) => (i % 2 === 0 ? 1 + i : 0));
    const { value, error } = expectedMetric(scores, gains, { metric, tolerance });
    const exactValue = rows.reduce(
      (sum, row, i) => row.reduce((s, p, r) => s + gains[i] * p * metric.weights[r], sum),
      0,
    );
    if (Math.abs(value - exactValue) > error) exceeded.metric++;
  }
  const summary = `${JSON.stringify(exceeded)}, seed ${SEED}`;
  for (const count of Object.values(exceeded)) expect(count, summary).toBeLessThanOrEqual(CASES / 100);
});
