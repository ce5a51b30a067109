import type { LossSpec } from "@tierwise/losses";
import { groupBy } from "../statistics/group-by.ts";
import { mean, meanAndError } from "../statistics/mean-and-error.ts";
import { lossSpecOf, type SensitivityCell, type SensitivityResult } from "./sensitivity-cell.ts";

/** A rule or RankNet, with means over its seeds. */
export interface SensitivitySummary extends Pick<SensitivityCell, "method"> {
  /** `adaptive`, `RankNet`, or `T = 100, c = 5`, with `, raw scores` if scores are not centered. */
  readonly name: string;
  /** The loss. */
  readonly loss: LossSpec;
  /** T of the midpoint rule. */
  readonly intervals?: number;
  /** c of the midpoint rule. */
  readonly shift?: number;
  /** The centering of the midpoint rule. */
  readonly center?: "none" | "row";
  /** The number of seeds. */
  readonly seeds: number;
  /** The number of training runs that diverged. */
  readonly diverged: number;
  /** The mean of P@5 as a fraction; null if a training run diverged. */
  readonly precision: number | null;
  /** The standard error of the mean; undefined if there is only one seed or a training run diverged. */
  readonly standardError?: number;
  /** P@5 of each training run that did not diverge. */
  readonly precisions: readonly number[];
  /** The mean training time. */
  readonly seconds: number;
}

/** Means and standard errors over seeds, per rule. */
export function summarizeSensitivity(results: readonly SensitivityResult[]): SensitivitySummary[] {
  return groupBy(results, ({ method, rule }) => JSON.stringify([method, rule])).map((group) => {
    const [{ method, rule }] = group;
    const precisions = group.flatMap(({ precision }) => precision ?? []);
    const diverged = group.length - precisions.length;
    const { mean: precision, standardError } = meanAndError(precisions);
    return {
      name: nameOf(group[0]),
      method,
      loss: lossSpecOf(group[0]),
      ...(rule === undefined ? {} : { intervals: rule.intervals, shift: rule.shift, center: rule.center }),
      seeds: group.length,
      diverged,
      precision: diverged === 0 ? precision : null,
      ...(diverged > 0 || standardError === undefined ? {} : { standardError }),
      precisions,
      seconds: mean(group.map(({ seconds }) => seconds)),
    };
  });
}

function nameOf({ method, rule }: SensitivityCell): string {
  if (rule === undefined) return method === "ranknet" ? "RankNet" : "adaptive";
  return `T = ${rule.intervals}, c = ${rule.shift}${rule.center === "none" ? ", raw scores" : ""}`;
}
