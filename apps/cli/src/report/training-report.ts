import { writeFileAtomic } from "@tierwise/data/files";
import type { XmlDataset } from "@tierwise/datasets-xml";
import type { Metrics } from "@tierwise/metrics";
import type { AutoReport, TrainedModel, TrainingResult } from "@tierwise/ranker";
import { percent } from "../metrics/metrics-table.ts";
import { trialsTable } from "../models/auto-settings.ts";
import type { Forgetting } from "../models/forgetting.ts";
import { clock, count, counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { frequencyCaption, frequencyPlot } from "./frequency-plot.ts";
import { htmlFigure, htmlTable } from "./html.ts";
import { metricsHtml } from "./metrics-html.ts";
import { type ReportSection, reportPage } from "./page.ts";
import { curvesPlot, lossCurves, validationCurves } from "./training-curves.ts";

export interface TrainingReport {
  readonly session: Session;
  readonly path: string;
  readonly data: XmlDataset;
  readonly model: TrainedModel;
  readonly metrics: Metrics | undefined;
  readonly ks: readonly number[];
  /** Metrics before and after an extension. Default: none. */
  readonly forgetting?: readonly Forgetting[];
}

export async function writeTrainingReport(path: string, report: TrainingReport): Promise<void> {
  const { session, path: dataPath, data, model, metrics, ks, forgetting = [] } = report;
  const { results } = model;
  const [first] = results;
  const { seed } = model.members[0];
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const loss = typeof first.settings.loss === "string" ? first.settings.loss : first.settings.loss.name;
  const best = first.history.find(
    ({ trial, epoch }) => first.settings.learningRates[trial] === first.learningRate && epoch === first.epoch,
  );
  const shown = metrics ?? best?.validation;
  const where = metrics === undefined ? "validation" : "test";
  const sections: ReportSection[] = [
    ...(metrics === undefined ? [] : [{ title: "Test metrics", text: "In percent.", html: metricsHtml(metrics, ks) }]),
    ...(metrics?.groups === undefined ? [] : [frequencySection(metrics, Math.max(...ks.filter((k) => k <= 5)))]),
    ...forgetting.map(({ title, table }) => ({
      title: `Before and after the extension: ${title}`,
      text: "In percent.",
      html: htmlTable(table),
    })),
    ...(model.record?.auto === undefined ? [] : [await trialsSection(model.record.auto)]),
    curvesSection(results),
    timingSection(results, seed),
  ];
  const page = reportPage({
    title: `A ranking model for ${counted(model.itemCount, "item")}`,
    lead: `${loss}, trained on ${dataPath}: ${counted(data.numRows, "row")}, ${counted(model.featureCount, "feature")}, ${counted(model.hidden, "hidden unit")}.`,
    cards: [
      ...(shown === undefined
        ? []
        : [
            { value: percent(shown.precision[1]), name: `P@1, ${where}` },
            { value: percent(shown.precision[5]), name: `P@5, ${where}` },
            { value: percent(shown.ndcg[5]), name: `nDCG@5, ${where}` },
          ]),
      { value: clock(seconds), name: "training time" },
      { value: count(first.steps), name: "steps" },
    ],
    sections,
    command: session.commandLine,
    seed: String(seed),
    details: { settings: JSON.stringify(first.settings) },
  });
  await writeFileAtomic(path, page);
}

function frequencySection(metrics: Metrics, k: number): ReportSection {
  const svg = frequencyPlot([{ name: "recall", metrics }], k);
  return { title: "Frequent and rare labels", html: htmlFigure(svg, frequencyCaption) };
}

/** Plots the validation metric and the loss of the first member over its epochs. */
export function curvesSection(results: readonly TrainingResult[]): ReportSection {
  const [{ history, settings }] = results;
  const validation = validationCurves(history, settings.learningRates);
  const loss = lossCurves(history, settings.learningRates);
  const size = { width: 420, height: 280 };
  const names = (curves: readonly { name: string }[]): string[] => curves.map(({ name }) => name);
  const figures = [
    ...(validation.length === 0
      ? []
      : [
          htmlFigure(
            curvesPlot(validation, "nDCG@5, %", size),
            "nDCG@5 on the validation rows after each epoch.",
            names(validation),
          ),
        ]),
    htmlFigure(curvesPlot(loss, "loss", size), "The mean training loss in each epoch.", names(loss)),
  ];
  return { title: "Training curves", html: `<div class="pair">${figures.join("")}</div>` };
}

/** A section with the trials of the search that chose the settings. */
async function trialsSection(report: AutoReport): Promise<ReportSection> {
  const words = `${report.features} in the features; ${counted(report.validationRows, "validation row")}; metrics in percent. The budget was ${count(report.budget)} steps.`;
  const table = await trialsTable(report);
  return { title: "Trials of the automatic search", text: words, html: htmlTable({ ...table, textColumns: 4 }) };
}

function timingSection(results: readonly TrainingResult[], seed: number): ReportSection {
  const rows = results.map(({ history, seconds, steps, learningRate, epoch }, member) => {
    const mean = history.reduce((sum, report) => sum + report.seconds, 0) / Math.max(1, history.length);
    const figures = [
      clock(seconds),
      String(history.length),
      `${mean.toFixed(2)} s`,
      count(steps),
      String(learningRate),
      String(epoch),
    ];
    return [`seed ${seed + member}`, ...figures];
  });
  const head = ["", "time", "epochs", "per epoch", "steps", "best learning rate", "best epoch"];
  return { title: "Timing", html: htmlTable({ head, rows }) };
}
