import { adaptive, midpoint, type RestPassOption, type Rule } from "@tierwise/core-integrator";
import {
  attRankLoss,
  type NegativeSampling,
  plLowerBoundLoss,
  plPartitionLoss,
  plTopKLoss,
  type RankingLoss,
  rankNetLoss,
  rankSvmLoss,
} from "@tierwise/losses";

/** The losses by name. */
export type LossName = "attrank" | "pl-lb" | "pl-partition" | "pl-topk" | "ranknet" | "ranksvm";

/** How PL-Partition's integrals are computed, by name. */
export type RuleRecipe = AdaptiveRecipe | MidpointRecipe;

/** The adaptive rule. */
export interface AdaptiveRecipe {
  /** Its name. */
  readonly name: "adaptive";
  /** The error that it may make. Default 1e-9, far below what single precision keeps. */
  readonly tolerance?: number;
}

/** The paper's midpoint rule. */
export interface MidpointRecipe {
  /** Its name. */
  readonly name: "midpoint";
  /** T, how many intervals. */
  readonly intervals: number;
  /** c, the shift. */
  readonly shift: number;
  /** What is subtracted from a row's scores before c is added: their log-sum-exp, or nothing. Default: `"row"`. */
  readonly center?: "none" | "row";
}

/** Which negatives a loss sees in place of the whole lowest tier. */
export interface NegativesRecipe {
  /** K, how many are drawn for every row. */
  readonly count: number;
  /**
   * How likely each item is drawn.
   *
   * - `"uniform"` (the default): all alike.
   * - `"frequency"`: in proportion to how many training rows name it, plus one.
   */
  readonly by?: "frequency" | "uniform";
}

/**
 * A loss in words: what threads, checkpoints and command lines can pass on. A loss that is not among the names is given as a
 * function instead, see {@link TrainOptions.loss}.
 */
export interface LossRecipe {
  /** Which loss. */
  readonly name: LossName;
  /** How PL-Partition's integrals are computed. Default: adaptively. */
  readonly rule?: RuleRecipe;
  /** Negative sampling. Default: none, all items of the lowest tier count. */
  readonly negatives?: NegativesRecipe;
}

/** What a loss takes besides its recipe. */
interface LossMeans extends RestPassOption {
  /** How negatives are drawn, where the recipe asks for them. */
  readonly negatives?: NegativeSampling;
}

const makers: Readonly<Record<LossName, (options: LossMeans & { rule?: Rule }) => RankingLoss>> = {
  attrank: attRankLoss,
  "pl-lb": plLowerBoundLoss,
  "pl-partition": plPartitionLoss,
  "pl-topk": plTopKLoss,
  ranknet: rankNetLoss,
  ranksvm: rankSvmLoss,
};

/** The names of the losses, PL-Partition first. */
export const lossNames: readonly LossName[] = ["pl-partition", "pl-lb", "attrank", "ranknet", "ranksvm", "pl-topk"];

/** Throws unless a loss can be made from the recipe. */
export function checkRecipe(recipe: LossRecipe): void {
  if (typeof recipe !== "object" || recipe === null) {
    throw new TypeError(`loss is ${recipe}; expected a name, a recipe or a loss`);
  }
  const { name, rule, negatives } = recipe;
  if (!lossNames.includes(name)) {
    throw new RangeError(`loss is ${JSON.stringify(name)}; expected one of ${lossNames.join(", ")}`);
  }
  if (rule !== undefined && name !== "pl-partition") {
    throw new RangeError(`loss.rule is given for ${name}; only pl-partition integrates`);
  }
  if (rule !== undefined) makeRule(rule);
  if (negatives !== undefined && !(Number.isInteger(negatives.count) && negatives.count >= 1)) {
    throw new RangeError(`loss.negatives.count is ${negatives.count}; expected an integer of at least 1`);
  }
  if (negatives?.by !== undefined && negatives.by !== "uniform" && negatives.by !== "frequency") {
    throw new RangeError(`loss.negatives.by is ${JSON.stringify(negatives.by)}; expected "uniform" or "frequency"`);
  }
}

/**
 * The error that the integrals of a training may make. Scores and gradients are single precision, which ends at 6e-8; the default
 * of the rule, 1e-12, would take a third more evaluations for digits that are dropped.
 */
const trainingTolerance = 1e-9;

/** The loss that a recipe describes. */
export function makeLoss({ name, rule = { name: "adaptive" } }: LossRecipe, means: LossMeans = {}): RankingLoss {
  return makers[name]({ ...(name === "pl-partition" ? { rule: makeRule(rule) } : {}), ...means });
}

function makeRule(rule: RuleRecipe): Rule {
  if (rule.name === "adaptive") return adaptive({ tolerance: rule.tolerance ?? trainingTolerance });
  if (rule.name === "midpoint") {
    const { name: _, ...options } = rule;
    // All T midpoints would change no digit of a gradient in single precision.
    return midpoint({ ...options, negligible: 1e-18 });
  }
  throw new RangeError(`loss.rule.name is ${JSON.stringify(rule["name"])}; expected "adaptive" or "midpoint"`);
}
