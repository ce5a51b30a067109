import type { LossSpec } from "@tierwise/losses";
import { groupBy } from "../statistics/group-by.ts";
import { mean, meanAndError } from "../statistics/mean-and-error.ts";
import { lossSpecOf, type SensitivityCell, type SensitivityResult } from "./sensitivity-cell.ts";

/** A rule, or RankNet, with means over its seeds. */
export interface SensitivitySummary extends Pick<SensitivityCell, "method"> {
  /** `adaptive`, `RankNet`, `T = 100, c = 5`, with `, raw scores` where they are not centered. */
  readonly name: string;
  /** The loss. */
  readonly loss: LossSpec;
  /** Of the midpoint rule: T. */
  readonly intervals?: number;
  /** Of the midpoint rule: c. */
  readonly shift?: number;
  /** Of the midpoint rule: the centering. */
  readonly center?: "none" | "row";
  /** How many seeds there are. */
  readonly seeds: number;
  /** How many of the trainings diverged. */
  readonly diverged: number;
  /** The mean of P@5 as a fraction; null where a training diverged. */
  readonly precision: number | null;
  /** Its standard error; left out with a single seed or where a training diverged. */
  readonly standardError?: number;
  /** P@5 of each training that did not diverge. */
  readonly precisions: readonly number[];
  /** The mean training time. */
  readonly seconds: number;
}

/** Means and standard errors over seeds, rule by rule. */
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
