import type { Study } from "../study/study.ts";
import { type MseCell, type MseGrid, type MseResult, mseCells, mseIdentity, runMseCell } from "./mse-cell.ts";
import {
  type Disagreement,
  disagreements,
  type MseSlope,
  type MseSummary,
  mseSlopes,
  summarizeMse,
} from "./mse-summary.ts";
import { mseTable } from "./mse-table.ts";

/** The summary of an accuracy study. */
export interface MseStudySummary {
  /** Mean and standard error over the seeds, for every method and size. */
  readonly means: readonly MseSummary[];
  /** The rates at which errors decrease with n. */
  readonly slopes: readonly MseSlope[];
  /** The cells that contradict the paper's finding. */
  readonly disagreements: readonly Disagreement[];
}

/**
 * The paper's accuracy study (section 4.1, Figures 1 and 3): measures how well each method recovers utilities from simulated rankings that
 * are divided into tiers.
 *
 * @example
 * ```ts
 * import { mseStudy, runStudy } from "@tierwise/studies";
 *
 * const grid = { itemCounts: [30], samples: [50, 200], seeds: [1, 2], methods: ["PL-Partition", "PL-LB"], maxSteps: 1000 } as const;
 * const { summary } = await runStudy(mseStudy, { cells: mseStudy.cells(grid), threads: 2 });
 * const [exact, bound] = summary.slopes;
 * console.log(exact.method, exact.slope < bound.slope); // PL-Partition true
 * ```
 */
export const mseStudy: Study<MseCell, MseResult, MseStudySummary, MseGrid> = {
  name: "mse",
  revision: 1,
  place: "processes",
  cells: mseCells,
  identity: mseIdentity,
  run: runMseCell,
  summarize(results) {
    const means = summarizeMse(results);
    return { means, slopes: mseSlopes(means), disagreements: disagreements(results) };
  },
  table: ({ means }) => mseTable(means),
  figures: async ({ means }) => ({ mse: (await import("./mse-figure.ts")).mseFigure(means) }),
};
