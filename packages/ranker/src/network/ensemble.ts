import type { Model } from "@tierwise/metrics";
import type { Ranker } from "../model/ranker.ts";
import { meanScoring } from "./ranker.ts";

/** Several rankers that rank items by the mean of their scores. */
export interface Ensemble extends Model {
  /** The rankers. */
  readonly members: readonly Ranker[];
  /** Same as {@link Ranker.scores}, for the mean of the members' scores. */
  readonly scores: Ranker["scores"];
  /** Same as {@link Ranker.topK}, by the mean of the members' scores. */
  readonly topK: Ranker["topK"];
}

/**
 * A model that ranks by the mean of the scores of several rankers, s = (1/M)·Σ s_m. {@link trainModel} trains such rankers together.
 *
 * @param members - M rankers with the same numbers of features, hidden units and items, and the same `normalize` and `transforms`.
 *
 * @example
 * ```ts
 * import { createEnsemble, createRanker } from "@tierwise/ranker";
 *
 * const sizes = { features: 4, items: 6, hidden: 8 };
 * const ensemble = createEnsemble([1, 2].map((seed) => createRanker({ ...sizes, seed })));
 * const [a, b] = ensemble.members.map(({ scores }) => scores({ indices: [0, 3] })[5]);
 * console.log(Math.abs(ensemble.scores({ indices: [0, 3] })[5] - (a + b) / 2) < 1e-7); // true
 * ```
 */
export function createEnsemble(members: readonly Ranker[]): Ensemble {
  if (members.length === 0) throw new RangeError("members is empty; expected at least one ranker");
  const [first] = members;
  for (const name of ["featureCount", "hidden", "itemCount", "normalize"] as const) {
    const at = members.findIndex((member) => member[name] !== first[name]);
    if (at < 0) continue;
    throw new RangeError(`members[${at}].${name} is ${members[at][name]}; expected ${first[name]}, as in members[0]`);
  }
  const other = members.findIndex(({ transforms }) => JSON.stringify(transforms) !== JSON.stringify(first.transforms));
  if (other >= 0)
    throw new RangeError(`members[${other}].transforms differ from those of members[0]; expected the same transforms`);
  const apart = members.findIndex(
    ({ neighbors: own }) => own !== first.neighbors && JSON.stringify(own) !== JSON.stringify(first.neighbors),
  );
  if (apart >= 0)
    throw new RangeError(`members[${apart}].neighbors differ from those of members[0]; expected the same neighbors`);
  const { featureCount, itemCount, itemNames } = first;
  return { featureCount, itemCount, itemNames, members, ...meanScoring(members) };
}
