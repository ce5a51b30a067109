import { writeFileAtomic } from "@tierwise/data/files";
import type { SensitivityCell, SensitivityResult, SensitivitySummary } from "@tierwise/studies";
import type { Command } from "commander";
import { type ReferredData, readTrainAndTest } from "../data/read-train-and-test.ts";
import { widen } from "../models/train-model.ts";
import {
  addQueueOptions,
  createCommand,
  integer,
  list,
  number,
  oneOf,
  type QueueFlags,
  svgFile,
} from "../options/common-options.ts";
import { queueExecutor } from "../options/queue-executor.ts";
import { addStudyOptions, type StudyFlags, trainingPlan } from "../options/study-options.ts";
import { addTrainingOptions } from "../options/training-options.ts";
import { clock } from "../terminal/numbers.ts";
import { runCells } from "../terminal/run-cells.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { cellsProgress } from "../terminal/study-progress.ts";
import { renderTable } from "../terminal/table.ts";

interface SensitivityFlags extends CommonOptions, StudyFlags, QueueFlags {
  readonly intervals: number[];
  readonly shifts: number[];
  readonly atIntervals: number;
  readonly atShift: number;
  readonly center: "none" | "row";
  readonly plot?: string;
  readonly report?: string;
}

export function sensitivityCommand(): Command {
  const command = createCommand("sensitivity", [
    "tierwise sensitivity train.txt --test test.txt --preset paper --plot figure-4.svg",
    "tierwise sensitivity train.txt --epochs 5 --intervals 100,1000 --at-intervals 1000 --seeds 1,2,3",
  ])
    .argument("<data>", "multi-label data")
    .option(
      "--intervals <list>",
      "try these values of T, the number of intervals",
      list(integer(1)),
      [100, 1000, 10_000],
    )
    .option("--shifts <list>", "try these values of c, the shift of the scores", list(number(-1000)), [0, 2, 5, 8])
    .option("--at-intervals <n>", "fix T at this value while c varies", integer(1), 10_000)
    .option("--at-shift <c>", "fix c at this value while T varies", number(-1000), 5)
    .option(
      "--center <how>",
      "subtract the log-sum-exp of each row's scores from them (row), or leave the scores unchanged (none)",
      oneOf(["row", "none"]),
      "row",
    )
    .option("--plot <file.svg>", "save the figure as SVG", svgFile)
    .option("--report <file.html>", "write an HTML page with the figure and the table");
  return addQueueOptions(addTrainingOptions(addStudyOptions(command))).action(runSensitivity);
}

async function runSensitivity(path: string, flags: SensitivityFlags): Promise<void> {
  const session = createSession(flags);
  await widen(session, flags);
  const data = await readTrainAndTest(path, flags, session);
  const seeds = flags.seeds ?? [flags.seed];
  const results = await trainAll(session, data, flags, seeds);
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
    const { sensitivityPanel, joinDrawings } = await import("@tierwise/studies/figures");
    const panels = (["intervals", "shift"] as const).map((over) => sensitivityPanel(results, flags, over));
    await writeFileAtomic(flags.plot, joinDrawings(panels));
  }
  if (flags.report !== undefined) {
    const { writeSensitivityReport } = await import("../report/sensitivity-report.ts");
    const labels = data.train.numLabels;
    await writeSensitivityReport(flags.report, { session, path, results, grid: flags, seeds, labels });
    session.note(`The report is in ${flags.report}.`);
  }
}

/** Trains with each rule and seed, unless the results file already contains the result. */
async function trainAll(
  session: Session,
  data: ReferredData,
  flags: SensitivityFlags,
  seeds: readonly number[],
): Promise<readonly SensitivitySummary[]> {
  const { crossedRules, sensitivityStudy } = await import("@tierwise/studies");
  const training = await trainingPlan(session, flags, data.train);
  const cells = sensitivityStudy.cells({ data: data.reference, training, rules: crossedRules(flags), seeds });
  const parallel = flags.queue === undefined ? 0 : cells.length;
  const plan = { lines: false, parallel, sayEngine: (training.options.engine ?? "kernels") !== "kernels" };
  const title = ({ method, rule, seed }: SensitivityCell): string => {
    const name = rule === undefined ? method : `T = ${rule.intervals}, c = ${rule.shift}`;
    return `${name}${seeds.length > 1 ? `, seed ${seed}` : ""}`;
  };
  const progress = cellsProgress(session, plan, title, (result: SensitivityResult) =>
    session.note(`${title(result)}: P@5 ${figure(result.precision)}, ${clock(result.seconds)}`),
  );
  const queue = await queueExecutor(flags, session);
  const words = "Stopping after this step.";
  const { summary } = await runCells(session, sensitivityStudy, { cells, progress, words, queue, flags });
  return summary;
}

function figure(fraction: number | null): string {
  return fraction === null ? "diverged" : (100 * fraction).toFixed(2);
}
