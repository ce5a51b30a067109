import { discounts } from "./discounts.ts";
import { atK, type Metrics } from "./metrics.ts";
import type { Tally } from "./tally.ts";

/** The sums behind P@k, nDCG@k and recall@k. */
export function hitTally(depth: number): Tally<Pick<Metrics, "precision" | "ndcg" | "recall">> {
  const { at, sumOf } = discounts(depth);
  const hitSum = new Float64Array(depth);
  const ndcgSum = new Float64Array(depth);
  const recallSum = new Float64Array(depth);
  return {
    sums: { hits: hitSum, ndcg: ndcgSum, recall: recallSum },
    add(hits, { length: relevant }) {
      if (relevant === 0) return;
      let found = 0;
      let dcg = 0;
      for (let r = 0; r < depth; r++) {
        if (hits[r] >= 0) {
          found++;
          dcg += at[r];
        }
        hitSum[r] += found;
        ndcgSum[r] += dcg / sumOf[Math.min(r + 1, relevant)];
        recallSum[r] += found / relevant;
      }
    },
    result: (ks, points) => ({
      precision: atK(ks, (k) => hitSum[k - 1] / (k * points)),
      ndcg: atK(ks, (k) => ndcgSum[k - 1] / points),
      recall: atK(ks, (k) => recallSum[k - 1] / points),
    }),
  };
}
