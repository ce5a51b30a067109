import { type LossSpec, plPartitionLoss, type RankingLoss } from "@tierwise/losses";
import { evaluate } from "@tierwise/metrics";
import { loadData } from "../data/data-reference.ts";
import type { CellContext } from "../study/study.ts";
import { rankingContext } from "../training/ranking-context.ts";
import { trainCellRanker } from "../training/train-ranker.ts";
import type { TrainingCell, TrainingPlan } from "../training/training-cell.ts";
import { interpolatedMidpoint } from "./interpolated-midpoint.ts";

/** The paper's rule: T, c and how scores are centered. */
export interface MidpointPlan {
  /** T, the number of intervals. */
  readonly intervals: number;
  /** c, the shift. */
  readonly shift: number;
  /** The value subtracted from a row's scores before c is added: their log-sum-exp (`"row"`) or nothing (`"none"`). */
  readonly center: "none" | "row";
  /**
   * Whether the sums are interpolated ({@link interpolatedMidpoint}). Interpolated sums agree with exact sums to 1e-10 and are faster with
   * many intervals, but are computed on one thread. Default: false.
   */
  readonly interpolated?: boolean;
}

/** One training run of the study: PL-Partition with one rule, or RankNet for reference. */
export interface SensitivityCell extends TrainingCell {
  /** The name of the study. */
  readonly study: "sensitivity";
  /** `"midpoint"`: PL-Partition with `rule`; `"adaptive"`: PL-Partition with its default rule; or `"ranknet"`. */
  readonly method: "adaptive" | "midpoint" | "ranknet";
  /** The rule of method `"midpoint"`. */
  readonly rule?: MidpointPlan;
  /** How the rankers are trained. */
  readonly training: TrainingPlan;
}

/** The result of a training run: P@5, or a report that training diverged, which can happen with a coarse rule on raw scores. */
export interface SensitivityResult extends SensitivityCell {
  /** `diverged` if training diverged at every learning rate, otherwise `trained`. */
  readonly outcome: "diverged" | "trained";
  /** P@5 on the test rows as a fraction; null if training diverged. */
  readonly precision: number | null;
  /** The training time. */
  readonly seconds: number;
}

/** Settings of the study: the rules to try, and the data. */
export interface SensitivitySettings extends Pick<SensitivityCell, "data" | "training"> {
  /** The rules. */
  readonly rules: readonly MidpointPlan[];
  /** The seeds, one training run per rule and seed. */
  readonly seeds: readonly number[];
}

/** The cells of the study: first the adaptive rule and RankNet, then every rule, each with all seeds. */
export function sensitivityCells({ data, training, rules, seeds }: SensitivitySettings): SensitivityCell[] {
  const common = { study: "sensitivity", data, training } as const;
  const methods: readonly Pick<SensitivityCell, "method" | "rule">[] = [
    { method: "adaptive" },
    { method: "ranknet" },
    ...rules.map((rule) => ({ method: "midpoint", rule }) as const),
  ];
  return methods.flatMap((one) => seeds.map((seed) => ({ ...common, ...one, seed })));
}

/** Trains and evaluates. */
export async function runSensitivityCell(cell: SensitivityCell, context: CellContext): Promise<SensitivityResult> {
  const data = await loadData(cell.data, context);
  const trained = await trainCellRanker(data, { ...cell.training, seed: cell.seed, loss: lossOf(cell) }, context);
  const { outcome, seconds } = trained;
  if (trained.outcome === "diverged") return { ...cell, outcome, precision: null, seconds };
  const { precision } = await evaluate(trained.ranker, data.test, { ks: [5], ...rankingContext(context) });
  return { ...cell, outcome, precision: precision[5], seconds };
}

/** The loss of a cell as JSON, without interpolation, which cannot be expressed in JSON. */
export function lossSpecOf({ method, rule }: Pick<SensitivityCell, "method" | "rule">): LossSpec {
  if (method === "ranknet") return { name: "ranknet" };
  if (rule === undefined) return { name: "pl-partition" };
  const { intervals, shift, center } = rule;
  return { name: "pl-partition", rule: { name: "midpoint", intervals, shift, center } };
}

function lossOf(cell: SensitivityCell): LossSpec | RankingLoss {
  const { rule } = cell;
  return rule?.interpolated ? plPartitionLoss({ rule: interpolatedMidpoint(rule) }) : lossSpecOf(cell);
}
