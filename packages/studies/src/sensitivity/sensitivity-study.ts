import type { Study } from "../study/study.ts";
import { trainingIdentity } from "../training/training-cell.ts";
import {
  runSensitivityCell,
  type SensitivityCell,
  type SensitivityResult,
  type SensitivitySettings,
  sensitivityCells,
} from "./sensitivity-cell.ts";
import { type SensitivitySummary, summarizeSensitivity } from "./sensitivity-summary.ts";

/**
 * The paper's Figure 4: P@5 of models trained with the midpoint rule with T intervals and shift c, next to the adaptive rule and RankNet.
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
