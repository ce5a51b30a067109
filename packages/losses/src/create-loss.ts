import { createRule, type RestSoftmaxOption } from "@tierwise/core-integrator";
import { type LossName, lossNames } from "./catalog.ts";
import type { LossSpec, MetricLossName, NegativesSpec } from "./loss/loss-spec.ts";
import type { RankingLoss } from "./loss/ranking-loss.ts";
import { checkNegativesSpec, type ItemWeightsOption, type NegativeSampling } from "./negatives/negative-sampling.ts";
import { attRankLoss } from "./objectives/att-rank.ts";
import {
  type ExpectedMetricLossOptions,
  expectedDcgLoss,
  expectedPrecisionLoss,
} from "./objectives/expected-metric.ts";
import { plLowerBoundLoss } from "./objectives/pl-lower-bound.ts";
import { type PlPartitionOptions, plPartitionLoss } from "./objectives/pl-partition.ts";
import { plTopKLoss } from "./objectives/pl-top-k.ts";
import { rankNetLoss } from "./objectives/rank-net.ts";
import { rankSvmLoss } from "./objectives/rank-svm.ts";

/** Inputs of a loss that cannot be part of a spec because they are not JSON. */
export interface LossResources
  extends ItemWeightsOption,
    RestSoftmaxOption,
    Pick<NegativeSampling, "popularity" | "random"> {}

const factories: Readonly<Record<LossName, (options: ItemWeightsOption & PlPartitionOptions) => RankingLoss>> = {
  "pl-partition": plPartitionLoss,
  "pl-lb": plLowerBoundLoss,
  attrank: attRankLoss,
  ranknet: rankNetLoss,
  ranksvm: rankSvmLoss,
  "pl-topk": plTopKLoss,
};

const metricFactories: Readonly<Record<MetricLossName, (options: ExpectedMetricLossOptions) => RankingLoss>> = {
  "expected-dcg": expectedDcgLoss,
  "expected-precision": expectedPrecisionLoss,
};

function isMetricLoss(name: LossSpec["name"]): name is MetricLossName {
  return Object.hasOwn(metricFactories, name);
}

/**
 * Creates a loss from its name or from a spec. A name is short for a spec with only that name. `createLoss(loss.spec)` computes the same
 * values as `loss`, on any thread and in any process.
 *
 * @param loss - A name from {@link lossNames}, or a spec. The expected metrics need a spec with `k`: `{ name: "expected-dcg", k: 5 }`.
 * @param resources - Inputs from a training loop: the softmax over the rest and the source of negatives. `popularity` is used if the spec
 * draws by frequency, `random` if it has negatives, and `itemWeights` if the loss is pairwise. A loss created with any of them has no spec.
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
export function createLoss(loss: LossName | LossSpec, resources: LossResources = {}): RankingLoss {
  const spec: LossSpec = typeof loss === "string" ? { name: loss } : loss;
  checkLossSpec(spec);
  const { name, k = 1, sharpness, rule, negatives, ...options } = spec;
  if (isMetricLoss(name)) return metricFactories[name]({ k, ...(sharpness !== undefined && { sharpness }) });
  const { popularity, random, ...passes } = resources;
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

const specOptions: readonly (keyof LossSpec)[] = ["name", "k", "sharpness", "rule", "maxTier", "negatives"];
const negativesOptions: readonly (keyof NegativesSpec)[] = ["count", "by", "seed"];

/**
 * Throws unless {@link createLoss} can create a loss from the spec; the message names the offending value.
 *
 * @param spec - The spec to check.
 * @throws TypeError if it is not an object, RangeError if a value is invalid.
 *
 * @example
 * ```ts
 * import { checkLossSpec } from "@tierwise/losses";
 *
 * try {
 *   checkLossSpec({ name: "ranknet", negatives: { count: 0 } });
 * } catch (error) {
 *   console.log((error as Error).message); // loss.negatives.count is 0; expected a positive integer
 * }
 * ```
 */
export function checkLossSpec(spec: LossSpec): void {
  if (typeof spec !== "object" || spec === null) {
    throw new TypeError(`loss is ${String(spec)}; expected a name, a spec or a loss`);
  }
  const { name, rule, maxTier, negatives } = spec;
  if (!isMetricLoss(name) && !lossNames.includes(name)) {
    const names = [...lossNames, ...Object.keys(metricFactories)];
    throw new RangeError(`loss is ${JSON.stringify(name)}; expected one of ${names.join(", ")}`);
  }
  checkKeys(spec, "loss", specOptions);
  checkPlaces(spec);
  if (rule !== undefined && name !== "pl-partition") {
    throw new RangeError(`loss.rule is not supported by ${name}; only pl-partition uses a quadrature rule`);
  }
  if (rule !== undefined) createRule(rule, "loss.rule");
  if (maxTier !== undefined && name !== "pl-partition") {
    throw new RangeError(`loss.maxTier is not supported by ${name}; only pl-partition can omit terms`);
  }
  if (maxTier !== undefined && !(maxTier >= 1)) {
    throw new RangeError(`loss.maxTier is ${maxTier}; expected a number of at least 1`);
  }
  if (negatives !== undefined) checkNegatives(negatives);
}

/** Checks that only the expected metrics have `k`, and that they have no negatives, since they require the scores of all items. */
function checkPlaces({ name, k, sharpness, negatives }: LossSpec): void {
  if (!isMetricLoss(name)) {
    if (sharpness !== undefined) {
      throw new RangeError(
        `loss.sharpness is not supported by ${name}; only losses that are expected metrics draw rankings`,
      );
    }
    if (k !== undefined)
      throw new RangeError(`loss.k is not supported by ${name}; only losses that are expected metrics have a k`);
    return;
  }
  if (k === undefined || !Number.isInteger(k) || k < 1) {
    throw new RangeError(`loss.k is ${k}; expected a positive integer, the number of places of ${name}`);
  }
  if (sharpness !== undefined && !(sharpness > 0 && sharpness < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`loss.sharpness is ${sharpness}; expected a positive number`);
  }
  if (negatives !== undefined) {
    throw new RangeError(`loss.negatives is not supported by ${name}, which needs the scores of all items`);
  }
}

function checkNegatives(negatives: NegativesSpec): void {
  if (typeof negatives !== "object" || negatives === null) {
    throw new TypeError(`loss.negatives is ${String(negatives)}; expected an object such as { count: 100 }`);
  }
  checkKeys(negatives, "loss.negatives", negativesOptions);
  checkNegativesSpec(negatives, "loss.negatives");
}

/** Throws if an object has an unknown property, which would otherwise be ignored. */
function checkKeys(object: object, name: string, expected: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (!expected.includes(key)) {
      throw new RangeError(`${name}.${key} is not part of a spec; expected ${expected.join(", ")}`);
    }
  }
}
