import { type LossSpec, plPartitionLoss, type RankingLoss } from "@tierwise/losses";
import { evaluate } from "@tierwise/metrics";
import { dataOf } from "../data/data-reference.ts";
import type { CellContext } from "../study/study.ts";
import { trainCellRanker } from "../training/train-ranker.ts";
import type { TrainingCell, TrainingPlan } from "../training/training-cell.ts";
import { interpolatedMidpoint } from "./interpolated-midpoint.ts";

/** T, c and the centering of the paper's rule. */
export interface MidpointPlan {
  /** T. */
  readonly intervals: number;
  /** c. */
  readonly shift: number;
  /** What is subtracted from the scores of a row before c is added: their log-sum-exp, or nothing. */
  readonly center: "none" | "row";
  /**
   * Whether the sums are interpolated ({@link interpolatedMidpoint}): equal to 1e-10 and faster with many intervals, but on one thread.
   * Default: false.
   */
  readonly interpolated?: boolean;
}

/** One training of the study: PL-Partition with a rule, or RankNet for reference. */
export interface SensitivityCell extends TrainingCell {
  /** Which study. */
  readonly study: "sensitivity";
  /** `"midpoint"`, with `rule`; `"adaptive"`, PL-Partition by default; or `"ranknet"`. */
  readonly method: "adaptive" | "midpoint" | "ranknet";
  /** Of `"midpoint"`. */
  readonly rule?: MidpointPlan;
  /** How the rankers are trained. */
  readonly training: TrainingPlan;
}

/** The result of a training: P@5, or that it diverged, which a coarse rule on raw scores makes it. */
export interface SensitivityResult extends SensitivityCell {
  /** Whether the training came to its end or diverged at every learning rate. */
  readonly outcome: "diverged" | "trained";
  /** P@5 of the test rows as a fraction; null where it diverged. */
  readonly precision: number | null;
  /** The training time. */
  readonly seconds: number;
}

/** Which rules are tried, on which data. */
export interface SensitivitySettings extends Pick<SensitivityCell, "data" | "training"> {
  /** The rules. */
  readonly rules: readonly MidpointPlan[];
  /** One training each. */
  readonly seeds: readonly number[];
}

/** Trainings of the adaptive rule and RankNet, then of every rule, seed by seed within each. */
export function sensitivityCells({ data, training, rules, seeds }: SensitivitySettings): SensitivityCell[] {
  const common = { study: "sensitivity", data, training } as const;
  const methods: readonly Pick<SensitivityCell, "method" | "rule">[] = [
    { method: "adaptive" },
    { method: "ranknet" },
    ...rules.map((rule) => ({ method: "midpoint", rule }) as const),
  ];
  return methods.flatMap((one) => seeds.map((seed) => ({ ...common, ...one, seed })));
}

/** Trains and measures. */
export async function runSensitivityCell(cell: SensitivityCell, context: CellContext): Promise<SensitivityResult> {
  const data = await dataOf(cell.data);
  const trained = await trainCellRanker(data, { ...cell.training, seed: cell.seed, loss: lossOf(cell) }, context);
  const { outcome, seconds } = trained;
  if (trained.outcome === "diverged") return { ...cell, outcome, precision: null, seconds };
  const { precision } = await evaluate(trained.ranker, data.test, { ks: [5], threads: context.threads });
  return { ...cell, outcome, precision: precision[5], seconds };
}

/** The loss of a cell, as JSON where it can be. */
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
