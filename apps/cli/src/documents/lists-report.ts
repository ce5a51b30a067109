import { writeFileAtomic } from "@tierwise/data/files";
import type { DocumentLists } from "@tierwise/documents";
import type { GradedMetrics } from "@tierwise/metrics";
import { percent } from "../metrics/metrics-table.ts";
import { htmlFigure, htmlTable } from "../report/html.ts";
import { type ReportSection, reportPage } from "../report/page.ts";
import { curvesPlot } from "../report/training-curves.ts";
import { count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import type { FeatureImportance } from "./importance-table.ts";
import { importancePlot, lengthGroups, lengthPlot } from "./list-plots.ts";
import type { ListModel } from "./train-best.ts";

/** The metrics of a document model, measured on lists. */
interface ListsMeasured {
  readonly path: string;
  readonly lists: DocumentLists;
  readonly metrics: GradedMetrics;
  /** nDCG@k of every list. */
  readonly ndcg: Readonly<Record<number, ArrayLike<number>>>;
  readonly importance: readonly FeatureImportance[];
}

export interface ListsReport {
  readonly session: Session;
  readonly title: string;
  readonly lead: string;
  readonly model: ListModel;
  /** Default: unknown. */
  readonly seed?: number;
  readonly ks: readonly number[];
  /** Default: the report shows only the training run. */
  readonly measured?: ListsMeasured | undefined;
}

/** The maximum number of features in a plot. */
const mostFeatures = 20;

export async function writeListsReport(path: string, report: ListsReport): Promise<void> {
  const { session, title, lead, model, seed, ks, measured } = report;
  const page = reportPage({
    title,
    lead,
    cards: measured === undefined ? [] : cardsOf(measured, ks),
    sections: [...(measured === undefined ? [] : measuredSections(measured, ks)), ...curvesOf(model)],
    command: session.commandLine,
    seed: seed === undefined ? "unknown" : String(seed),
    details: { scorer: JSON.stringify(model.scorer), loss: JSON.stringify(model.loss) },
  });
  await writeFileAtomic(path, page);
}

function cardsOf({ metrics, lists }: ListsMeasured, ks: readonly number[]) {
  return [
    ...ks.slice(-3).map((k) => ({ value: percent(metrics.ndcg[k]), name: `nDCG@${k}` })),
    { value: percent(metrics.mrr), name: "MRR" },
    { value: count(lists.offsets.length - 1), name: "lists" },
  ];
}

function measuredSections(measured: ListsMeasured, ks: readonly number[]): ReportSection[] {
  const { metrics, lists, ndcg, importance, path } = measured;
  const { precision, err, mrr, map } = metrics;
  const k = Math.max(...ks);
  const rows = ks.map((k) => [`k = ${k}`, percent(metrics.ndcg[k]), percent(precision[k]), percent(err[k])]);
  const groups = lengthGroups(lists.offsets, ndcg[k]);
  const lengthCaption = `Mean nDCG@${k} of the lists in ${path}, grouped by length. Lines are 95 % intervals of the means, which are printed above them.`;
  return [
    {
      title: "Metrics",
      text: `In percent. MRR ${percent(mrr)}, MAP ${percent(map)}.`,
      html: htmlTable({ head: ["", "nDCG@k", "P@k", "ERR@k"], rows }),
    },
    ...(groups.length === 0
      ? []
      : [{ title: "Short and long lists", html: htmlFigure(lengthPlot(groups, k), lengthCaption) }]),
    importanceSection(importance),
  ];
}

function importanceSection(importance: readonly FeatureImportance[]): ReportSection {
  const shown = importance.slice(0, mostFeatures);
  const lost = importancePlot(shown, ({ permutation }) => permutation, "loss of nDCG@10, percentage points");
  const lostCaption = "The decrease in nDCG@10 when the values of one feature are shuffled among the documents.";
  const figures = [htmlFigure(lost, lostCaption)];
  if (importance.some(({ gain }) => gain !== undefined)) {
    const byGain = [...importance].sort((one, other) => (other.gain ?? 0) - (one.gain ?? 0)).slice(0, mostFeatures);
    const svg = importancePlot(byGain, ({ gain = 0 }) => gain, "share of the gain, %");
    figures.push(htmlFigure(svg, "Each feature's share of the reduction in training loss by the trees."));
  }
  const more = importance.length > shown.length ? ` The first ${shown.length} of ${count(importance.length)}.` : "";
  return {
    title: "Features that the model relies on",
    text: `Features with the same information share their importance.${more}`,
    html: `<div class="pair">${figures.join("")}</div>`,
  };
}

/** The training loss and the validation criterion, step by step. */
function curvesOf({ history, scorer }: ListModel): ReportSection[] {
  const unit = scorer.kind === "trees" ? "trees" : "epochs";
  const figure = (label: string, caption: string, value: (step: ListModel["history"][number]) => number) => {
    const points = history
      .map((step) => ({ epoch: step.step, value: value(step) }))
      .filter((point) => Number.isFinite(point.value));
    if (points.length === 0) return [];
    const size = { width: 420, height: 280, unit };
    return [htmlFigure(curvesPlot([{ name: label, points }], label, size), caption)];
  };
  const figures = [
    ...figure("validation", "The metric on the validation lists.", ({ validation = Number.NaN }) => validation),
    ...figure("loss", "Mean training loss.", ({ loss }) => loss),
  ];
  return figures.length === 0
    ? []
    : [{ title: "Training curves", html: `<div class="pair">${figures.join("")}</div>` }];
}
