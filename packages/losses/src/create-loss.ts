import { createRule, type RestPassOption } from "@tierwise/core-integrator";
import type { LossName } from "./catalog.ts";
import { checkLossSpec } from "./check-loss-spec.ts";
import type { LossSpec } from "./loss/loss-spec.ts";
import type { RankingLoss } from "./loss/ranking-loss.ts";
import type { NegativeSampling } from "./negatives/negative-sampling.ts";
import { attRankLoss } from "./objectives/att-rank.ts";
import { plLowerBoundLoss } from "./objectives/pl-lower-bound.ts";
import { type PlPartitionOptions, plPartitionLoss } from "./objectives/pl-partition.ts";
import { plTopKLoss } from "./objectives/pl-top-k.ts";
import { rankNetLoss } from "./objectives/rank-net.ts";
import { rankSvmLoss } from "./objectives/rank-svm.ts";

/** The inputs of a loss that are not JSON, and so not part of a spec: the caller supplies them. */
export interface LossMeans extends RestPassOption, Pick<NegativeSampling, "popularity" | "random"> {}

const factories: Readonly<Record<LossName, (options: PlPartitionOptions) => RankingLoss>> = {
  "pl-partition": plPartitionLoss,
  "pl-lb": plLowerBoundLoss,
  attrank: attRankLoss,
  ranknet: rankNetLoss,
  ranksvm: rankSvmLoss,
  "pl-topk": plTopKLoss,
};

/**
 * Creates the loss with a given name, or the one that a spec describes. A name is short for a spec with only that name, and
 * `createLoss(loss.spec)` equals `loss`, on any thread and in any process.
 *
 * @param loss - A name from {@link lossNames}, or a spec.
 * @param means - For training loops: the passes over a row and the source of negatives. `popularity` is used if the spec has
 *   `by: "frequency"`, `random` if it has negatives. A loss created with either of them has no spec.
 *
 * @example
 * ```ts
 * import { createLoss, plPartitionLoss } from "@tierwise/losses";
 *
 * const preference = { tiers: [[0, 1]] };
 * console.log(createLoss("ranksvm")([2, 1.5, 0], preference)); // 0
 *
 * const json = JSON.stringify(plPartitionLoss({ maxTier: 5 }).spec);
 * console.log(json); // {"name":"pl-partition","maxTier":5}
 * console.log(createLoss(JSON.parse(json))([0, 0, 0, 0], preference).toFixed(5)); // 1.79176
 * ```
 */
export function createLoss(loss: LossName | LossSpec, means: LossMeans = {}): RankingLoss {
  const spec: LossSpec = typeof loss === "string" ? { name: loss } : loss;
  checkLossSpec(spec);
  const { name, rule, negatives, ...options } = spec;
  const { popularity, random, ...passes } = means;
  return factories[name]({
    ...options,
    ...passes,
    ...(rule && { rule: createRule(rule) }),
    ...(negatives && {
      negatives: {
        ...negatives,
        ...(random && { random }),
        ...(popularity && negatives.by === "frequency" && { popularity }),
      },
    }),
  });
}
