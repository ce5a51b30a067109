import type { ItemGroups } from "./frequency-groups.ts";
import { atK, type GroupMetrics } from "./metrics.ts";
import type { Tally } from "./tally.ts";

/** The sums behind each group's share of P@k and its recall@k. */
export function groupTally(depth: number, groups: ItemGroups): Tally<Record<string, GroupMetrics>> {
  const names = [...groups.names];
  const groupOf = Int32Array.from(groups.groupOf);
  const hitSum = names.map(() => new Float64Array(depth));
  const recallSum = names.map(() => new Float64Array(depth));
  const pointSum = names.map(() => new Float64Array(1));
  const relevantIn = new Float64Array(names.length);
  return {
    sums: Object.fromEntries(
      names.flatMap((name, g) => [
        [`hits in ${name}`, hitSum[g]],
        [`recall in ${name}`, recallSum[g]],
        [`points with ${name}`, pointSum[g]],
      ]),
    ),
    add(hits, relevant) {
      relevantIn.fill(0);
      for (let i = 0; i < relevant.length; i++) relevantIn[groupOf[relevant[i]]]++;
      for (let g = 0; g < names.length; g++) {
        if (relevantIn[g] === 0) continue;
        pointSum[g][0]++;
        let found = 0;
        for (let r = 0; r < depth; r++) {
          if (hits[r] >= 0 && groupOf[hits[r]] === g) found++;
          hitSum[g][r] += found;
          recallSum[g][r] += found / relevantIn[g];
        }
      }
    },
    result: (ks, points) =>
      Object.fromEntries(
        names.map((name, g) => [
          name,
          {
            precision: atK(ks, (k) => hitSum[g][k - 1] / (k * points)),
            recall: atK(ks, (k) => recallSum[g][k - 1] / pointSum[g][0]),
          },
        ]),
      ),
  };
}
