import type { EvaluatorOptions } from "./evaluator.ts";
import { type FrequencyShares, frequencyGroups } from "./frequency-groups.ts";
import { inversePropensity, type PropensityModel } from "./inverse-propensity.ts";

/** Options for {@link evaluatorOptionsFor}. */
export interface EvaluatorChoices extends Pick<EvaluatorOptions, "ks" | "psndcg"> {
  /** The constants of the propensity model. Default: A = 0.55 and B = 1.5. */
  readonly propensity?: PropensityModel;
  /** The fractions of head and tail for the breakdown of the metrics; `false` for no breakdown. Default: a third each. */
  readonly groups?: FrequencyShares | false;
}

/**
 * Derives evaluator options from the label counts of the training data, using {@link inversePropensity} for the propensity-scored
 * metrics and {@link frequencyGroups} for the breakdown into head, torso and tail.
 *
 * @param labelCounts - The number of training rows in which each label occurs; one number per label.
 * @param trainSize - The number of training rows, including those without labels.
 * @param choices - The cutoffs, the propensity model and the groups.
 * @returns Options for {@link createEvaluator} and {@link evaluate}.
 *
 * @example
 * ```ts
 * import { createEvaluator, evaluatorOptionsFor } from "@tierwise/metrics";
 *
 * const evaluator = createEvaluator(evaluatorOptionsFor([900, 400, 60, 40, 3, 0], 1000, { ks: [1, 3] }));
 * evaluator.add([0, 2, 4], [0, 4]);
 * const { psp, groups } = evaluator.result();
 * console.log(psp?.[1].toFixed(5), groups?.tail.recall[3]); // 0.23347 1
 * ```
 */
export function evaluatorOptionsFor(
  labelCounts: ArrayLike<number>,
  trainSize: number,
  { ks, psndcg, propensity = {}, groups = {} }: EvaluatorChoices,
): EvaluatorOptions & Required<Pick<EvaluatorOptions, "inversePropensity">> {
  return {
    ks,
    ...(psndcg && { psndcg }),
    inversePropensity: inversePropensity(labelCounts, trainSize, propensity),
    ...(groups && { groups: frequencyGroups(labelCounts, groups) }),
  };
}
