import type { Method } from "@tierwise/sim/study";
import { Argument, type Command } from "commander";
import { Interrupted } from "../errors/interrupted.ts";
import { writeText } from "../files/write-text.ts";
import { createCommand } from "../options/common-options.ts";
import { integer, list, oneOf } from "../options/numbers.ts";
import type { StudyOutcome } from "../simulation/outcome.ts";
import { count } from "../terminal/numbers.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { createProgress } from "../terminal/progress.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";

const methodNames: readonly Method[] = ["PL-Partition", "PL-LB", "AttRank", "RankNet", "RankSVM", "PL-TopK"];

interface SimulateFlags extends CommonOptions {
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

/** `tierwise simulate mse | cost`. */
export function simulateCommand(): Command {
  return createCommand("simulate", [
    "tierwise simulate mse --plot mse.svg",
    "tierwise simulate mse --full --out mse.jsonl        # Figures 1 and 3; a rerun goes on where it stopped",
    "tierwise simulate cost --items 100,1000,10000 --steps 200 --plot cost.svg",
  ])
    .addArgument(new Argument("[study]", "mse or cost").choices(["mse", "cost"]).default("mse"))
    .option("--full", "the paper's sizes; hours (default: a quick study of less than a minute)")
    .option("--items <list>", "N", list(integer(2)))
    .option("--samples <list>", "n, of mse", list(integer(5)))
    .option("--seeds <list>", "seeds; figures are their mean", list(integer(0)))
    .option("--methods <list>", methodNames.join(", "), list(oneOf(methodNames)))
    .option("--steps <n>", "steps of a fit: at most so many of mse, just so many of cost", integer(1))
    .option("--threads <n>", "fits at a time (default: all cores; cost: one)", integer(1))
    .option("-o, --out <file.jsonl>", "append results as they come; what is there already is not run again")
    .option("--plot <file.svg>", "draw the figure")
    .option("--report <file.html>", "write a page with the figure and the table")
    .action(runSimulate);
}

async function runSimulate(study: "cost" | "mse", flags: SimulateFlags): Promise<void> {
  const session = createSession(flags);
  const outcome = await runStudy(session, study, flags);
  session.print(outcome.table);
  session.result(outcome.json);
  if (flags.plot !== undefined) await writeText(flags.plot, outcome.figure);
  if (flags.report !== undefined) {
    const { writeSimulationReport } = await import("../simulation/simulation-report.ts");
    await writeSimulationReport(flags.report, session, outcome);
    session.note(`The report is in ${flags.report}.`);
  }
}

async function runStudy(session: Session, study: "cost" | "mse", flags: SimulateFlags): Promise<StudyOutcome> {
  const { costCells, fullCostGrid, fullMseGrid, mseCells, quickCostGrid, quickMseGrid, runCells } = await import(
    "@tierwise/sim/study"
  );
  const { costOutcome, mseOutcome } = await import("../simulation/outcome.ts");
  const { items, samples, seeds, methods, steps, threads, out, full } = flags;
  const sizes = given({ items, seeds, methods });
  const cells =
    study === "mse"
      ? mseCells({ ...(full ? fullMseGrid : quickMseGrid), ...sizes, ...given({ samples, maxSteps: steps }) })
      : costCells({ ...(full ? fullCostGrid : quickCostGrid), ...sizes, ...given({ steps }) });
  session.note(`${count(cells.length)} ${study === "mse" ? "fits" : "measurements"}`);
  const bar = createProgress(session, { title: "simulating", total: cells.length });
  const { signal, release } = onInterrupt(session, "Stopping.");
  try {
    const results = await runCells(cells, {
      ...given({ threads, file: out }),
      signal,
      onResult: ({ result, done }) => bar.update(done, `${result.method}, N = ${result.items}`),
    });
    return study === "mse" ? mseOutcome(results, session) : costOutcome(results, session);
  } catch (error) {
    if (!signal.aborted) throw error;
    const kept =
      out === undefined
        ? "nothing was kept; --out FILE keeps what is finished."
        : `what is finished is in ${out}, and the same command goes on from there.`;
    throw new Interrupted(`Interrupted; ${kept}`);
  } finally {
    bar.stop();
    release();
  }
}

/** What is not undefined. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
