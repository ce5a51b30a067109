import type { Command } from "commander";
import { addStudyOptions, readTrainAndTest, type StudyFlags } from "../comparison/read-train-and-test.ts";
import { type MethodRun, runRanker, type TrainAndTest } from "../comparison/run-method.ts";
import { summarise } from "../comparison/summary.ts";
import { Interrupted } from "../errors/interrupted.ts";
import { writeText } from "../files/write-text.ts";
import { widen } from "../models/train-model.ts";
import { createCommand } from "../options/common-options.ts";
import { integer, list, number, oneOf } from "../options/numbers.ts";
import { addTrainingOptions } from "../options/training-options.ts";
import { type Cell, type CellResult, cellsOf } from "../sensitivity/cells.ts";
import { clock } from "../terminal/numbers.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";

interface SensitivityFlags extends CommonOptions, StudyFlags {
  readonly intervals: number[];
  readonly shifts: number[];
  readonly atIntervals: number;
  readonly atShift: number;
  readonly center: "none" | "row";
  readonly plot?: string;
  readonly report?: string;
}

/** `tierwise sensitivity DATA`. */
export function sensitivityCommand(): Command {
  const command = createCommand("sensitivity", [
    "tierwise sensitivity train.txt --test test.txt --preset paper --plot figure-4.svg",
    "tierwise sensitivity train.txt --epochs 5 --intervals 100,1000 --at-intervals 1000 --seeds 1,2,3",
  ])
    .argument("<data>", "multi-label data")
    .option("--intervals <list>", "T to try", list(integer(1)), [100, 1000, 10_000])
    .option("--shifts <list>", "c to try", list(number(-1000)), [0, 2, 5, 8])
    .option("--at-intervals <n>", "T while c is varied", integer(1), 10_000)
    .option("--at-shift <c>", "c while T is varied", number(-1000), 5)
    .option("--center <how>", "scores: row (less their log-sum-exp) or none", oneOf(["row", "none"]), "row")
    .option("--plot <file.svg>", "draw the figure")
    .option("--report <file.html>", "write a page with the figure and the table");
  return addTrainingOptions(addStudyOptions(command)).action(runSensitivity);
}

async function runSensitivity(path: string, flags: SensitivityFlags): Promise<void> {
  const session = createSession(flags);
  await widen(session, flags);
  const data = await readTrainAndTest(path, flags, session);
  const seeds = flags.seeds ?? [flags.seed];
  const { signal, release } = onInterrupt(session, "Stopping after this step.");
  const results: CellResult[] = [];
  for (const cell of cellsOf(flags)) {
    const result = await runCell(session, data, cell, { flags, seeds, signal });
    results.push(result);
    session.note(`${cell.name}: P@5 ${figure(result.precision)}, ${clock(result.seconds)} a seed`);
  }
  release();
  const rows = results.map(({ name, precision, standardError, seconds }) => [
    name,
    figure(precision),
    standardError === undefined ? "–" : figure(standardError),
    clock(seconds),
  ]);
  const table = {
    head: ["PL-Partition's rule", "P@5", "±", "time"],
    rows,
    align: ["left", "right", "right", "right"] as const,
  };
  session.print(`\n${renderTable(table, session.colors)}`);
  session.result({ data: path, seeds, results });
  if (flags.plot !== undefined) {
    const { sensitivityPanel } = await import("../sensitivity/figure.ts");
    const { standAlone } = await import("../report/stand-alone.ts");
    const panels = (["intervals", "shift"] as const).map((over) => sensitivityPanel(results, flags, over));
    await writeText(flags.plot, standAlone(panels));
  }
  if (flags.report !== undefined) {
    const { writeSensitivityReport } = await import("../sensitivity/sensitivity-report.ts");
    const labels = data.train.numLabels;
    await writeSensitivityReport(flags.report, { session, path, results, grid: flags, seeds, labels });
    session.note(`The report is in ${flags.report}.`);
  }
}

interface CellPlan {
  readonly flags: SensitivityFlags;
  readonly seeds: readonly number[];
  readonly signal: AbortSignal;
}

/** Trains a cell with every seed. A rule that is too coarse makes the training diverge, which is a result. */
async function runCell(
  session: Session,
  data: TrainAndTest,
  cell: Cell,
  { flags, seeds, signal }: CellPlan,
): Promise<CellResult> {
  const started = performance.now();
  const runs: MethodRun[] = [];
  try {
    for (const seed of seeds) {
      const plan = { title: cell.name, seed, loss: cell.loss, flags, evaluation: { ks: [5] }, signal };
      runs.push(await runRanker(session, data, plan));
    }
  } catch (error) {
    if (error instanceof Interrupted || !/diverged/.test((error as Error).message)) throw error;
    return { ...cell, precision: null, seconds: (performance.now() - started) / 1000 };
  }
  const { mean, standardError, seconds } = summarise(cell.name, cell.name, runs);
  const spread = standardError === undefined ? {} : { standardError: standardError.precision[5] };
  return { ...cell, precision: mean.precision[5], ...spread, seconds };
}

function figure(fraction: number | null): string {
  return fraction === null ? "diverged" : (100 * fraction).toFixed(2);
}
