import type { LossSpec } from "@tierwise/losses";
import { groupBy } from "../statistics/group-by.ts";
import { mean, meanAndError } from "../statistics/mean-and-error.ts";
import type { Study } from "../study/study.ts";
import { trainingIdentity } from "../training/training-cell.ts";
import {
  lossSpecOf,
  runSensitivityCell,
  type SensitivityCell,
  type SensitivityResult,
  type SensitivitySettings,
  sensitivityCells,
} from "./sensitivity-cell.ts";

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

/**
 * The paper's Figure 4: P@5 of models trained with the midpoint rule, for T intervals and shift c, beside the adaptive rule and RankNet.
 *
 * @example
 * ```ts
 * import { sensitivityStudy } from "@tierwise/studies";
 *
 * const data = { name: "toy", source: { folder: "toy" }, fingerprint: "0" };
 * const training = { hidden: 16, options: { epochs: 1 } };
 * const rules = [{ intervals: 100, shift: 5, center: "row" }] as const;
 * const cells = sensitivityStudy.cells({ data, training, rules, seeds: [1, 2] });
 * console.log(cells.map(({ method, seed }) => `${method} ${seed}`).join(", ")); // adaptive 1, adaptive 2, ranknet 1, ranknet 2, midpoint 1, midpoint 2
 * ```
 */
export const sensitivityStudy: Study<
  SensitivityCell,
  SensitivityResult,
  readonly SensitivitySummary[],
  SensitivitySettings
> = {
  name: "sensitivity",
  revision: 1,
  place: "here",
  cells: sensitivityCells,
  identity: trainingIdentity,
  run: runSensitivityCell,
  summarize: summarizeSensitivity,
  table: (summaries) =>
    summaries
      .map(({ name, precision, standardError, seeds, diverged }) => {
        const spread = standardError === undefined ? "" : ` ± ${(100 * standardError).toFixed(2)}`;
        const figure = precision === null ? `${diverged} diverged` : `P@5 ${(100 * precision).toFixed(2)}${spread}`;
        return `${name.padEnd(34)} ${figure}  (${seeds} seeds)`;
      })
      .join("\n"),
  figures: async (summaries) => ({
    sensitivity: (await import("./sensitivity-figure.ts")).sensitivityFigure(summaries),
  }),
};

function summarizeSensitivity(results: readonly SensitivityResult[]): SensitivitySummary[] {
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
