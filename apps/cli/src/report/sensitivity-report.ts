import { writeFileAtomic } from "@tierwise/data/files";
import type { SensitivitySummary } from "@tierwise/studies";
import { type SensitivityCross, sensitivityPanel } from "@tierwise/studies/figures";
import { clock, count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { htmlFigure, htmlTable } from "./html.ts";
import { reportPage } from "./page.ts";

export interface SensitivityReport {
  readonly session: Session;
  readonly path: string;
  readonly results: readonly SensitivitySummary[];
  readonly grid: SensitivityCross;
  readonly seeds: readonly number[];
  readonly labels: number;
}

export async function writeSensitivityReport(path: string, report: SensitivityReport): Promise<void> {
  const { session, results, grid, seeds, labels } = report;
  const rows = results.map(({ name, precision, standardError, seconds }) => [
    name,
    precision === null ? "diverged" : (100 * precision).toFixed(2),
    standardError === undefined ? "–" : (100 * standardError).toFixed(2),
    clock(seconds),
  ]);
  const panels = [
    htmlFigure(sensitivityPanel(results, grid, "intervals"), `T varies, at c = ${grid.atShift}.`),
    htmlFigure(sensitivityPanel(results, grid, "shift"), `c varies, at T = ${count(grid.atIntervals)}.`),
  ];
  const page = reportPage({
    title: "Sensitivity to T and c of the midpoint rule",
    lead: `P@5 of PL-Partition for ${count(labels)} items on ${report.path}, as in Figure 4. The adaptive rule needs neither T nor c.`,
    sections: [
      { title: "P@5 on the test rows", html: `<div class="pair">${panels.join("")}</div>` },
      { title: "All training runs", html: htmlTable({ head: ["", "P@5", "±", "time"], rows }) },
    ],
    command: session.commandLine,
    seed: seeds.join(", "),
  });
  await writeFileAtomic(path, page);
}
