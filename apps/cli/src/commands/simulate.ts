import { writeFileAtomic } from "@tierwise/data/files";
import { lossCatalog } from "@tierwise/losses/catalog";
import type { Method, Study, StudyCell, StudyRun } from "@tierwise/studies";
import { Argument, type Command } from "commander";
import {
  addQueueOptions,
  createCommand,
  integer,
  list,
  oneOf,
  type QueueFlags,
  svgFile,
} from "../options/common-options.ts";
import { queueExecutor } from "../options/queue-executor.ts";
import type { SimulationOutcome } from "../report/simulation-outcome.ts";
import { count } from "../terminal/numbers.ts";
import { createProgress } from "../terminal/progress.ts";
import { runCells } from "../terminal/run-cells.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import type { CellsProgress } from "../terminal/study-progress.ts";

const methodNames: readonly Method[] = Object.values(lossCatalog).map(({ title }) => title);

interface SimulateFlags extends CommonOptions, QueueFlags {
  readonly full?: boolean;
  readonly items?: number[];
  readonly samples?: number[];
  readonly seeds?: number[];
  readonly methods?: Method[];
  readonly steps?: number;
  readonly threads?: number;
  readonly out?: string;
  readonly plot?: string;
  readonly report?: string;
}

export function simulateCommand(): Command {
  const command = createCommand("simulate", [
    "tierwise simulate mse --plot mse.svg",
    "tierwise simulate mse --full --out mse.jsonl    # as in Figures 1 and 3",
    "tierwise simulate cost --items 100,1000,10000 --steps 200 --plot cost.svg",
  ])
    .addArgument(
      new Argument("[study]", "run this study: mse for Figures 1 and 3, or cost for Figure 2")
        .choices(["mse", "cost"])
        .default("mse"),
    )
    .option("--full", "use the paper's sizes, which take hours (default: sizes that take less than a minute)")
    .option(
      "--items <list>",
      "use these values of N, the number of items (default: 100,1000; cost: 100,1000,10000)",
      list(integer(2)),
    )
    .option(
      "--samples <list>",
      "with mse: use these values of n, the number of rankings (default: 100,400)",
      list(integer(5)),
    )
    .option("--seeds <list>", "use these seeds and print means over them (default: 1,2; cost: 1)", list(integer(0)))
    .option(
      "--methods <list>",
      `compare these methods: ${methodNames.join(", ")} (default: all)`,
      list(oneOf(methodNames)),
    )
    .option(
      "--steps <n>",
      "with mse: stop a fit after this many steps (default: 600); with cost: take exactly this many steps (default: 100)",
      integer(1),
    )
    .option("--threads <n>", "run this many fits at once (default: all cores; cost: 1)", integer(1))
    .option(
      "-o, --out <file.jsonl>",
      "append each result to this file, and do not recompute results that it already contains",
    )
    .option("--plot <file.svg>", "save the figure as SVG", svgFile)
    .option("--report <file.html>", "write an HTML page with the figure and the table");
  return addQueueOptions(command).action(runSimulate);
}

async function runSimulate(study: "cost" | "mse", flags: SimulateFlags): Promise<void> {
  const session = createSession(flags);
  const outcome = await (study === "mse" ? runMse(session, flags) : runCost(session, flags));
  session.print(outcome.table);
  session.result(outcome.json);
  if (flags.plot !== undefined) await writeFileAtomic(flags.plot, await outcome.figure());
  if (flags.report !== undefined) {
    const { writeSimulationReport } = await import("../report/simulation-report.ts");
    await writeSimulationReport(flags.report, session, outcome);
    session.note(`The report is in ${flags.report}.`);
  }
}

async function runMse(session: Session, flags: SimulateFlags): Promise<SimulationOutcome> {
  const { fullMseGrid, mseStudy, quickMseGrid } = await import("@tierwise/studies");
  const { mseOutcome } = await import("../report/simulation-outcome.ts");
  const { full, items: itemCounts, seeds, methods, samples, steps } = flags;
  const grid = {
    ...(full ? fullMseGrid : quickMseGrid),
    ...given({ itemCounts, seeds, methods, samples, maxSteps: steps }),
  };
  const { results, summary } = await simulate(session, mseStudy, mseStudy.cells(grid), flags, "fits");
  return mseOutcome(results, summary, session);
}

async function runCost(session: Session, flags: SimulateFlags): Promise<SimulationOutcome> {
  const { costStudy, fullCostGrid, quickCostGrid } = await import("@tierwise/studies");
  const { costOutcome } = await import("../report/simulation-outcome.ts");
  const { full, items: itemCounts, seeds, methods, steps } = flags;
  const grid = { ...(full ? fullCostGrid : quickCostGrid), ...given({ itemCounts, seeds, methods, steps }) };
  const { results } = await simulate(session, costStudy, costStudy.cells(grid), flags, "measurements");
  return costOutcome(results, session);
}

/** The fields that the cells of both studies share: a method and a number of items. */
interface SimulationCell extends StudyCell {
  readonly method: Method;
  readonly itemCount: number;
}

/** Runs a study with a progress bar over its cells. */
async function simulate<Cell extends SimulationCell, Result extends Cell, Summary>(
  session: Session,
  study: Study<Cell, Result, Summary, never>,
  cells: readonly Cell[],
  flags: SimulateFlags,
  unit: string,
): Promise<StudyRun<Result, Summary>> {
  session.note(`${count(cells.length)} ${unit}`);
  const bar = createProgress(session, { title: "simulating", total: cells.length });
  const progress: CellsProgress<Cell, Result> = {
    onProgress: ({ done, cell }) => bar.update(done, `${cell.method}, N = ${cell.itemCount}`),
    stop: bar.stop,
  };
  const queue = await queueExecutor(flags, session);
  return runCells(session, study, { cells, progress, words: "Stopping.", queue, flags });
}

/** The values with all undefined entries removed. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
