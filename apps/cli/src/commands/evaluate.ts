import type { TrainedModel } from "@tierwise/ranker";
import type { Command } from "commander";
import { readTrainingData } from "../data/read-training-data.ts";
import {
  addMetricOptions,
  evaluatorOptions,
  type LabelStatistics,
  type MetricFlags,
  statisticsOf,
} from "../metrics/evaluator-settings.ts";
import { checkFits, openModel } from "../models/open-model.ts";
import { addReadingOptions, createCommand } from "../options/common-options.ts";
import { integer } from "../options/numbers.ts";
import { createProgress } from "../terminal/progress.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";

interface EvaluateFlags extends CommonOptions, MetricFlags {
  readonly train?: string;
  readonly byFrequency?: boolean;
  readonly report?: string;
  readonly threads?: number;
  readonly cache: boolean;
}

/** `tierwise evaluate MODEL DATA`. */
export function evaluateCommand(): Command {
  const command = createCommand("evaluate", [
    "tierwise evaluate model test.txt",
    "tierwise evaluate model test.txt --json",
    "tierwise evaluate model test.txt --k 1,5,20 --by-frequency --report report.html",
  ])
    .argument("<model>", "model directory written by train, or model file written by export")
    .argument("<data>", "labeled rows; - reads standard input")
    .option(
      "--train <file>",
      "training data to compute propensities from (default: the label counts stored with the model)",
    )
    .option("--by-frequency", "also report metrics by label frequency in training: head, torso, tail")
    .option("--report <file.html>", "write an HTML page with tables and plots")
    .option("--threads <n>", "number of threads; does not affect results (default: all cores)", integer(1))
    .option("--no-cache", "do not cache a binary copy next to the data file");
  return addReadingOptions(addMetricOptions(command)).action(runEvaluate);
}

async function runEvaluate(directory: string, path: string, flags: EvaluateFlags): Promise<void> {
  const session = createSession(flags);
  const model = await openModel(directory, session);
  const data = await readTrainingData(path, session, flags);
  checkFits(model, path, data, { labels: true });
  const groups = flags.byFrequency === true || flags.report !== undefined;
  const statistics = await labelStatistics(model, flags, session);
  const options = await evaluatorOptions(flags, statistics, { groups });
  const bar = createProgress(session, { title: "evaluating", total: data.numRows, unit: "rows" });
  const started = performance.now();
  const pool = flags.threads === undefined ? {} : { threads: flags.threads };
  const { evaluate } = await import("@tierwise/ranker");
  const metrics = await evaluate(model, data, { ...options, ...pool, onProgress: ({ done }) => bar.update(done) });
  const seconds = (performance.now() - started) / 1000;
  bar.stop();
  const { groupsTable, metricsTable } = await import("../metrics/metrics-table.ts");
  session.print(metricsTable(metrics, options.ks, session.colors));
  if (flags.byFrequency && metrics.groups) {
    session.print(`\n${groupsTable(metrics, options.ks[options.ks.length - 1], session.colors)}`);
  }
  session.result(metrics);
  if (flags.report !== undefined) {
    const { writeEvaluationReport } = await import("../report/evaluation-report.ts");
    await writeEvaluationReport(flags.report, { session, model, path, data, metrics, ks: options.ks, seconds });
    session.note(`The report is in ${flags.report}.`);
  }
}

/** Label counts of `--train`. Default: those stored with the model. */
async function labelStatistics(
  model: TrainedModel,
  { train, cache }: EvaluateFlags,
  session: Session,
): Promise<LabelStatistics | undefined> {
  if (train !== undefined) {
    const data = await readTrainingData(train, session, { cache });
    checkFits(model, train, data, { labels: true });
    return statisticsOf(data);
  }
  const { labelCounts, rows } = model.record ?? {};
  if (labelCounts !== undefined && rows !== undefined) return { labelCounts, rows };
  session.note("The model has no label counts; add --train FILE for propensity-scored metrics.");
  return undefined;
}
