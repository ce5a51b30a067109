import type { ComparisonCell, ComparisonResult, MethodSummary } from "@tierwise/studies";
import {
  defaultMethods,
  type MethodName,
  methodCatalog,
  methodNames,
  type SleecPreset,
  sleecPresetNames,
} from "@tierwise/studies/methods";
import type { Command } from "commander";
import { type ReferredData, readTrainAndTest } from "../data/read-train-and-test.ts";
import { addMetricOptions, type MetricFlags } from "../metrics/evaluator-settings.ts";
import { widen } from "../models/train-model.ts";
import { createCommand } from "../options/common-options.ts";
import { list, oneOf } from "../options/numbers.ts";
import { addQueueOptions, type QueueFlags, queueExecutor } from "../options/queue-options.ts";
import { addStudyOptions, type StudyFlags, trainingPlan } from "../options/study-options.ts";
import { addTrainingOptions } from "../options/training-options.ts";
import { clock } from "../terminal/numbers.ts";
import { tablesText } from "../terminal/paper-tables.ts";
import { runCells } from "../terminal/run-cells.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { cellsProgress } from "../terminal/study-progress.ts";

interface CompareFlags extends CommonOptions, StudyFlags, MetricFlags, QueueFlags {
  readonly methods: readonly MethodName[];
  readonly sleec: SleecPreset;
  readonly markdown?: boolean;
  readonly report?: string;
}

/** `tierwise compare DATA`. */
export function compareCommand(): Command {
  const command = createCommand("compare", [
    "tierwise compare train.txt --test test.txt --preset paper --seeds 1,2,3,4,5",
    "tierwise compare train.txt --test test.txt --methods pl-partition,ranknet --report report.html",
    "tierwise compare train.txt --test test.txt --methods pl-partition,sleec,leml --k 1,3,5    # Table 2",
    "tierwise compare train.txt --test test.txt --glas 1    # every loss with GLaS",
    "tierwise compare all.txt --epochs 10 --json",
  ])
    .argument("<data>", "multi-label data")
    .option(
      "--methods <list>",
      `methods to compare: ${methodNames.join(", ")}`,
      list(oneOf(methodNames)),
      defaultMethods,
    )
    .option(
      "--sleec <preset>",
      `settings of SLEEC's authors for: ${sleecPresetNames.join(", ")}`,
      oneOf(sleecPresetNames),
      "delicious",
    )
    .option("--markdown", "print the tables as Markdown")
    .option("--report <file.html>", "write an HTML page with tables, curves, frequent and rare labels, and timing");
  return addQueueOptions(addMetricOptions(addTrainingOptions(addStudyOptions(command)))).action(runCompare);
}

async function runCompare(path: string, flags: CompareFlags): Promise<void> {
  const session = createSession(flags);
  await widen(session, flags);
  const { comparisonMarkdown, largestError } = await import("@tierwise/studies");
  const data = await readTrainAndTest(path, flags, session);
  const seeds = flags.seeds ?? [flags.seed];
  const ks = [...new Set(flags.k)].sort((a, b) => a - b);
  if (flags.glas) session.note(`every loss is trained with GLaS of weight ${flags.glas}`);
  const methods = await compare(session, data, { flags, seeds, ks });
  if (flags.markdown) session.print(comparisonMarkdown(methods, ks));
  else session.print(`\n${await tablesText(methods, ks, session)}`);
  for (const { title, runs } of methods) {
    const diverged = runs.filter(({ outcome }) => outcome === "diverged").map(({ seed }) => seed);
    if (diverged.length > 0)
      session.print(`\n${title} diverged with seed ${diverged.join(", ")}; use a smaller learning rate.`);
  }
  const error = largestError(methods, ks);
  if (error !== undefined) {
    session.print(`\nMean of ${seeds.length} seeds; the largest standard error is ${error.toFixed(2)}.`);
  }
  session.result({ data: path, seeds, methods });
  if (flags.report !== undefined) {
    const { writeComparisonReport } = await import("../report/comparison-report.ts");
    await writeComparisonReport(flags.report, { session, path, data, methods, ks, seeds });
    session.note(`The report is in ${flags.report}.`);
  }
}

interface ComparePlan {
  readonly flags: CompareFlags;
  readonly seeds: readonly number[];
  readonly ks: readonly number[];
}

/** Trains every method with every seed, except those already in the results file. */
async function compare(
  session: Session,
  data: ReferredData,
  { flags, seeds, ks }: ComparePlan,
): Promise<readonly MethodSummary[]> {
  const { comparisonStudy } = await import("@tierwise/studies");
  const { methods, sleec, propensityA, propensityB, psndcg } = flags;
  const training = await trainingPlan(session, flags, data.train);
  const evaluation = { ks, propensityA, propensityB, psndcg };
  const cells = comparisonStudy.cells({ data: data.reference, methods, seeds, training, sleec, evaluation });
  const title = ({ method, seed }: ComparisonCell): string =>
    `${methodCatalog[method].column}${seeds.length > 1 ? `, seed ${seed}` : ""}`;
  const parallel = flags.queue === undefined ? 0 : cells.length;
  const plan = { lines: false, parallel, sayEngine: training.options.engine === "tfjs" };
  const progress = cellsProgress(session, plan, title, (result: ComparisonResult) =>
    session.note(`${title(result).padEnd(8)} ${clock(result.seconds)}`),
  );
  const queue = await queueExecutor(flags, session);
  const words = "Stopping after this step.";
  const { summary } = await runCells(session, comparisonStudy, { cells, progress, words, queue, flags });
  return summary;
}
