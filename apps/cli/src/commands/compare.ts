import type { Command } from "commander";
import { defaultMethods, type MethodName, methodNames, methodTitles, runMethod } from "../comparison/methods.ts";
import { tablesMarkdown, tablesText } from "../comparison/paper-tables.ts";
import { addStudyOptions, readTrainAndTest, type StudyFlags } from "../comparison/read-train-and-test.ts";
import type { SleecPreset } from "../comparison/run-baseline.ts";
import type { MethodRun } from "../comparison/run-method.ts";
import { largestError, type MethodResult, summarise } from "../comparison/summary.ts";
import { addMetricOptions, evaluatorOptions, type MetricFlags, statisticsOf } from "../metrics/evaluator-settings.ts";
import { widen } from "../models/train-model.ts";
import { createCommand } from "../options/common-options.ts";
import { list, oneOf } from "../options/numbers.ts";
import { addTrainingOptions } from "../options/training-options.ts";
import { clock } from "../terminal/numbers.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";

interface CompareFlags extends CommonOptions, StudyFlags, MetricFlags {
  readonly methods: readonly MethodName[];
  readonly sleec: SleecPreset;
  readonly markdown?: boolean;
  readonly report?: string;
}

const sleecPresets: readonly SleecPreset[] = ["bibtex", "delicious", "eurlex", "wiki10", "delicious-200k"];

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
    .option("--methods <list>", methodNames.join(", "), list(oneOf(methodNames)), defaultMethods)
    .option("--sleec <preset>", `its authors' settings: ${sleecPresets.join(", ")}`, oneOf(sleecPresets), "delicious")
    .option("--markdown", "print the tables in Markdown")
    .option("--report <file.html>", "write a page with tables, curves, frequent and rare labels, timing");
  return addMetricOptions(addTrainingOptions(addStudyOptions(command))).action(runCompare);
}

async function runCompare(path: string, flags: CompareFlags): Promise<void> {
  const session = createSession(flags);
  await widen(session, flags);
  const data = await readTrainAndTest(path, flags, session);
  const evaluation = await evaluatorOptions(flags, await statisticsOf(data.train), { groups: true });
  const seeds = flags.seeds ?? [flags.seed];
  const { signal, release } = onInterrupt(session, "Stopping after this step.");
  if (flags.glas) session.note(`every loss trains with GLaS of weight ${flags.glas}`);
  const methods: MethodResult[] = [];
  for (const name of flags.methods) {
    const runs: MethodRun[] = [];
    for (const seed of seeds) {
      const title = `${methodTitles[name]}${seeds.length > 1 ? `, seed ${seed}` : ""}`;
      runs.push(await runMethod(session, data, name, { title, seed, flags, evaluation, signal, sleec: flags.sleec }));
    }
    const method = summarise(name, methodTitles[name], runs);
    methods.push(method);
    session.note(`${methodTitles[name].padEnd(8)} ${clock(method.seconds)} a seed`);
  }
  release();
  const { ks } = evaluation;
  if (flags.markdown) session.print(tablesMarkdown(methods, ks));
  else session.print(`\n${tablesText(methods, ks, session)}`);
  const error = largestError(methods, ks);
  if (error !== undefined) {
    session.print(`\nMean of ${seeds.length} seeds; the largest standard error is ${error.toFixed(2)}.`);
  }
  session.result({ data: path, seeds, methods });
  if (flags.report !== undefined) {
    const { writeComparisonReport } = await import("../comparison/comparison-report.ts");
    await writeComparisonReport(flags.report, { session, path, data, methods, ks, seeds });
    session.note(`The report is in ${flags.report}.`);
  }
}
